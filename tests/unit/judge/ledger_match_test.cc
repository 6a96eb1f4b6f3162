// SPDX-License-Identifier: Apache-2.0
#include "judge/ledger_match.h"

#include <gtest/gtest.h>

namespace cupel::judge {
namespace {

using model::KnownEntry;
using model::Outcome;
using model::ProblemKind;
using model::SkipEntry;
using model::TestId;

const Conditions here{{"NVIDIA H200"}, {"580.65.06"}, "default", {2026, 11, 30}};

KnownEntry known(std::string test, std::string kind, int line = 1) {
  KnownEntry entry;
  entry.test = std::move(test);
  entry.kind = std::move(kind);
  entry.issue = "I-" + std::to_string(line);
  entry.place = {"k.toml", line, 1};
  return entry;
}

SkipEntry skip(std::string test, int line = 1) {
  SkipEntry entry;
  entry.test = std::move(test);
  entry.reason = "why";
  entry.place = {"k.toml", line, 1};
  return entry;
}

Ledger ledger_of(std::vector<KnownEntry> entries, std::vector<SkipEntry> skips = {},
                 const Conditions& conditions = here) {
  auto ledger = Ledger::compile({std::move(entries), std::move(skips)}, conditions);
  EXPECT_TRUE(ledger.ok()) << (ledger.ok() ? "" : ledger.error().message);
  return std::move(ledger).value();
}

const TestId a{"t", "A"};

LedgerState state(const Ledger& ledger, Outcome outcome, std::string_view message = "",
                  std::string_view output = "") {
  return ledger.find(a, outcome, message, output).state;
}
int line_of(const LedgerAnswer& answer) {
  return answer.entry == nullptr ? 0 : answer.entry->place.line;
}

TEST(Ledger, SaysNothingOfATestWithoutAnEntry) {
  EXPECT_EQ(state(Ledger(), Outcome::failed), LedgerState::no_entry);
  EXPECT_EQ(state(ledger_of({known("t:B", "failed")}), Outcome::failed), LedgerState::no_entry);
  EXPECT_EQ(state(ledger_of({known("t", "exit_mismatch")}), Outcome::failed), LedgerState::no_entry)
      << "an entry for a problem speaks of no test";
}

TEST(Ledger, CoversOnlyTheKindOfTheEntry) {
  const Outcome reds[] = {Outcome::failed, Outcome::crashed, Outcome::timed_out, Outcome::missing};
  for (const Outcome recorded : reds) {
    const Ledger ledger = ledger_of({known("t:A", std::string(word(recorded)))});
    for (const Outcome outcome : reds) {
      EXPECT_EQ(state(ledger, outcome),
                outcome == recorded ? LedgerState::covers : LedgerState::other)
          << word(recorded) << " recorded, " << word(outcome) << " came";
    }
    EXPECT_EQ(state(ledger, Outcome::passed), LedgerState::covers);
    EXPECT_EQ(state(ledger, Outcome::skipped), LedgerState::covers);
    EXPECT_EQ(state(ledger, Outcome::not_run), LedgerState::covers);
  }
}

TEST(Ledger, LetsFlakyCoverFailedAlone) {
  const Ledger ledger = ledger_of({known("t:A", "flaky")});
  for (std::size_t i = 0; i < model::outcome_count; ++i) {
    EXPECT_EQ(state(ledger, static_cast<Outcome>(i)), LedgerState::flaky);
  }
  // What flaky does to the verdict: failed is known, a crash red, a pass nothing.
  EXPECT_EQ(outcome_rule(Outcome::failed, LedgerState::flaky).effect, Effect::known);
  EXPECT_EQ(outcome_rule(Outcome::crashed, LedgerState::flaky).effect, Effect::red);
}

TEST(Ledger, CoversOnlyTheSignatureOfTheEntry) {
  KnownEntry entry = known("t:A", "failed");
  entry.match = "rms [0-9.]+";
  const Ledger ledger = ledger_of({entry});
  EXPECT_EQ(state(ledger, Outcome::failed, "normalized rms 2.5"), LedgerState::covers);
  EXPECT_EQ(state(ledger, Outcome::failed, "", "rms 1"), LedgerState::covers) << "in the output";
  EXPECT_EQ(state(ledger, Outcome::failed, "max 2.5", "nothing"), LedgerState::other);
  entry.kind = "flaky";
  const Ledger flaky = ledger_of({entry});
  EXPECT_EQ(state(flaky, Outcome::failed, "rms 3"), LedgerState::flaky);
  EXPECT_EQ(state(flaky, Outcome::failed, "max 3"), LedgerState::other);
}

TEST(Ledger, SaysWhichPatternIsNoRegularExpression) {
  KnownEntry entry = known("t:A", "failed", 7);
  entry.match = "(unclosed";
  const auto refused = Ledger::compile({{entry}, {}}, here);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, base::ErrorKind::usage);
  EXPECT_EQ(refused.error().message.rfind("k.toml:7:1: match \"(unclosed\" is not a regular", 0),
            0U);
  EXPECT_FALSE(refused.error().hint.empty());
  entry.match = "\\(closed";
  EXPECT_TRUE(Ledger::compile({{entry}, {}}, here).ok());
}

TEST(Ledger, TakesAnEntryThroughItsLastDay) {
  KnownEntry entry = known("t:A", "failed");
  entry.expires = base::Date{2026, 11, 30};
  EXPECT_EQ(state(ledger_of({entry}), Outcome::failed), LedgerState::covers);
  entry.expires = base::Date{2026, 11, 29};
  const Ledger expired = ledger_of({entry});
  for (const Outcome outcome : {Outcome::failed, Outcome::passed, Outcome::skipped}) {
    EXPECT_EQ(state(expired, outcome), LedgerState::expired);
  }
  EXPECT_EQ(state(expired, Outcome::crashed), LedgerState::other);
  entry.kind = "flaky";
  EXPECT_EQ(state(ledger_of({entry}), Outcome::passed), LedgerState::expired);
}

TEST(Ledger, HoldsAnEntryInactiveWhoseConditionsDoNotHold) {
  const auto with = [](auto set, const Conditions& conditions) {
    KnownEntry entry = known("t:A", "failed");
    set(entry.when);
    return state(ledger_of({entry}, {}, conditions), Outcome::failed);
  };
  const auto gpu = [](const char* text) {
    return [text](model::LedgerWhen& when) { when.gpu = text; };
  };
  const auto driver = [](const char* text) {
    return [text](model::LedgerWhen& when) { when.driver = text; };
  };
  const auto mode = [](const char* text) {
    return [text](model::LedgerWhen& when) { when.mode = text; };
  };
  EXPECT_EQ(with(gpu("H200"), here), LedgerState::covers);
  EXPECT_EQ(with(gpu("A100"), here), LedgerState::inactive);
  EXPECT_EQ(with(driver(">=580"), here), LedgerState::covers);
  EXPECT_EQ(with(driver(">=580.100"), here), LedgerState::inactive) << "65 is less than 100";
  EXPECT_EQ(with(driver("<581"), here), LedgerState::covers);
  EXPECT_EQ(with(mode("default"), here), LedgerState::covers);
  EXPECT_EQ(with(mode("tf32"), here), LedgerState::inactive);
  const Conditions no_gpu{{}, {}, "default", here.today};
  EXPECT_EQ(with(gpu("H200"), no_gpu), LedgerState::inactive);
  EXPECT_EQ(with(driver("<1000"), no_gpu), LedgerState::inactive);
  const Conditions mixed{{"NVIDIA H200", "NVIDIA A100"}, {"580.1", "570.1"}, "default", here.today};
  EXPECT_EQ(with(gpu("H200"), mixed), LedgerState::inactive) << "the A100 is not excused";
  EXPECT_EQ(with(gpu("NVIDIA"), mixed), LedgerState::covers);
  EXPECT_EQ(with(driver(">=580"), mixed), LedgerState::inactive);
  EXPECT_EQ(with(
                [](model::LedgerWhen& when) {
                  when.gpu = "H200";
                  when.mode = "tf32";
                },
                here),
            LedgerState::inactive)
      << "every condition must hold";
}

TEST(Ledger, PrefersExactIdsAndThenTheMoreSpecificGlob) {
  const Ledger ledger = ledger_of({known("t:*", "failed", 1), known("t:A", "failed", 2),
                                   known("t:A*", "failed", 3), known("t:A", "failed", 4)});
  EXPECT_EQ(line_of(ledger.find(a, Outcome::failed, "", "")), 2);
  EXPECT_EQ(line_of(ledger.find(TestId{"t", "AB"}, Outcome::failed, "", "")), 3);
  EXPECT_EQ(line_of(ledger.find(TestId{"t", "B"}, Outcome::failed, "", "")), 1);
  // Escapes are no literal characters of their own.
  const Ledger escaped = ledger_of({known(R"(t:\A*)", "failed", 1), known("t:AB*", "failed", 2)});
  EXPECT_EQ(line_of(escaped.find(TestId{"t", "ABC"}, Outcome::failed, "", "")), 2);
  // And wildcards are none, however many.
  const Ledger wild = ledger_of({known("t:?*?*", "failed", 1), known("t:AB*", "failed", 2)});
  EXPECT_EQ(line_of(wild.find(TestId{"t", "ABC"}, Outcome::failed, "", "")), 2);
}

TEST(Ledger, LooksPastAnEntryOfAnotherKindForOneThatCovers) {
  const Ledger ledger = ledger_of({known("t:A", "crashed", 1), known("t:*", "failed", 2)});
  const LedgerAnswer failed = ledger.find(a, Outcome::failed, "", "");
  EXPECT_EQ(failed.state, LedgerState::covers);
  EXPECT_EQ(line_of(failed), 2);
  EXPECT_EQ(line_of(ledger.find(a, Outcome::crashed, "", "")), 1);
  EXPECT_EQ(state(ledger, Outcome::timed_out), LedgerState::other);
}

TEST(Ledger, IgnoresInactiveEntriesBesideActiveOnes) {
  KnownEntry elsewhere = known("t:A", "failed", 1);
  elsewhere.when.mode = "tf32";
  const Ledger ledger = ledger_of({elsewhere, known("t:*", "failed", 2)});
  EXPECT_EQ(line_of(ledger.find(a, Outcome::failed, "", "")), 2);
  const Ledger only = ledger_of({elsewhere});
  EXPECT_EQ(state(only, Outcome::passed), LedgerState::inactive);
}

TEST(Ledger, LetsAPassNeverContradictARate) {
  const Ledger ledger = ledger_of({known("t:A", "crashed", 1), known("t:A", "flaky", 2)});
  EXPECT_EQ(state(ledger, Outcome::passed), LedgerState::flaky);
  const Ledger exact_first = ledger_of({known("t:A", "failed", 1), known("t:*", "flaky", 2)});
  EXPECT_EQ(state(exact_first, Outcome::passed), LedgerState::covers);
}

TEST(Ledger, AnswersForProblemsByTargetKindAndDetail) {
  KnownEntry entry = known("t", "exit_mismatch", 3);
  entry.match = "code 3";
  const Ledger ledger = ledger_of({entry, known("num*", "collect_error", 4)});
  const auto ask = [&](const char* target, ProblemKind kind, const char* detail) {
    return ledger.find(target, kind, detail).state;
  };
  EXPECT_EQ(ask("t", ProblemKind::exit_mismatch, "exited with code 3"), LedgerState::covers);
  EXPECT_EQ(ask("t", ProblemKind::exit_mismatch, "exited with code 4"), LedgerState::other);
  EXPECT_EQ(ask("t", ProblemKind::collect_error, "code 3"), LedgerState::other);
  EXPECT_EQ(ask("u", ProblemKind::exit_mismatch, "code 3"), LedgerState::no_entry);
  EXPECT_EQ(ask("numerics", ProblemKind::collect_error, ""), LedgerState::covers);
}

TEST(Ledger, DeclaresSkips) {
  SkipEntry expired = skip("t:Old", 2);
  expired.expires = base::Date{2026, 11, 29};
  SkipEntry elsewhere = skip("t:Else", 3);
  elsewhere.when.mode = "tf32";
  const Ledger ledger = ledger_of({}, {skip("t:A*", 1), expired, elsewhere});
  EXPECT_EQ(ledger.find_skip(a, false).standing, SkipStanding::by_entry);
  EXPECT_EQ(ledger.find_skip(a, true).standing, SkipStanding::in_source);
  EXPECT_EQ(ledger.find_skip({"t", "Old"}, false).standing, SkipStanding::expired);
  EXPECT_EQ(ledger.find_skip({"t", "Old"}, true).standing, SkipStanding::in_source);
  EXPECT_EQ(ledger.find_skip({"t", "Else"}, false).standing, SkipStanding::undeclared);
  EXPECT_EQ(ledger.find_skip({"t", "B"}, false).standing, SkipStanding::undeclared);
}

TEST(Ledger, NamesEntriesThatMatchNothing) {
  KnownEntry elsewhere = known("t:A", "failed", 5);
  elsewhere.when.mode = "tf32";
  const Ledger ledger = ledger_of(
      {known("t:Gone", "failed", 1), known("t:A", "failed", 2), known("t:*", "flaky", 3),
       known("v", "exit_mismatch", 4), elsewhere, known("gate", "uncovered_program", 6),
       known("t", "exit_mismatch", 7), known("u:X", "failed", 8), known("*Q", "failed", 9)},
      {skip("t:Nope", 10), skip("t:A", 11)});
  const std::vector<TestId> listed = {a, {"t", "B"}};
  const auto lines = [&](const std::vector<std::string>& not_listed) {
    std::string text;
    for (const std::string& line : ledger.unmatched(listed, {"t", "u"}, not_listed)) {
      text += line + "\n";
    }
    return text;
  };
  EXPECT_EQ(lines({}),
            "k.toml:1:1: \"t:Gone\" matches nothing\nk.toml:8:1: \"u:X\" matches nothing\n"
            "k.toml:9:1: \"*Q\" matches nothing\nk.toml:4:1: \"v\" matches nothing\n"
            "k.toml:10:1: \"t:Nope\" matches nothing\n");
  EXPECT_EQ(lines({"u"}),
            "k.toml:1:1: \"t:Gone\" matches nothing\nk.toml:4:1: \"v\" matches nothing\n"
            "k.toml:10:1: \"t:Nope\" matches nothing\n")
      << "what u lists is not known";
}

TestJudgement judge(const Ledger& ledger, Outcome outcome, bool disabled = false,
                    bool undeclared_is_red = false) {
  return judge_test(ledger, {undeclared_is_red, false}, {a, outcome, "message", "", disabled});
}

TEST(JudgeTest, FillsInEntryAndIssueWhereAnEntryDecides) {
  const Ledger ledger = ledger_of({known("t:A", "failed", 4)});
  const TestJudgement covered = judge(ledger, Outcome::failed);
  EXPECT_EQ(covered.effect, Effect::known);
  EXPECT_EQ(covered.entry, "k.toml:4:1");
  EXPECT_EQ(covered.issue, "I-4");
  const TestJudgement surprise = judge(ledger, Outcome::passed);
  EXPECT_EQ(surprise.effect, Effect::unexpected_pass);
  EXPECT_EQ(surprise.issue, "I-4");
  const TestJudgement fresh = judge(Ledger(), Outcome::failed);
  EXPECT_EQ(fresh.effect, Effect::red);
  EXPECT_EQ(fresh.entry, "");
  KnownEntry elsewhere = known("t:A", "failed");
  elsewhere.when.mode = "tf32";
  const TestJudgement inactive = judge(ledger_of({elsewhere}), Outcome::failed);
  EXPECT_EQ(inactive.effect, Effect::red);
  EXPECT_EQ(inactive.issue, "") << "an inactive entry says nothing";
}

// The verdict counts the flaky ones apart.
TEST(JudgeTest, SaysWhatTheLedgerHasOfIt) {
  EXPECT_EQ(judge(Ledger(), Outcome::failed).state, LedgerState::no_entry);
  EXPECT_EQ(judge(ledger_of({known("t:A", "failed")}), Outcome::failed).state, LedgerState::covers);
  EXPECT_EQ(judge(ledger_of({known("t:A", "flaky")}), Outcome::failed).state, LedgerState::flaky);
}

TEST(JudgeTest, ResolvesSkips) {
  EXPECT_EQ(judge(Ledger(), Outcome::skipped).effect, Effect::none);
  EXPECT_FALSE(judge(Ledger(), Outcome::skipped).declared_skip);
  EXPECT_EQ(judge(Ledger(), Outcome::skipped, false, true).effect, Effect::red);
  EXPECT_EQ(judge(Ledger(), Outcome::skipped, true, true).effect, Effect::none);
  EXPECT_TRUE(judge(Ledger(), Outcome::skipped, true, true).declared_skip);
  const Ledger declared = ledger_of({}, {skip("t:A", 9)});
  EXPECT_EQ(judge(declared, Outcome::skipped, false, true).effect, Effect::none);
  EXPECT_TRUE(judge(declared, Outcome::skipped, false, true).declared_skip);
  EXPECT_EQ(judge(declared, Outcome::skipped, false, true).entry, "k.toml:9:1");
  SkipEntry old = skip("t:A");
  old.expires = base::Date{2026, 1, 1};
  EXPECT_EQ(judge(ledger_of({}, {old}), Outcome::skipped).effect, Effect::red);
  EXPECT_FALSE(judge(ledger_of({}, {old}), Outcome::skipped).declared_skip);
  EXPECT_EQ(judge(ledger_of({}, {old}), Outcome::passed).effect, Effect::none);
}

TEST(JudgeTest, CallsASkipOfAKnownFailureRedHoweverDeclared) {
  EXPECT_EQ(judge(ledger_of({known("t:A", "failed")}), Outcome::skipped).effect, Effect::red);
  EXPECT_EQ(judge(ledger_of({known("t:A", "failed")}), Outcome::skipped, true).effect, Effect::red);
  EXPECT_EQ(judge(ledger_of({known("t:A", "flaky")}), Outcome::skipped).effect, Effect::red);
  EXPECT_EQ(judge(ledger_of({known("t:B", "failed")}), Outcome::skipped).effect, Effect::none);
}

TEST(JudgeProblem, FollowsLedgerAndPolicies) {
  const Ledger ledger =
      ledger_of({known("t", "exit_mismatch", 2), known("t", "leaked_process", 3)});
  const auto effect = [&](const char* target, ProblemKind kind, bool leak_is_red) {
    return judge_problem(ledger, {false, leak_is_red}, target, kind, "").effect;
  };
  EXPECT_EQ(effect("t", ProblemKind::exit_mismatch, false), Effect::known);
  EXPECT_EQ(effect("u", ProblemKind::exit_mismatch, false), Effect::red);
  EXPECT_EQ(effect("t", ProblemKind::list_failed, false), Effect::incomplete);
  EXPECT_EQ(effect("u", ProblemKind::leaked_process, false), Effect::none);
  EXPECT_EQ(effect("u", ProblemKind::leaked_process, true), Effect::red);
  EXPECT_EQ(effect("t", ProblemKind::leaked_process, true), Effect::known);
  EXPECT_EQ(judge_problem(ledger, {}, "t", ProblemKind::exit_mismatch, "").issue, "I-2");
  EXPECT_EQ(judge_problem(ledger, {}, "t", ProblemKind::exit_mismatch, "").entry, "k.toml:2:1");
  EXPECT_EQ(judge_problem(ledger, {}, "t", ProblemKind::list_failed, "").issue, "");
}

}  // namespace
}  // namespace cupel::judge
