// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "harness/libtest/launch_tests.h"
#include "model/finding.h"

namespace cupel::harness::libtest {

/// What the log says of one test.
struct LogRecord {
  model::Reported reported = model::Reported::failed;
  std::string message;  ///< of a failure that libtest itself found, or of an ignored test; UTF-8
  std::optional<base::Duration> duration;  ///< with --report-time alone
};

/// Reads the file that --logfile names: a record when a test has ended, in the order in which the
/// tests run. Tests do not see it unless they search for it.
class Log {
 public:
  explicit Log(const LaunchTests& tests) : tests_(tests) {}

  /// What is wrong with it goes to `out`; after a break nothing more is read.
  void on_bytes(std::string_view bytes, std::vector<model::Finding>& out);

  /// Slots 0 to size()-1 have ended, by their records.
  [[nodiscard]] const std::vector<LogRecord>& records() const { return records_; }
  [[nodiscard]] bool broken() const { return broken_; }
  /// It broke off in the middle of a record.
  [[nodiscard]] bool partial() const { return !buffer_.empty(); }

 private:
  void on_record(std::vector<model::Finding>& out);
  [[nodiscard]] bool is_of_ignored() const;
  void on_foreign(std::vector<model::Finding>& out);
  void break_off(std::string why, std::vector<model::Finding>& out);

  const LaunchTests& tests_;
  std::vector<LogRecord> records_;
  std::string buffer_;  ///< the record that has not ended
  bool broken_ = false;
};

}  // namespace cupel::harness::libtest
