// SPDX-License-Identifier: Apache-2.0
#include "base/time.h"

#include <gtest/gtest.h>

namespace cupel::base {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::nanoseconds;
using std::chrono::seconds;

TEST(ParseDuration, ReadsEveryForm) {
  const std::pair<const char*, Duration> cases[] = {
      {"250ms", milliseconds(250)},
      {"30s", seconds(30)},
      {"5m", minutes(5)},
      {"2h", hours(2)},
      {"1.5s", milliseconds(1500)},
      {"0.25h", minutes(15)},
      {"0s", nanoseconds(0)},
      {"0.1s", milliseconds(100)},
      {"1.000000001s", nanoseconds(1'000'000'001)},
      {"1.10000000000000s", milliseconds(1100)},
      {"0.000001ms", nanoseconds(1)},
      {"007s", seconds(7)},
  };
  for (const auto& [text, expected] : cases) {
    const auto read = parse_duration(text);
    ASSERT_TRUE(read.ok()) << text;
    EXPECT_EQ(*read, expected) << text;
  }
}

TEST(ParseDuration, RefusesEverythingElse) {
  for (const char* text :
       {"",     "5",    "s",    "ms", ".5s", "5.s",    "-1s", "+1s", " 5s",  "5 s", "5s ", "5S",
        "5sec", "1e3s", "0x5s", "5d", "5us", "1.5.5s", "inf", "nan", "1,5s", "5ss", "5mm"}) {
    const auto read = parse_duration(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().kind, ErrorKind::usage);
    EXPECT_NE(read.error().message.find("is not a duration"), std::string::npos) << text;
    EXPECT_NE(read.error().hint.find("30s"), std::string::npos) << text;
  }
}

TEST(ParseDuration, RefusesWhatNanosecondsCannotHold) {
  for (const char* text : {"9999999999999999999999s", "2562048h", "0.0000000001s", "9223372037s"}) {
    const auto read = parse_duration(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_NE(read.error().message.find("out of range"), std::string::npos) << text;
  }
  EXPECT_TRUE(parse_duration("2562046h").ok());
}

TEST(FormatDuration, WritesTheShortestTextThatSaysTheSame) {
  const std::pair<Duration, const char*> cases[] = {
      {milliseconds(250), "250ms"},
      {seconds(30), "30s"},
      {minutes(5), "5m"},
      {hours(2), "2h"},
      {milliseconds(1500), "1.5s"},
      {seconds(90), "90s"},
      {minutes(90), "90m"},
      {nanoseconds(0), "0s"},
      {nanoseconds(1), "0.000001ms"},
      {hours(24), "24h"},
      {milliseconds(60'001), "60001ms"},
  };
  for (const auto& [duration, expected] : cases) EXPECT_EQ(format_duration(duration), expected);
}

TEST(FormatDuration, IsReadBackAsTheSame) {
  for (std::int64_t nanos = 1; nanos < 4'000'000'000'000'000; nanos = nanos * 3 + 7) {
    const auto read = parse_duration(format_duration(Duration(nanos)));
    ASSERT_TRUE(read.ok()) << nanos;
    EXPECT_EQ(read->count(), nanos);
  }
}

TEST(HumanDuration, ChangesItsUnitsWithTheSize) {
  const std::pair<Duration, const char*> cases[] = {
      {milliseconds(0), "0.00 s"},
      {milliseconds(420), "0.42 s"},
      {milliseconds(9994), "9.99 s"},
      {milliseconds(9996), "10.0 s"},
      {milliseconds(12'300), "12.3 s"},
      {milliseconds(59'940), "59.9 s"},
      {milliseconds(59'960), "1 min 00 s"},
      {seconds(245), "4 min 05 s"},
      {milliseconds(3'599'600), "1 h 00 min"},
      {minutes(62), "1 h 02 min"},
      {seconds(-5), "0.00 s"},
  };
  for (const auto& [duration, expected] : cases) EXPECT_EQ(human_duration(duration), expected);
}

TEST(WallTime, IsWrittenInUtcWithMilliseconds) {
  const WallTime time{milliseconds(1'796'051'936'123)};
  EXPECT_EQ(format_wall_time(time), "2026-11-30T15:18:56.123Z");
  EXPECT_EQ(format_wall_time(WallTime{}), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(format_wall_time(WallTime{} - milliseconds(1)), "1969-12-31T23:59:59.999Z");
}

TEST(WallTime, IsReadBack) {
  for (const char* text : {"2026-11-30T15:18:56.123Z", "2024-02-29T00:00:00.000Z"}) {
    const auto time = parse_wall_time(text);
    ASSERT_TRUE(time.ok()) << text;
    EXPECT_EQ(format_wall_time(*time), text);
  }
  EXPECT_EQ(*parse_wall_time("2026-11-30T15:18:56Z"), *parse_wall_time("2026-11-30T15:18:56.000Z"));
  EXPECT_EQ(*parse_wall_time("1970-01-01T00:00:00.000000001Z"), WallTime{nanoseconds(1)});
}

TEST(WallTime, RefusesWhatIsNoInstant) {
  for (const char* text :
       {"", "2026-11-30", "2026-11-30T15:18:56", "2026-11-30T15:18:56+00:00",
        "2026-11-30 15:18:56Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-11-30T24:00:00Z", "2026-11-30T15:60:00Z", "2026-11-30T15:18:61Z",
        "2026-11-30T15:18:56.Z", "2026-11-30T15:18:56.1234567890Z", "2026-11-30T15:18:56.123Zx",
        "26-11-30T15:18:56Z", "9999-11-30T15:18:56Z", "2026-1a-30T15:18:56Z"}) {
    EXPECT_FALSE(parse_wall_time(text).ok()) << text;
  }
}

TEST(Date, ComesFromTheUtcDay) {
  EXPECT_EQ(date_of(*parse_wall_time("2026-11-30T23:59:59.999Z")), (Date{2026, 11, 30}));
  EXPECT_EQ(date_of(*parse_wall_time("2026-12-01T00:00:00Z")), (Date{2026, 12, 1}));
  EXPECT_EQ(format_date(Date{2027, 1, 31}), "2027-01-31");
  EXPECT_LT((Date{2026, 11, 30}), (Date{2026, 12, 1}));
  EXPECT_LT((Date{2026, 12, 31}), (Date{2027, 1, 1}));
}

}  // namespace
}  // namespace cupel::base
