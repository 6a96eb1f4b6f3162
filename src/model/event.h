// SPDX-License-Identifier: Apache-2.0
// What happens in a run, one value an event. The journal is these, one a line; the run record is
// their fold; the live display another. Whatever a report says was an event first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/facts.h"
#include "model/finding.h"
#include "model/listing.h"
#include "model/termination.h"
#include "model/test_id.h"
#include "model/words.h"

namespace cupel::model {

struct RunStarted {
  std::string id;
  std::string version;  ///< of cupel
  std::vector<std::string> command;
  GateFacts gate;
  Scope scope;
  EnvironmentFacts environment;
  PrecisionFacts precision;
  std::vector<std::string> targets;  ///< in order
};
/// A later process took the run up again.
struct RunResumed {
  std::vector<std::string> command;
};
struct BuildFinished {
  std::string command;
  double duration_s = 0;
  bool ok = false;
};
struct LaneOpened {
  std::string name;
  std::string device;
  double lease_wait_s = 0;
};
struct LaneClosed {
  std::string name;
  double busy_s = 0;
};
struct TargetListed {
  std::string target;
  std::string harness;
  std::string program_sha256;  ///< of argv[0], to refuse a resume after a rebuild
  Listing listing;
  double duration_s = 0;
};
/// A target turned out to contain others; they are listed like any other.
struct TargetDerived {
  std::string target;
  std::vector<std::string> into;  ///< names of targets, in order
  bool has_tests = false;         ///< besides, some tests are its own
};
/// Which of the listed tests this run is about, by name and in list order.
struct TargetSelected {
  std::string target;
  std::vector<std::string> names;
};
struct TargetProblem {
  std::string target;  ///< "gate" where no target is to blame: a program that no target covers
  ProblemKind kind{};
  std::string detail;
  std::string known_entry;  ///< place of the ledger entry that covers it; empty: none
  std::string known_issue;
};
struct LaunchStarted {
  std::size_t n = 0;  ///< 1-based, in order of start
  std::string target;
  std::string lane;
  Purpose purpose{};
  std::string mode;
  std::vector<std::string> command;
  std::map<std::string, std::string> env_added;
  std::vector<std::string> env_removed;
  std::size_t owed = 0;  ///< tests asked of it
};
struct TestStarted {
  std::size_t launch = 0;
  TestId test;
};
/// One execution of one test ended, or was cut off. A later TestReported of the same launch and
/// test replaces an earlier one: the closing report had the last word.
struct TestReported {
  std::size_t launch = 0;
  TestId test;
  Outcome outcome{};
  std::string detail;  ///< "signal 11 (SIGSEGV)", "skipped: no device", …
  std::optional<double> duration_s;
  std::vector<Failure> failures;
  std::vector<std::pair<std::string, std::string>> properties;
  std::string output;
  /// Whether it passed, failed or skipped is for the closing report to say; `outcome` is the worst.
  bool open = false;
};
/// Whatever the launch said of this test does not count.
struct AttemptVoided {
  std::size_t launch = 0;
  TestId test;
  std::string why;
};
struct TestMeasured {
  std::size_t launch = 0;
  TestId test;
  Measure measure;
};
struct TestSubcase {
  std::size_t launch = 0;
  TestId test;
  Subcase subcase;
};
struct LaunchEnded {
  std::size_t n = 0;
  Termination termination;
  double duration_s = 0;
  std::string channel;                 ///< what the results were taken from
  std::vector<std::string> survivors;  ///< processes it left behind: "sleep 600 (pid 4711)"
  std::string stacks;                  ///< taken before a kill
  std::string stdout_file;  ///< relative to the run directory; empty when nothing was printed
  std::string stderr_file;
  std::uint64_t output_cut = 0;  ///< bytes of output that were not kept
};
/// The outcome of a test for the verdict; once a test has one it never changes.
struct TestSettled {
  TestId test;
  Outcome outcome{};
  std::size_t launch = 0;   ///< whose attempt decided; 0: none did
  std::string known_entry;  ///< place of the ledger entry that covers it; empty: none
  std::string known_issue;
  bool unexpected_pass = false;
  bool declared_skip = false;
  std::string note;  ///< one line the reports show beside the outcome
  std::vector<std::string>
      alone;              ///< for what is not green: the command that runs it alone, by hand
  std::string signature;  ///< for what is not green: reds of one cause share it
};
/// Why a red is red; later questions of the engine fill it.
struct DiagnosisMade {
  TestId test;
  std::string label;
  std::string size;
};
struct Interrupted {
  std::string why;  ///< "SIGINT", "deadline of 20m passed"
};
struct Warned {
  std::string text;
};
struct RunCounts {
  std::size_t listed = 0;
  std::size_t selected = 0;
  std::size_t deselected = 0;
  std::size_t by_outcome[outcome_count] = {};
  std::size_t flaky = 0;
  std::size_t known = 0;
  std::size_t unexpected_pass = 0;
  [[nodiscard]] std::size_t of(Outcome outcome) const {
    return by_outcome[static_cast<std::size_t>(outcome)];
  }
};
struct RunFinished {
  Verdict verdict{};
  int exit_code = 0;
  std::vector<std::string> reasons;  ///< strongest first, one line each
  RunCounts counts;
};

using EventBody =
    std::variant<RunStarted, RunResumed, BuildFinished, LaneOpened, LaneClosed, TargetListed,
                 TargetDerived, TargetSelected, TargetProblem, LaunchStarted, TestStarted,
                 TestReported, AttemptVoided, TestMeasured, TestSubcase, LaunchEnded, TestSettled,
                 DiagnosisMade, Interrupted, Warned, RunFinished>;

struct Event {
  base::WallTime at;
  EventBody body;
};

/// Where the engine sends events. The journal is the first sink and its failure stops the run; the
/// others warn.
class EventSink {
 public:
  EventSink() = default;
  EventSink(const EventSink&) = delete;
  EventSink& operator=(const EventSink&) = delete;
  virtual ~EventSink() = default;
  [[nodiscard]] virtual base::Result<void> take(const Event& event) = 0;
  /// What came in one moment, in its order: as one after the other, where a sink knows no better.
  [[nodiscard]] virtual base::Result<void> take_all(const std::vector<Event>& events) {
    for (const Event& event : events) CUPEL_TRY(take(event));
    return {};
  }
};

}  // namespace cupel::model
