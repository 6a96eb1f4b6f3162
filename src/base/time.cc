// SPDX-License-Identifier: Apache-2.0
#include "base/time.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace cupel::base {
namespace {

using Nanos = std::int64_t;

struct Unit {
  std::string_view suffix;
  Nanos nanos;
};
// "ms" stands before "m" and "s", of which its text ends in one.
constexpr std::array<Unit, 4> units{{
    {"ms", 1'000'000},
    {"s", 1'000'000'000},
    {"m", 60'000'000'000},
    {"h", 3'600'000'000'000},
}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The digits at the front of `text`, which are taken off it.
std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

/// DIGITS[.DIGITS] in units of `unit`, exactly; nothing where it does not fit nanoseconds.
std::optional<Nanos> decimal(std::string_view whole, std::string_view fraction, Nanos unit) {
  constexpr Nanos most = std::numeric_limits<Nanos>::max();
  Nanos value = 0;
  for (const char digit : whole) {
    if (value > (most - 9) / 10) return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  if (value > most / unit - 1) return std::nullopt;
  value *= unit;
  for (const char digit : fraction) {
    if (digit != '0' && unit % 10 != 0) return std::nullopt;
    unit /= 10;
    value += (digit - '0') * unit;
  }
  return value;
}

Error bad_duration(std::string_view text) {
  return usage_error(fmt::format("\"{}\" is not a duration", text),
                     "write a number and a unit: 250ms, 30s, 1.5s, 5m, 2h");
}

/// The decimal text of nanos / unit without trailing zeros, where it is exact.
std::optional<std::string> in_unit(Nanos nanos, const Unit& unit) {
  if (nanos % unit.nanos == 0) return fmt::format("{}{}", nanos / unit.nanos, unit.suffix);
  if (unit.nanos % 60 == 0) return std::nullopt;  // minutes and hours in whole numbers only
  const auto digits = static_cast<int>(fmt::formatted_size("{}", unit.nanos)) - 1;
  std::string fraction = fmt::format("{:0{}}", nanos % unit.nanos, digits);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return fmt::format("{}.{}{}", nanos / unit.nanos, fraction, unit.suffix);
}

/// A fixed-width decimal field at the front of `text`, then `separator` (0: none); both taken off.
std::optional<int> take_field(std::string_view& text, std::size_t width, char separator) {
  const std::size_t length = width + (separator != 0 ? 1 : 0);
  if (text.size() < length || (separator != 0 && text[width] != separator)) return std::nullopt;
  if (!std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(width), is_digit)) {
    return std::nullopt;
  }
  int value = 0;
  std::from_chars(text.data(), text.data() + width, value);
  text.remove_prefix(length);
  return value;
}

/// What follows the seconds: "[.DIGITS]Z".
std::optional<Nanos> take_fraction(std::string_view text) {
  Nanos nanos = 0;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::string_view digits = take_digits(text);
    if (digits.empty() || digits.size() > 9) return std::nullopt;
    nanos = decimal("", digits, 1'000'000'000).value_or(0);
  }
  if (text != "Z") return std::nullopt;
  return nanos;
}

std::optional<WallTime> read_wall_time(std::string_view text) {
  const auto year = take_field(text, 4, '-');
  const auto month = year ? take_field(text, 2, '-') : std::nullopt;
  const auto day = month ? take_field(text, 2, 'T') : std::nullopt;
  const auto hour = day ? take_field(text, 2, ':') : std::nullopt;
  const auto minute = hour ? take_field(text, 2, ':') : std::nullopt;
  const auto second = minute ? take_field(text, 2, 0) : std::nullopt;
  const auto nanos = second ? take_fraction(text) : std::nullopt;
  if (!nanos || *hour > 23 || *minute > 59 || *second > 59) return std::nullopt;
  // Nanoseconds in 64 bits reach from 1678 to 2262.
  if (*year < 1678 || *year > 2261) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year},
                                         std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) return std::nullopt;
  return WallTime{std::chrono::sys_days{date}} + std::chrono::hours{*hour} +
         std::chrono::minutes{*minute} + std::chrono::seconds{*second} +
         std::chrono::nanoseconds{*nanos};
}

}  // namespace

Result<Duration> parse_duration(std::string_view text) {
  std::string_view rest = text;
  const std::string_view whole = take_digits(rest);
  std::string_view fraction;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    fraction = take_digits(rest);
    if (fraction.empty()) return bad_duration(text);
  }
  if (whole.empty()) return bad_duration(text);
  for (const Unit& unit : units) {
    if (rest != unit.suffix) continue;
    if (const auto nanos = decimal(whole, fraction, unit.nanos)) return Duration{*nanos};
    return usage_error(fmt::format("the duration \"{}\" is out of range", text),
                       "durations are whole nanoseconds and less than 292 years");
  }
  return bad_duration(text);
}

std::string format_duration(Duration duration) {
  const Nanos nanos = duration.count();
  if (nanos <= 0) return "0s";
  std::string best;
  bool best_whole = false;
  for (const Unit& unit : units) {
    const auto text = in_unit(nanos, unit);
    if (!text) continue;
    const bool whole = text->find('.') == std::string::npos;
    const bool shorter = text->size() < best.size();
    const bool as_short = text->size() == best.size() && whole && !best_whole;
    if (best.empty() || shorter || as_short) {
      best = *text;
      best_whole = whole;
    }
  }
  return best;
}

std::string human_duration(Duration duration) {
  const Nanos nanos = std::max<Nanos>(duration.count(), 0);
  const Nanos hundredths = (nanos + 5'000'000) / 10'000'000;
  if (hundredths < 1000) return fmt::format("{}.{:02} s", hundredths / 100, hundredths % 100);
  const Nanos tenths = (nanos + 50'000'000) / 100'000'000;
  if (tenths < 600) return fmt::format("{}.{} s", tenths / 10, tenths % 10);
  const Nanos whole = (nanos + 500'000'000) / 1'000'000'000;
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  const Nanos minutes = (whole + 30) / 60;
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

std::string format_wall_time(WallTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::hh_mm_ss clock{std::chrono::floor<std::chrono::milliseconds>(time - day)};
  return fmt::format("{}T{:02}:{:02}:{:02}.{:03}Z", format_date(date_of(time)),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

Result<WallTime> parse_wall_time(std::string_view text) {
  if (const auto time = read_wall_time(text)) return *time;
  return usage_error(fmt::format("\"{}\" is not an instant", text),
                     "write it like 2026-11-30T15:18:56.123Z");
}

Date date_of(WallTime time) {
  const std::chrono::year_month_day date{std::chrono::floor<std::chrono::days>(time)};
  return Date{static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
              static_cast<int>(static_cast<unsigned>(date.day()))};
}

std::string format_date(Date date) {
  return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

}  // namespace cupel::base
