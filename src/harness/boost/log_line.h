// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/time.h"
#include "model/listing.h"

namespace cupel::harness::boost {

/// What a line of the log says, if it is one that begins an entry.
struct LogLine {
  enum class Kind {
    other,  ///< text of a message, or of the entry before
    enter_case,
    leave_case,
    enter_suite,
    leave_suite,
    leave_module,
    skipped,  ///< a case or a suite, by its path
    failure,  ///< "error" or "fatal error"
    warning,
  };
  Kind kind = Kind::other;
  std::string_view name;  ///< of the unit; of a failure the path of the unit that was running
  std::string_view text;  ///< the message, or the reason of a skip
  model::Location location;
  std::optional<base::Duration> duration;
};

[[nodiscard]] LogLine read_log_line(std::string_view line);

/// The name in a line that enters or leaves a unit, from its opening quote on: where the name has a
/// newline in it, more is to come.
[[nodiscard]] std::optional<std::string_view> read_open_name(std::string_view line);

}  // namespace cupel::harness::boost
