// SPDX-License-Identifier: Apache-2.0
// Durations and instants. Pure layers never ask for the time: it is handed to them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace cupel::base {

using Duration = std::chrono::nanoseconds;
/// An instant of the monotonic clock; only differences mean anything.
using MonoTime = std::chrono::time_point<std::chrono::steady_clock, Duration>;
/// An instant of the wall clock, UTC.
using WallTime = std::chrono::time_point<std::chrono::system_clock, Duration>;

[[nodiscard]] inline double seconds(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}
[[nodiscard]] inline Duration from_seconds(double value) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(value));
}

/// Reads "250ms", "30s", "5m", "2h", "1.5s". The unit is required, the value positive or zero.
[[nodiscard]] Result<Duration> parse_duration(std::string_view text);

/// The shortest of the forms above that says the same: "250ms", "30s", "5m".
[[nodiscard]] std::string format_duration(Duration duration);

/// For people: "0.42 s", "12.3 s", "4 min 05 s", "1 h 02 min".
[[nodiscard]] std::string human_duration(Duration duration);

/// ISO 8601 in UTC with milliseconds: "2026-11-30T15:18:56.123Z".
[[nodiscard]] std::string format_wall_time(WallTime time);
[[nodiscard]] Result<WallTime> parse_wall_time(std::string_view text);

/// A calendar day, for expiry dates of ledger entries.
struct Date {
  int year = 0;
  int month = 0;
  int day = 0;
  friend auto operator<=>(const Date&, const Date&) = default;
};
[[nodiscard]] Date date_of(WallTime time);
[[nodiscard]] std::string format_date(Date date);

}  // namespace cupel::base
