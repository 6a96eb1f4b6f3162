// SPDX-License-Identifier: Apache-2.0
#include "cli/mode_run.h"

#include <unistd.h>

#include <future>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include "base/text.h"
#include "cli/display.h"
#include "cli/dry_run.h"
#include "cli/gate_survey.h"
#include "cli/harness_table.h"
#include "cli/report_files.h"
#include "cli/resume_run.h"
#include "cli/sinks.h"
#include "cli/version.h"
#include "engine/emitter.h"
#include "engine/gate_run.h"
#include "engine/survey.h"
#include "harness/client_events.h"
#include "os/clock.h"
#include "os/directory.h"
#include "os/file.h"
#include "os/machine.h"
#include "store/history.h"
#include "store/journal.h"
#include "store/run_directory.h"
#include "store/store.h"

namespace cupel::cli {
namespace {

/// Everything that a run needs to exist before its engine starts.
struct Prepared {
  os::PrivateDir scratch;
  engine::GateContext context;
  judge::Ledger ledger;
  std::vector<std::string> warnings;
};

model::Precision precision_of(const ModeRunInputs& inputs) {
  return inputs.mode.precision.value_or(inputs.config.gate.precision);
}

judge::Conditions conditions_of(const std::vector<model::GpuFacts>& gpus, const std::string& mode) {
  judge::Conditions conditions;
  for (const model::GpuFacts& gpu : gpus) {
    conditions.gpu_names.push_back(gpu.name);
    conditions.drivers.push_back(gpu.driver);
  }
  conditions.mode = mode;
  conditions.today = base::date_of(os::wall_now());
  return conditions;
}

base::Result<void> fill_facts(const ModeRunInputs& inputs, Prepared& prepared) {
  engine::Reactor reactor(inputs.launcher);
  engine::GateContext& context = prepared.context;
  const std::string& scratch = prepared.scratch.path();
  CUPEL_TRY_ASSIGN(const DeviceChoice devices,
                   choose_devices(reactor, inputs.config.folder, scratch, inputs.environment,
                                  inputs.config.devices, inputs.options.gpus));
  CUPEL_TRY_ASSIGN(
      context.started.environment,
      engine::survey_environment(reactor, {inputs.config.folder, inputs.environment, scratch},
                                 inputs.config.pins, prepared.warnings));
  context.started.environment.gpus = devices.chosen;
  plan::PlannedEnvironment planned =
      plan::plan_environment({context.precision, inputs.environment, {}, inputs.mode.env, scratch});
  context.started.precision = std::move(planned.facts);
  context.started.scope.narrowed_by = plan::narrowing(context.selection);
  for (std::string& why : planned.narrowed_by) {
    context.started.scope.narrowed_by.push_back(std::move(why));
  }
  CUPEL_TRY_ASSIGN(
      prepared.ledger,
      judge::Ledger::compile(inputs.ledger, conditions_of(devices.chosen, inputs.mode.name)));
  return {};
}

void fill_choices(const ModeRunInputs& inputs, engine::GateContext& context) {
  const RunOptions& options = inputs.options;
  context.config = &inputs.config;
  context.mode = &inputs.mode;
  context.precision = precision_of(inputs);
  context.selection = {options.positionals, options.filters};
  context.isolation = options.isolation;
  if (options.shuffle) {
    context.shuffle = options.shuffle_seed.value_or(std::random_device()());
  }
  context.timeout = options.timeout;
  context.deadline = options.deadline;
  context.cpu_lanes = options.cpu_lanes.value_or(os::usable_processors());
  context.lease_wait = options.lease_wait;
  context.lock_dir = lock_directory(inputs.environment);
  context.accept_known = options.accept_known;
  context.operator_env = inputs.environment;
  context.policies = {inputs.config.gate.undeclared_skip == plan::SkipPolicy::red,
                      inputs.config.gate.leaks == plan::LeakPolicy::red};
  context.wall_now = os::wall_now;
  context.harness_of = find_harness;
  context.client_decoder = harness::client_events_decoder;
}

void fill_started(const ModeRunInputs& inputs, engine::GateContext& context) {
  model::RunStarted& started = context.started;
  started.id = store::fresh_run_id(os::wall_now());
  started.version = version;
  started.command = inputs.words;
  started.gate.name = inputs.config.gate.name;
  started.gate.config_path = inputs.config.path;
  started.gate.config_sha256 = inputs.config.sha256;
  started.gate.mode = inputs.mode.name;
  started.gate.isolation = context.isolation;
  started.gate.shuffle_seed = context.shuffle;
  for (const plan::TargetConfig& target : inputs.config.targets) {
    if (plan::wants_target(context.selection, target.name)) started.targets.push_back(target.name);
  }
}

base::Result<std::unique_ptr<Prepared>> prepare(const ModeRunInputs& inputs) {
  CUPEL_TRY_ASSIGN(os::PrivateDir scratch, os::PrivateDir::make("cupel-"));
  auto prepared = std::make_unique<Prepared>(Prepared{std::move(scratch), {}, {}, {}});
  engine::GateContext& context = prepared->context;
  fill_choices(inputs, context);
  CUPEL_TRY(plan::check_positionals(context.selection, inputs.config, container_words()));
  context.scratch = prepared->scratch.path();
  CUPEL_TRY(fill_facts(inputs, *prepared));
  context.ledger = &prepared->ledger;
  fill_started(inputs, context);
  return prepared;
}

base::Result<store::RunDirectory> open_directory(const ModeRunInputs& inputs,
                                                 const store::Store& store, const std::string& id) {
  if (!inputs.resume_folder.empty()) return store::RunDirectory::open(inputs.resume_folder);
  if (!inputs.options.out.empty()) return store::RunDirectory::create(inputs.options.out);
  CUPEL_TRY(store.prepare());
  return store::RunDirectory::create(store.run(id));
}

/// Past runs help to notice what changed; without them the run goes on.
void ask_history(const store::Store& store, Prepared& prepared) {
  engine::GateContext& context = prepared.context;
  if (!context.started.scope.full() || !os::exists(store.history())) return;
  auto opened = store::History::open(store.history());
  if (!opened.ok()) {
    prepared.warnings.push_back("no history: " + opened.error().message);
    return;
  }
  const auto history = std::make_shared<store::History>(std::move(*opened));
  const store::HistoryKey key{context.started.gate.name, context.started.gate.mode,
                              store::device_label(context.started.environment)};
  context.passed_before = [history, key](const std::string& id) {
    return history->passed_before(key, id);
  };
}

std::optional<std::string> add_to_history(const store::Store& store,
                                          const record::RunRecord& record,
                                          const std::string& folder) {
  const auto add = [&]() -> base::Result<void> {
    CUPEL_TRY(store.prepare());
    CUPEL_TRY_ASSIGN(const store::HistoryRun run, store::to_history(record, folder));
    CUPEL_TRY_ASSIGN(store::History history, store::History::open(store.history()));
    return history.add(run);
  };
  auto added = add();
  if (added.ok()) return std::nullopt;
  return "the run is not in the history: " + added.error().message;
}

/// The engine with its sinks around it.
base::Result<judge::Judgement> drive(const ModeRunInputs& inputs, Prepared& prepared,
                                     store::Journal& journal, FoldSink& fold, Display& display) {
  engine::Emitter emit(os::wall_now, journal);
  emit.add("the record", fold);
  emit.add("the display", display);
  engine::GateRun gate(prepared.context, inputs.launcher, emit);
  gate.set_tick(display.interval(), [&] { display.tick(gate.waiting_for()); });
  auto judgement = gate.run(prepared.warnings);
  display.clear();
  return judgement;
}

}  // namespace

base::Result<ModeOutcome> run_mode(const ModeRunInputs& inputs) {
  CUPEL_TRY_ASSIGN(const std::unique_ptr<Prepared> prepared, prepare(inputs));
  engine::GateContext& context = prepared->context;
  const store::Store store(inputs.config.folder + "/.cupel");
  CUPEL_TRY_ASSIGN(store::RunDirectory directory,
                   open_directory(inputs, store, context.started.id));
  if (!inputs.resume_folder.empty()) {
    CUPEL_TRY(take_up(directory, inputs.config, context));
  }
  CUPEL_TRY(prepare_reports(directory, inputs.config.gate.name, inputs.options.reports));
  CUPEL_TRY_ASSIGN(store::Journal journal, store::Journal::open(directory.journal()));
  ask_history(store, *prepared);

  FoldSink fold;
  Display display(inputs.options, inputs.environment);
  if (inputs.one_of_several) display.heading("mode " + inputs.mode.name);
  if (context.resume) CUPEL_TRY(replay(directory, fold, display));
  KeepInDirectory outputs(directory);
  context.outputs = &outputs;
  CUPEL_TRY_ASSIGN(const judge::Judgement judgement,
                   drive(inputs, *prepared, journal, fold, display));

  // The record is complete and nothing runs any more.
  auto remembered = std::async(
      std::launch::async, [&] { return add_to_history(store, fold.record(), directory.path()); });
  CUPEL_TRY(write_directory_reports(directory, fold.record()));
  CUPEL_TRY_ASSIGN(const std::vector<std::string> files,
                   write_requested_reports(fold.record(), inputs.options.reports));
  const std::optional<std::string> warning = remembered.get();
  display.summary(fold.record(), directory.path(), files, warning.value_or(""));
  return ModeOutcome{judgement.verdict, !fold.record().interruptions.empty()};
}

base::Result<bool> dry_run_mode(const ModeRunInputs& inputs) {
  CUPEL_TRY_ASSIGN(const std::unique_ptr<Prepared> prepared, prepare(inputs));
  Unjournaled nowhere;
  engine::Emitter emit(os::wall_now, nowhere);
  engine::GateRun gate(prepared->context, inputs.launcher, emit);
  CUPEL_TRY_ASSIGN(const engine::DryRun plan, gate.dry_run());
  CUPEL_TRY(os::write_all(STDOUT_FILENO, dry_run_text(plan, inputs.mode.name), "stdout"));
  return plan.problems.empty();
}

}  // namespace cupel::cli
