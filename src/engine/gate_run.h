// SPDX-License-Identifier: Apache-2.0
// The gate's question: what is the outcome of every test. One run of one mode, from the build to
// the verdict. Every stage is a file of its own (gate_*.cc); run() is their table of contents.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "engine/batch.h"
#include "engine/emitter.h"
#include "engine/gate_context.h"
#include "engine/lanes.h"
#include "engine/launcher.h"
#include "engine/reactor.h"
#include "engine/target_state.h"
#include "engine/test_launch.h"
#include "judge/verdict.h"

namespace cupel::engine {

class GateRun {
 public:
  GateRun(const GateContext& context, Launcher& launcher, Emitter& emit);

  /// Runs to the verdict. An error is cupel's own trouble (the journal cannot be written): children
  /// are ended, nothing more was recorded, no verdict was reached.
  /// `warnings` are those from before the run, for the record.
  [[nodiscard]] base::Result<judge::Judgement> run(const std::vector<std::string>& warnings = {});

  /// For the live display: called about ten times a second.
  void set_tick(base::Duration interval, std::function<void()> tick);

  /// Who holds the lease that the run waits for, in words; empty while it waits for none.
  [[nodiscard]] std::string waiting_for() const { return lanes_.waiting_for(); }

  /// Lists the targets and says what would be launched; nothing is built and no test is run.
  [[nodiscard]] base::Result<DryRun> dry_run();

  /// Lists the targets, for `cupel list`. The targets live as long as this object.
  struct Listed {
    std::vector<const TargetState*> targets;
    std::vector<model::TargetProblem> problems;
  };
  [[nodiscard]] base::Result<Listed> list_only();

 private:
  /// A batch and what its launches need; lives from planning to its last test.
  struct Work {
    TargetState* target = nullptr;
    Batch batch;
    model::Precision precision{};
    bool running = false;
    bool done = false;
  };

  // Stages, in order.
  [[nodiscard]] bool build();
  void open_targets();
  void list_targets();
  void check_cover();
  [[nodiscard]] base::Result<std::vector<std::string>> programs_of(const std::string& pattern);
  [[nodiscard]] base::Result<std::vector<std::string>> programs_of_tree(
      const harness::TargetView& tree, const std::string& framework);
  void check_covered(const std::string& path, const std::string& pattern,
                     const std::set<std::string>& covered);
  void select();
  void keep_wanted(TargetState& target);
  void restore_problems();
  void restore();
  void plan_work();
  void add_work(TargetState& target, const std::vector<std::size_t>& tests);
  void run_work();
  void account_for_the_rest();
  [[nodiscard]] judge::Judgement finish();
  void warn_of_unmatched_entries();

  // Listing.
  class ListLaunch;
  [[nodiscard]] TargetState* next_unlisted();
  [[nodiscard]] bool begin_listing(TargetState& target);
  void start_listing(TargetState& target, model::LaunchRequest request, Lane& lane);
  void listing_gone(TargetState& target, Lane& lane, base::Duration took, LaunchGone gone);
  void listed(TargetState& target, model::Listing listing, base::Duration took);
  void complain_of_listing(const TargetState& target);
  void derived(TargetState& target, harness::Derived found, base::Duration took);
  /// Empty where there is no such program, or it cannot be read.
  [[nodiscard]] std::string hash_of_program(const TargetState& target) const;
  /// By the journal of the run that is resumed.
  [[nodiscard]] bool was_listed_before(TargetState& target, const std::string& program_sha256);

  // Running.
  void fill_lanes();
  [[nodiscard]] Work* next_work(const Lane& lane);
  void launch(Work& work, Lane& lane);
  void launch_gone(Work& work, Lane& lane, const WantedLaunch& wanted, const TestLaunch::End& end);
  void note_launch_end(const TestLaunch::End& end);
  void apply_conclusion(Work& work, const Conclusion& conclusion, const TestLaunch::End& end);
  void give_up(Work& work, model::Outcome outcome, const std::string& why);
  void lane_is_free(Lane& lane, const LaunchGone& gone);
  [[nodiscard]] base::Result<StartSpec> start_spec(const TargetState& target, const Lane& lane,
                                                   model::Precision precision,
                                                   model::LaunchRequest request);
  [[nodiscard]] base::Result<PlannedLaunch> planned(const Work& work);
  [[nodiscard]] harness::RunPlan run_plan(const TargetState& target,
                                          const WantedLaunch& wanted) const;
  /// Cupel died while it ran.
  [[nodiscard]] bool is_suspect(const TargetState& target, std::size_t index) const;
  [[nodiscard]] TestClocks clocks(const TargetState& target) const;

  // Deciding.
  [[nodiscard]] bool passed_before(const model::TestId& id);
  /// `told`: the journal has the outcome already.
  void settle(TargetState& target, std::size_t index, SettledTest settled, bool told = false);
  void problem(const std::string& target, model::ProblemKind kind, const std::string& detail);
  void stop_if_journal_failed();

  const GateContext& context_;
  bool history_lost_ = false;  ///< it could not be read, which was said
  Emitter& emit_;
  Reactor reactor_;
  Lanes lanes_;
  std::vector<std::unique_ptr<TargetState>> targets_;
  std::vector<std::unique_ptr<Work>> work_;
  std::vector<model::TargetProblem> problems_;
  std::vector<judge::JudgedTest> judged_;
  std::set<std::string> warned_;  ///< warnings that were given already
  std::size_t launches_ = 0;
  std::size_t scratch_number_ = 0;
  bool exclusive_running_ = false;
  bool blocked_ = false;  ///< nothing can be run: the build failed
};

}  // namespace cupel::engine
