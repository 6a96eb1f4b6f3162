// SPDX-License-Identifier: Apache-2.0
// The folder of one run: journal.jsonl, run.json, junit.xml, output/…. One cupel writes it at a
// time: a lock on the file `lock` in it, held by this process alone, ends with the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "os/lock_file.h"

namespace cupel::store {

/// Sorts by time: "20261130T155500.123Z-4f2a9c01".
[[nodiscard]] std::string run_id(base::WallTime now, std::uint32_t random);
/// The same with a random suffix, so that two runs of one moment differ.
[[nodiscard]] std::string fresh_run_id(base::WallTime now);

/// Bytes of output as they are kept: at most `limit` of them, half from the beginning and half from
/// the end, and a line between that counts what was cut.
struct KeptOutput {
  std::string bytes;
  std::uint64_t cut = 0;
};
[[nodiscard]] KeptOutput cap_output(std::string_view bytes, std::size_t limit);

inline constexpr std::size_t output_limit = std::size_t{8} << 20;

class RunDirectory {
 public:
  /// A new run in the folder, which may be missing or hold anything but a run.
  [[nodiscard]] static base::Result<RunDirectory> create(const std::string& wanted);
  /// A run that is there, to go on with it or to write a report beside it.
  [[nodiscard]] static base::Result<RunDirectory> open(const std::string& wanted);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(std::string_view name) const {
    return path_ + "/" + std::string(name);
  }
  [[nodiscard]] std::string journal() const { return file("journal.jsonl"); }

  /// Replaces a file of the run as a whole: readers see the old one or the new one.
  [[nodiscard]] base::Result<void> write(std::string_view name, std::string_view bytes) const;

  /// Keeps what a launch printed, under output/. Returns the path relative to the run's folder, and
  /// nothing for no bytes.
  [[nodiscard]] base::Result<std::string> keep_output(std::size_t launch, std::string_view stream,
                                                      std::string_view bytes) const;

 private:
  RunDirectory(std::string path, os::LockFile lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  std::string path_;
  os::LockFile lock_;
};

}  // namespace cupel::store
