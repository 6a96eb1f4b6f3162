// SPDX-License-Identifier: Apache-2.0
#include "store/run_directory.h"

#include <unistd.h>

#include <cstdio>
#include <random>

#include "base/text.h"
#include "os/clock.h"
#include "os/directory.h"
#include "os/file.h"

namespace cupel::store {
namespace {

constexpr const char* elsewhere = "choose another folder with --out";

std::string hex(std::uint32_t value) {
  char text[9];
  std::snprintf(text, sizeof text, "%08x", value);
  return text;
}

std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

base::Result<os::LockFile> lock(const std::string& path) {
  CUPEL_TRY_ASSIGN(os::LockFile file, os::LockFile::open(path + "/lock"));
  CUPEL_TRY_ASSIGN(const bool ours, file.try_lock());
  if (!ours) {
    const base::Result<std::string> note = file.read_note();
    const std::string pid = note.ok() ? base::to_one_line(note.value()) : std::string();
    return base::trouble("another cupel is writing the run in " + base::to_one_line(path) +
                             (pid.empty() ? "" : " (pid " + pid + ")"),
                         std::string("wait until it has ended, or ") + elsewhere);
  }
  // For people; the lock is what counts.
  (void)file.write_note(std::to_string(::getpid()));
  return file;
}

}  // namespace

std::string run_id(base::WallTime now, std::uint32_t random) {
  std::string id;
  for (const char c : base::format_wall_time(now))
    if (c != '-' && c != ':') id += c;
  return id + "-" + hex(random);
}

std::string fresh_run_id(base::WallTime now) {
  std::random_device random;
  return run_id(now, random());
}

KeptOutput cap_output(std::string_view bytes, std::size_t limit) {
  if (bytes.size() <= limit) return {std::string(bytes), 0};
  const std::size_t half = limit / 2;
  KeptOutput kept;
  kept.cut = bytes.size() - 2 * half;
  kept.bytes = bytes.substr(0, half);
  kept.bytes += "\n[cupel cut " + std::to_string(kept.cut) + " bytes here]\n";
  kept.bytes += bytes.substr(bytes.size() - half);
  return kept;
}

base::Result<RunDirectory> RunDirectory::create(const std::string& wanted) {
  const std::string path = without_slashes(wanted);
  if (auto made = os::make_directories(path); !made.ok()) {
    made.error().hint = elsewhere;
    return std::move(made).error();
  }
  auto locked = lock(path);
  if (!locked.ok()) return std::move(locked).error();
  if (os::exists(path + "/journal.jsonl") || os::exists(path + "/run.json"))
    return base::trouble(
        "there is a run in " + base::to_one_line(path) + " already",
        "take it up with --resume=" + base::shell_quote(path) + ", or " + elsewhere);
  if (auto made = os::make_directories(path + "/output"); !made.ok()) {
    made.error().hint = elsewhere;
    return std::move(made).error();
  }
  return RunDirectory(path, std::move(locked).value());
}

base::Result<RunDirectory> RunDirectory::open(const std::string& wanted) {
  const std::string path = without_slashes(wanted);
  if (!os::exists(path + "/journal.jsonl"))
    return base::trouble(
        "there is no run in " + base::to_one_line(path) + ": it has no journal.jsonl",
        "'cupel report last' shows the latest run");
  CUPEL_TRY_ASSIGN(os::LockFile locked, lock(path));
  CUPEL_TRY(os::make_directories(path + "/output"));
  return RunDirectory(path, std::move(locked));
}

base::Result<void> RunDirectory::write(std::string_view name, std::string_view bytes) const {
  return os::write_atomic(file(name), bytes);
}

base::Result<std::string> RunDirectory::keep_output(std::size_t launch, std::string_view stream,
                                                    std::string_view bytes) const {
  if (bytes.empty()) return std::string();
  std::string number = std::to_string(launch);
  number.insert(0, number.size() < 5 ? 5 - number.size() : 0, '0');
  const std::string name = "output/" + number + "." + std::string(stream);
  CUPEL_TRY(os::write_file(file(name), cap_output(bytes, output_limit).bytes));
  return name;
}

}  // namespace cupel::store
