// SPDX-License-Identifier: Apache-2.0
#include "record/journal_codec.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "record/event_fields.h"

namespace cupel::record {
namespace {

std::string line_of(const model::Event& event) {
  std::string line;
  append_journal_line(line, event);
  return line;
}

// A third visitor of the field lists: fills every member with something that is not its default.
class Filler {
 public:
  explicit Filler(unsigned seed) : random_(seed) {}

  template <typename T>
  void operator()(std::string_view, T& member) {
    fill(member);
  }
  template <typename T>
  void maybe(std::string_view, T& member) {
    fill(member);
  }
  void blame(std::string_view, std::string_view) {}

  template <typename T>
  void fill(T& member) {
    if constexpr (std::is_same_v<T, bool>) {
      member = true;
    } else if constexpr (std::is_enum_v<T>) {
      member = static_cast<T>(1);
    } else if constexpr (std::is_floating_point_v<T>) {
      const double odd[] = {0.1, -1e-300, std::numeric_limits<double>::quiet_NaN(),
                            -std::numeric_limits<double>::infinity(), 3.0};
      member = odd[random_() % 5];
    } else if constexpr (std::is_arithmetic_v<T>) {
      member = static_cast<T>(random_() % 1000 + 1);
    } else {
      fields(*this, member);
    }
  }
  void fill(std::uint64_t& member) { member = ~std::uint64_t{random_()}; }
  void fill(std::string& text) {
    text = "t:";
    for (int i = 0; i < 6; ++i) text += static_cast<char>(random_() % 256);
  }
  void fill(model::TestId& id) {
    id.target = "target/" + std::to_string(random_() % 100);
    fill(id.name);
  }
  template <typename T>
  void fill(std::optional<T>& maybe) {
    fill(maybe.emplace());
  }
  template <typename T>
  void fill(std::vector<T>& items) {
    items.resize(2);
    for (T& item : items) fill(item);
  }
  template <typename T>
  void fill(std::map<std::string, T>& members) {
    fill(members["A"]);
    fill(members[""]);
  }
  template <typename A, typename B>
  void fill(std::pair<A, B>& pair) {
    fill(pair.first);
    fill(pair.second);
  }
  void fill(model::Termination& ending) {
    using Way = model::Termination;
    const Way ways[] = {
        model::NotStarted{"no such file"}, model::Exited{3}, model::Signalled{11, true},
        model::KilledByUs{model::KillReason::test_timeout, true}, model::Lost{"outlived KILL"}};
    ending = ways[random_() % 5];
  }

 private:
  std::mt19937 random_;
};

template <std::size_t i>
void check_round_trip(unsigned seed) {
  model::Event event{base::WallTime(base::Duration(1764516797123456789)), {}};
  Filler filler(seed);
  filler.fill(event.body.emplace<i>());
  const std::string line = line_of(event);
  const auto journal = read_journal(line);
  ASSERT_TRUE(journal.ok()) << line << journal.error().message;
  ASSERT_EQ(journal->events.size(), 1U) << line;
  EXPECT_EQ(journal->events[0].body.index(), i);
  EXPECT_EQ(journal->events[0].at, event.at);
  EXPECT_EQ(line_of(journal->events[0]), line);
}

TEST(JournalCodec, EveryEventWithEveryMemberRoundTrips) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      (check_round_trip<i>(seed), ...);
    }(std::make_index_sequence<std::variant_size_v<model::EventBody>>{});
  }
}

TEST(JournalCodec, EveryEventWithDefaultsRoundTrips) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (([] {
       model::Event event;
       event.body.emplace<i>();
       const std::string line = line_of(event);
       const auto journal = read_journal(line);
       ASSERT_TRUE(journal.ok()) << line << journal.error().message;
       EXPECT_EQ(line_of(journal->events.at(0)), line);
     }()),
     ...);
  }(std::make_index_sequence<std::variant_size_v<model::EventBody>>{});
}

// How many members an aggregate has: the largest number of initializers that it takes.
struct Anything {
  template <typename T>
  operator T() const;  // NOLINT: converts on purpose
};
template <typename T, typename... Given>
constexpr std::size_t member_count() {
  if constexpr (requires { T{Given{}..., Anything{}}; }) {
    return member_count<T, Given..., Anything>();
  } else {
    return sizeof...(Given);
  }
}

struct Counter {
  std::size_t seen = 0;
  void operator()(std::string_view, const auto&) { ++seen; }
  void maybe(std::string_view, const auto&) { ++seen; }
};

template <typename T>
std::size_t listed_members() {
  Counter counter;
  const T value{};
  fields(counter, value);
  return counter.seen;
}

template <typename... T>
void expect_all_members_listed() {
  const std::vector<std::pair<std::size_t, std::size_t>> counts = {
      {listed_members<T>(), member_count<T>()}...};
  for (std::size_t i = 0; i < counts.size(); ++i) EXPECT_EQ(counts[i].first, counts[i].second) << i;
}

TEST(JournalCodec, NoMemberIsForgotten) {
  expect_all_members_listed<model::Location, model::Failure, model::Measure, model::TestCase,
                            model::Listing, model::GpuFacts, model::EnvironmentFacts,
                            model::PrecisionVariable, model::UnsetPin, model::PrecisionFacts,
                            model::GateFacts, model::LaneFacts>();
  expect_all_members_listed<model::RunStarted, model::RunResumed, model::BuildFinished,
                            model::LaneOpened, model::LaneClosed, model::TargetListed,
                            model::TargetSelected, model::TargetProblem, model::LaunchStarted,
                            model::TestStarted, model::TestReported, model::AttemptVoided,
                            model::LaunchEnded, model::TestSettled, model::DiagnosisMade,
                            model::Interrupted, model::Warned, model::RunFinished>();
}

TEST(JournalCodec, ALineIsOneLineWithoutDefaults) {
  const model::Event event{base::WallTime(base::Duration(5)), model::TestStarted{3, {"t", "A\nB"}}};
  EXPECT_EQ(line_of(event),
            "{\"at\":5,\"event\":\"test_started\",\"launch\":3,\"test\":\"t:A\\nB\"}\n");
}

TEST(JournalCodec, BytesThatAreNoTextComeBack) {
  model::TargetListed listed{"t", "gtest", "", {}, 0};
  listed.listing.tests.push_back({"A\\xFF", "A\xff", {}, false, ""});
  const auto journal = read_journal(line_of({{}, listed}));
  ASSERT_TRUE(journal.ok());
  const auto& back = std::get<model::TargetListed>(journal->events.at(0).body);
  EXPECT_EQ(back.listing.tests.at(0).native, "A\xff");
}

TEST(JournalCodec, AnUnfinishedLastLineIsNoDamage) {
  const std::string whole = line_of({{}, model::Warned{"one"}});
  const std::string torn = whole + line_of({{}, model::Warned{"two"}}).substr(0, 20);
  const auto journal = read_journal(torn);
  ASSERT_TRUE(journal.ok());
  EXPECT_EQ(journal->events.size(), 1U);
  EXPECT_EQ(journal->whole_bytes, whole.size());
  EXPECT_TRUE(journal->torn(torn));
  EXPECT_FALSE(read_journal(whole)->torn(whole));
}

TEST(JournalCodec, AFinishedLineThatIsNoEventIsDamage) {
  const std::string good = line_of({{}, model::Warned{"one"}});
  const auto expect_damage = [&good](const std::string& bad, const std::string& why) {
    const auto journal = read_journal(good + bad + "\n" + good);
    ASSERT_FALSE(journal.ok()) << bad;
    EXPECT_NE(journal.error().message.find("line 2 of the journal is damaged"), std::string::npos);
    EXPECT_NE(journal.error().message.find(why), std::string::npos) << journal.error().message;
    EXPECT_FALSE(journal.error().hint.empty());
  };
  expect_damage(good.substr(0, 12), "not JSON");
  expect_damage(std::string(8, '\0'), "not JSON");
  expect_damage("", "not JSON");
  expect_damage("[]", "no time or no kind");
  expect_damage(R"({"at":1,"event":"warned"})", "in warned, \"text\" is missing");
  expect_damage(R"({"at":1,"event":"warned","text":7})", "\"text\" is not what it should be");
  expect_damage(R"({"at":1,"event":"test_started","launch":-1,"test":"t:A"})", "\"launch\" is not");
  expect_damage(R"({"at":1,"event":"test_started","launch":1,"test":"tA"})", "\"test\" is not");
  EXPECT_TRUE(read_journal(good + R"({"at":1,"event":"warned","text":"x"})" + "\n" + good).ok());
}

TEST(JournalCodec, EventsOfALaterVersionAreReported) {
  const auto journal = read_journal("{\"at\":1,\"event\":\"moon_phase\",\"phase\":3}\n" +
                                    line_of({{}, model::Warned{"one"}}));
  ASSERT_TRUE(journal.ok());
  EXPECT_EQ(journal->events.size(), 1U);
  ASSERT_EQ(journal->unknown.size(), 1U);
  EXPECT_EQ(journal->unknown[0].line, 1U);
  EXPECT_EQ(journal->unknown[0].kind, "moon_phase");
}

TEST(JournalCodec, MembersOfALaterVersionAreLeftAlone) {
  const auto journal =
      read_journal("{\"at\":1,\"event\":\"warned\",\"text\":\"x\",\"colour\":1}\n");
  ASSERT_TRUE(journal.ok());
  EXPECT_EQ(std::get<model::Warned>(journal->events.at(0).body).text, "x");
}

}  // namespace
}  // namespace cupel::record
