// SPDX-License-Identifier: Apache-2.0
#include "judge/settle.h"

#include <gtest/gtest.h>

#include <csignal>

namespace cupel::judge {
namespace {

using model::Exited;
using model::KilledByUs;
using model::KillReason;
using model::Lost;
using model::NotStarted;
using model::Outcome;
using model::Reported;
using model::Signalled;

std::string text(const std::optional<Settled>& settled) {
  if (!settled) return "owed";
  std::string words(word(settled->outcome));
  return settled->detail.empty() ? words : words + ": " + settled->detail;
}

struct EndingCase {
  model::Termination ending;
  const char* in_flight;
  const char* in_flight_last;
  const char* elsewhere_last;
};

const char* const died = "crashed: lost: its warden died";
const char* const missing = "missing: no result came, even when it ran alone";

std::vector<EndingCase> endings() {
  const auto killed = [](KillReason reason) { return KilledByUs{reason, false}; };
  const char* const exit0 = "crashed: exited with code 0 inside the test";
  const char* const exit3 = "crashed: exited with code 3 inside the test";
  const char* const segv = "crashed: signal 11 (SIGSEGV), core dumped";
  return {
      {NotStarted{"no such file"}, "not_run: not started: no such file",
       "not_run: not started: no such file", "not_run: not started: no such file"},
      {Exited{0}, exit0, exit0, missing},
      {Exited{3}, exit3, exit3, missing},
      {Signalled{SIGSEGV, true}, segv, segv, missing},
      {Lost{"its warden died"}, died, died, missing},
      {killed(KillReason::test_timeout), "timed_out: killed: test_timeout",
       "timed_out: killed: test_timeout", missing},
      {killed(KillReason::start_timeout), "timed_out: killed: start_timeout",
       "timed_out: killed: start_timeout", missing},
      {killed(KillReason::teardown_timeout), "timed_out: killed: teardown_timeout",
       "timed_out: killed: teardown_timeout", missing},
      {killed(KillReason::listing_timeout), "timed_out: killed: listing_timeout",
       "timed_out: killed: listing_timeout", missing},
      {killed(KillReason::deadline), "not_run: killed: deadline", "not_run: killed: deadline",
       "not_run: killed: deadline"},
      {killed(KillReason::interrupted), "not_run: killed: interrupted",
       "not_run: killed: interrupted", "not_run: killed: interrupted"},
      {killed(KillReason::poisoned), "owed", "crashed: killed: poisoned", missing},
      {killed(KillReason::output_limit), "crashed: killed: output_limit",
       "crashed: killed: output_limit", missing},
      {killed(KillReason::lane_lost), "not_run: killed: lane_lost", "not_run: killed: lane_lost",
       "not_run: killed: lane_lost"},
      {killed(KillReason::trouble), "not_run: killed: trouble", "not_run: killed: trouble",
       "not_run: killed: trouble"},
  };
}

TEST(Settle, DecidesEveryEndingOfAnUnreportedTest) {
  for (const EndingCase& c : endings()) {
    AttemptFacts facts;
    facts.termination = c.ending;
    EXPECT_EQ(text(settle(facts)), "owed") << describe(c.ending) << ", not begun";
    facts.last_chance = true;
    EXPECT_EQ(text(settle(facts)), c.elsewhere_last) << describe(c.ending);
    facts.in_flight = true;
    EXPECT_EQ(text(settle(facts)), c.in_flight_last) << describe(c.ending);
    facts.last_chance = false;
    EXPECT_EQ(text(settle(facts)), c.in_flight) << describe(c.ending);
  }
}

TEST(Settle, HasACaseForEveryKillReason) {
  std::size_t kills = 0;
  for (const EndingCase& c : endings()) {
    kills += std::holds_alternative<KilledByUs>(c.ending) ? 1 : 0;
  }
  EXPECT_EQ(kills, static_cast<std::size_t>(KillReason::trouble) + 1);
}

TEST(Settle, WaitsWhileTheProcessLives) {
  AttemptFacts facts;
  EXPECT_EQ(text(settle(facts)), "owed");
  facts.in_flight = true;
  facts.last_chance = true;
  EXPECT_EQ(text(settle(facts)), "owed");
}

TEST(Settle, TakesAReportWhateverBecomesOfTheProcess) {
  std::vector<std::optional<model::Termination>> states = {std::nullopt};
  for (const EndingCase& c : endings()) states.emplace_back(c.ending);
  for (const auto& termination : states) {
    AttemptFacts facts;
    facts.termination = termination;
    facts.reported = Reported::passed;
    EXPECT_EQ(text(settle(facts)), "passed");
    facts.reported = Reported::failed;
    EXPECT_EQ(text(settle(facts)), "failed");
    facts.reported = Reported::skipped;
    EXPECT_EQ(text(settle(facts)), "skipped");
    facts.skip_reason = "no device";
    EXPECT_EQ(settle(facts)->detail, "skipped: no device");
    facts.reported = Reported::unsettled;
    EXPECT_EQ(text(settle(facts)), "owed");
    facts.last_chance = true;
    EXPECT_EQ(text(settle(facts)), "failed: failed or skipped, and the program did not tell which");
  }
}

struct ChargeCase {
  std::optional<Reported> reported;
  const char* contradicted;
  const char* worsened;
  const char* context_dead;
};

TEST(Settle, LetsContradictionAndClientOnlyWorsenAReport) {
  const char* const contradicted = "failed: contradicted: ended twice";
  const char* const worsened = "failed: failed by the client's word: budget";
  const char* const dead = "crashed: the device context was dead after it: error 700";
  const ChargeCase cases[] = {
      {Reported::passed, contradicted, worsened, dead},
      {Reported::skipped, contradicted, worsened, dead},
      {Reported::failed, "failed", "failed", dead},
      {Reported::unsettled, contradicted, worsened, dead},
  };
  for (const ChargeCase& c : cases) {
    AttemptFacts facts;
    facts.reported = c.reported;
    facts.contradiction = "ended twice";
    EXPECT_EQ(text(settle(facts)), c.contradicted);
    facts.contradiction.clear();
    facts.worsened = true;
    facts.why_worsened = "budget";
    EXPECT_EQ(text(settle(facts)), c.worsened);
    facts.context_dead = true;
    facts.why_worsened = "error 700";
    EXPECT_EQ(text(settle(facts)), c.context_dead);
  }
}

TEST(Settle, KeepsAChargeAgainstATestThatWasNeverReported) {
  AttemptFacts facts;
  facts.in_flight = true;
  facts.worsened = true;
  EXPECT_EQ(text(settle(facts)), "owed") << "the report may still say more";
  facts.context_dead = true;
  EXPECT_EQ(text(settle(facts)), "crashed: the device context was dead after it");
  facts.context_dead = false;
  facts.termination = Exited{0};
  EXPECT_EQ(text(settle(facts)), "crashed: exited with code 0 inside the test");
  facts.termination = KilledByUs{KillReason::deadline, false};
  EXPECT_EQ(text(settle(facts)), "failed: failed by the client's word");
  facts.termination = KilledByUs{KillReason::poisoned, false};
  EXPECT_EQ(text(settle(facts)), "failed: failed by the client's word");
  facts.in_flight = false;
  facts.worsened = false;
  facts.contradiction = "began twice";
  facts.termination = Exited{0};
  EXPECT_EQ(text(settle(facts)), "failed: contradicted: began twice");
}

TEST(Worse, OrdersEveryPair) {
  const Outcome rising[] = {Outcome::passed, Outcome::skipped,   Outcome::not_run, Outcome::missing,
                            Outcome::failed, Outcome::timed_out, Outcome::crashed};
  static_assert(std::size(rising) == model::outcome_count);
  for (std::size_t i = 0; i < std::size(rising); ++i) {
    for (std::size_t j = 0; j < std::size(rising); ++j) {
      EXPECT_EQ(worse(rising[i], rising[j]), rising[std::max(i, j)]);
    }
  }
}

TEST(Worse, KeepsTheDetailOfWhatItKeeps) {
  const Settled failed{Outcome::failed, "first"};
  EXPECT_EQ(worse(failed, Settled{Outcome::failed, "second"}).detail, "first");
  EXPECT_EQ(worse(failed, Settled{Outcome::crashed, "second"}).detail, "second");
  EXPECT_EQ(worse(failed, Settled{Outcome::passed, "second"}).detail, "first");
}

}  // namespace
}  // namespace cupel::judge
