// SPDX-License-Identifier: Apache-2.0
// Every finished run and the outcomes of its tests, in one SQLite file. Several cupels may write it
// at a time. It is never the only place of anything: a history that cannot be read or written costs
// a warning, not a run.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/words.h"
#include "record/run_record.h"

namespace cupel::store {

/// Runs are compared with those of the same gate, in the same mode, on the same kind of device.
struct HistoryKey {
  std::string gate;
  std::string mode;
  std::string device;  ///< device_label() of the run's environment
};

/// The names of the devices, each once and sorted, joined by ", "; "cpu" where there is none.
[[nodiscard]] std::string device_label(const model::EnvironmentFacts& environment);

struct HistoryTest {
  std::string id;
  model::Outcome outcome{};
  std::optional<double> duration_s;
};

struct HistoryRun {
  std::string id;
  HistoryKey key;
  std::string folder;  ///< of the run
  base::WallTime started;
  base::WallTime finished;
  model::Verdict verdict{};
  int exit_code = 0;
  bool full = false;        ///< scope
  std::string narrowed_by;  ///< reasons joined by "; "
  std::string commit;
  std::string config_sha256;
  std::vector<HistoryTest> tests;  ///< the selected ones
};

/// Fails where the record has no verdict: the run is not finished.
[[nodiscard]] base::Result<HistoryRun> to_history(const record::RunRecord& record,
                                                  const std::string& folder);

class History {
 public:
  /// Opens the file, makes it where it is missing.
  [[nodiscard]] static base::Result<History> open(const std::string& path);
  History(History&&) noexcept;
  History& operator=(History&&) noexcept;
  ~History();

  /// A run of that id replaces an earlier one: it was resumed.
  [[nodiscard]] base::Result<void> add(const HistoryRun& run);

  /// Whether a skip of this test would be news: in the latest full run of this key in which it was
  /// judged and not skipped, it passed. Skips do not count, or the run after a `newly_skipped` one
  /// would be green with nothing changed.
  [[nodiscard]] base::Result<bool> passed_before(const HistoryKey& key, const std::string& id);

  /// The median over the last five runs of this key, narrowed ones too, in which the test passed or
  /// failed. In seconds, by id.
  [[nodiscard]] base::Result<std::map<std::string, double>> typical_durations(
      const HistoryKey& key);

  /// The latest runs first, without their tests.
  [[nodiscard]] base::Result<std::vector<HistoryRun>> runs(std::size_t limit);

 private:
  struct Impl;
  explicit History(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cupel::store
