// SPDX-License-Identifier: Apache-2.0
// The option table: which command takes what, and the sentence that --help shows for it. CLI11 is
// slow to compile, so this is the only file that includes it.
#include "cli/options.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "cli/version.h"
#include "report/formats.h"

namespace cupel::cli {
namespace {

/// Text that options put down before it is turned into values: errors then read alike everywhere.
struct Words {
  RunOptions run;
  ListOptions list;
  ExecOptions exec;
  EnvOptions env;
  ReportOptions report;
  LedgerCheckOptions ledger_check;
  InitOptions init;
  std::string isolation = "batch";
  std::string shuffle;
  std::string timeout;
  std::string deadline;
  std::string lease_wait = "30m";
  std::string cpu_lanes;
  std::string resume;
  std::string progress = "auto";
  std::string color = "auto";
  std::vector<std::pair<std::string, std::string>> reports;  ///< format word, path
};

void add_config(CLI::App& command, ConfigOptions& common, Words& words) {
  command.add_option("-c,--config", common.config,
                     "the configuration (default: the nearest cupel.toml upwards)");
  command.add_option("--color", words.color, "colours in the terminal: auto, always or never")
      ->type_name("WHEN");
}

void add_reports(CLI::App& command, Words& words) {
  // Reserved first: the options keep references to the paths.
  words.reports.reserve(report::report_formats().size());
  for (const report::ReportFormat& format : report::report_formats()) {
    auto& [word, path] = words.reports.emplace_back(std::string(format.word), std::string());
    command.add_option("--" + word, path, std::string(format.what) + "; - is stdout")
        ->type_name("PATH");
  }
}

void add_device(CLI::App& command, std::string& gpus, Words& words) {
  command.add_option("--gpus", gpus, "GPUs to use: all, none, or indices and UUIDs with commas")
      ->type_name("LIST");
  command.add_option("--lease-wait", words.lease_wait, "how long to wait for a GPU that is leased")
      ->type_name("DURATION");
}

void describe_run(CLI::App& command, Words& words) {
  RunOptions& run = words.run;
  add_config(command, run.common, words);
  command.add_option("tests", run.positionals, "targets, or single tests as TARGET:NAME");
  command.add_option("-k,--filter", run.filters, "only tests whose id matches; !PATTERN removes")
      ->allow_extra_args(false)
      ->type_name("PATTERN");
  command.add_option("--mode", run.modes, "run this mode (default: the gate's modes)")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command.add_option("--isolation", words.isolation, "batch, or process: one process a test");
  command
      .add_flag("--shuffle{random}", words.shuffle, "mix the order, by a seed where one is given")
      ->type_name("[=SEED]");
  command.add_option("--timeout", words.timeout, "for each test")->type_name("DURATION");
  command.add_option("--deadline", words.deadline, "for the whole run")->type_name("DURATION");
  add_device(command, run.gpus, words);
  command.add_option("--cpu-lanes", words.cpu_lanes, "CPU launches at a time (default: cores)")
      ->type_name("N");
  command.add_flag("--resume{last}", words.resume, "go on with a run that was cut off")
      ->type_name("[=RUN]");
  command.add_option("--out", run.out, "the run directory (default: .cupel/runs/ID)")
      ->type_name("DIR");
  add_reports(command, words);
  command.add_flag("--accept-known", run.accept_known, "exit 0 when the ledger covers every red");
  command.add_flag("--dry-run", run.dry_run, "list, then print what would be launched");
  command.add_option("--progress", words.progress, "auto, bar, lines or none");
}

base::Error bad_value(const std::string& option, const std::string& value,
                      const std::string& want) {
  return base::usage_error(option + " cannot be '" + base::to_one_line(value) + "'",
                           "write " + want);
}

template <typename Value>
struct Choice {
  const char* word;
  Value value;
};

template <typename Value, std::size_t N>
base::Result<void> choose(const std::string& option, const std::string& text,
                          const Choice<Value> (&choices)[N], Value& out) {
  std::string want;
  for (const Choice<Value>& choice : choices) {
    if (text == choice.word) {
      out = choice.value;
      return {};
    }
    want += (want.empty() ? "" : ", ") + std::string(choice.word);
  }
  return bad_value(option, text, "one of " + want);
}

base::Result<void> read_duration(const std::string& option, const std::string& text,
                                 std::optional<base::Duration>& out) {
  if (text.empty()) return {};
  auto duration = base::parse_duration(text);
  if (!duration.ok()) return bad_value(option, text, "a duration such as 250ms, 30s or 5m");
  if (*duration <= base::Duration::zero()) return bad_value(option, text, "more than nothing");
  out = *duration;
  return {};
}

base::Result<std::uint64_t> read_number(const std::string& option, const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || text.size() > 18) return bad_value(option, text, "a whole number");
  return std::uint64_t{std::stoull(text)};
}

base::Result<void> read_common(const Words& words, ConfigOptions& common) {
  static constexpr Choice<ColorChoice> colors[] = {{"auto", ColorChoice::automatic},
                                                   {"always", ColorChoice::always},
                                                   {"never", ColorChoice::never}};
  return choose("--color", words.color, colors, common.color);
}

base::Result<base::Duration> read_lease_wait(const Words& words) {
  if (words.lease_wait == "0s" || words.lease_wait == "0") return base::Duration::zero();
  std::optional<base::Duration> wait;
  CUPEL_TRY(read_duration("--lease-wait", words.lease_wait, wait));
  return wait.value_or(base::Duration::zero());
}

base::Result<std::vector<ReportRequest>> read_reports(const Words& words) {
  std::vector<ReportRequest> requests;
  std::size_t on_stdout = 0;
  for (const auto& [word, path] : words.reports) {
    if (path.empty()) continue;
    if (path == "-") ++on_stdout;
    requests.push_back({word, path});
  }
  if (on_stdout > 1) {
    return base::usage_error("two reports cannot share stdout", "give all but one of them a path");
  }
  return requests;
}

base::Result<void> read_order(const Words& words, RunOptions& run) {
  run.shuffle = !words.shuffle.empty();
  if (run.shuffle && words.shuffle != "random") {
    CUPEL_TRY_ASSIGN(run.shuffle_seed, read_number("--shuffle", words.shuffle));
  }
  run.resume = !words.resume.empty();
  if (run.resume && words.resume != "last") run.resume_run = words.resume;
  return {};
}

base::Result<Command> finish_run(Words& words) {
  static constexpr Choice<model::Isolation> isolations[] = {{"batch", model::Isolation::batch},
                                                            {"process", model::Isolation::process}};
  static constexpr Choice<ProgressStyle> styles[] = {{"auto", ProgressStyle::automatic},
                                                     {"bar", ProgressStyle::bar},
                                                     {"lines", ProgressStyle::lines},
                                                     {"none", ProgressStyle::none}};
  RunOptions& run = words.run;
  CUPEL_TRY(read_common(words, run.common));
  CUPEL_TRY(choose("--isolation", words.isolation, isolations, run.isolation));
  CUPEL_TRY(choose("--progress", words.progress, styles, run.progress));
  CUPEL_TRY(read_duration("--timeout", words.timeout, run.timeout));
  CUPEL_TRY(read_duration("--deadline", words.deadline, run.deadline));
  CUPEL_TRY_ASSIGN(run.lease_wait, read_lease_wait(words));
  CUPEL_TRY_ASSIGN(run.reports, read_reports(words));
  CUPEL_TRY(read_order(words, run));
  if (!words.cpu_lanes.empty()) {
    CUPEL_TRY_ASSIGN(const std::uint64_t lanes, read_number("--cpu-lanes", words.cpu_lanes));
    if (lanes == 0 || lanes > 1024) return bad_value("--cpu-lanes", words.cpu_lanes, "1 to 1024");
    run.cpu_lanes = lanes;
  }
  return Command{std::move(run)};
}

base::Result<Command> finish_list(Words& words) {
  CUPEL_TRY(read_common(words, words.list.common));
  return Command{std::move(words.list)};
}

base::Result<Command> finish_exec(Words& words) {
  CUPEL_TRY(read_common(words, words.exec.common));
  CUPEL_TRY_ASSIGN(words.exec.lease_wait, read_lease_wait(words));
  if (words.exec.command.empty()) {
    return base::usage_error("exec has no command", "write: cupel exec -- COMMAND ARGUMENT…");
  }
  return Command{std::move(words.exec)};
}

base::Result<Command> finish_env(Words& words) {
  CUPEL_TRY(read_common(words, words.env.common));
  return Command{std::move(words.env)};
}

base::Result<Command> finish_report(Words& words) {
  CUPEL_TRY(read_common(words, words.report.common));
  CUPEL_TRY_ASSIGN(words.report.reports, read_reports(words));
  return Command{std::move(words.report)};
}

base::Result<Command> finish_ledger(Words& words) {
  CUPEL_TRY(read_common(words, words.ledger_check.common));
  return Command{std::move(words.ledger_check)};
}

base::Result<Command> finish_init(Words& words) {
  return Command{std::move(words.init)};
}

void describe_list(CLI::App& command, Words& words) {
  add_config(command, words.list.common, words);
  command.add_option("targets", words.list.targets, "only these targets");
  command.add_flag("--json", words.list.json, "as JSON on stdout");
}

void describe_exec(CLI::App& command, Words& words) {
  add_config(command, words.exec.common, words);
  add_device(command, words.exec.gpus, words);
  command.add_option("command", words.exec.command, "the command and its arguments, after --");
}

void describe_env(CLI::App& command, Words& words) {
  add_config(command, words.env.common, words);
  command.add_flag("--json", words.env.json, "as JSON on stdout");
}

void describe_report(CLI::App& command, Words& words) {
  add_config(command, words.report.common, words);
  command.add_option("run", words.report.run, "a run directory, a run's id, or \"last\"")
      ->required();
  add_reports(command, words);
  command.add_flag("--accept-known", words.report.accept_known,
                   "JUnit: known failures as skipped, with their issue");
}

void describe_ledger(CLI::App& command, Words& words) {
  command.require_subcommand(1);
  CLI::App* check = command.add_subcommand(
      "check", "is every entry valid, current, and about a test that exists?");
  add_config(*check, words.ledger_check.common, words);
}

void describe_init(CLI::App& command, Words& words) {
  command.add_option("-c,--config", words.init.file,
                     "the file to write, at the top of its tree (default: cupel.toml here)");
  command.add_flag("--dry-run", words.init.dry_run, "print the file, and write nothing");
}

struct CommandRow {
  const char* name;
  const char* sentence;
  void (*describe)(CLI::App&, Words&);
  base::Result<Command> (*finish)(Words&);
};

constexpr CommandRow commands[] = {
    {"run", "the gate: run the tests and reach a verdict", describe_run, finish_run},
    {"list", "targets and their tests", describe_list, finish_list},
    {"init", "write a cupel.toml for this tree", describe_init, finish_init},
    {"exec", "any command, under the lease and the precision pin", describe_exec, finish_exec},
    {"env", "what this machine is: devices, driver, precision variables, pins", describe_env,
     finish_env},
    {"report", "the reports of a run that was recorded", describe_report, finish_report},
    {"ledger", "the file of known failures", describe_ledger, finish_ledger},
};

constexpr const char* footer =
    "Exit codes: 0 green, 1 red, 2 known failures only, 3 not judged, 4 usage.\n"
    "`cupel COMMAND --help` shows the options of a command.";

/// " ledger check": what is typed to come to a command.
std::string words_before(const CLI::App& app, const CLI::App& at) {
  if (&at == &app) return {};
  return words_before(app, *at.get_parent()) + " " + at.get_name();
}

base::Result<Command> usage_failure(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  return base::usage_error(
      base::to_one_line(error.what()),
      "`cupel" + words_before(app, *at) + " --help` shows what can be written");
}

/// CLI11 would only say that a command is missing.
base::Result<void> check_command_word(const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with('-')) return {};
  std::vector<std::string> names;
  for (const CommandRow& row : commands) {
    if (words.front() == row.name) return {};
    names.emplace_back(row.name);
  }
  const std::string near = base::nearest(words.front(), names);
  return base::usage_error("there is no command '" + base::to_one_line(words.front()) + "'",
                           (near.empty() ? "" : "did you mean '" + near + "'? ") +
                               std::string("`cupel --help` lists the commands"));
}

}  // namespace

base::Result<Command> parse_command_line(const std::vector<std::string>& words) {
  CUPEL_TRY(check_command_word(words));
  CLI::App app("cupel takes suites of GPU numeric tests to a verdict, and says what each red is.",
               "cupel");
  // Report options of run and report write to the same list; each command describes its own copy.
  std::vector<std::unique_ptr<Words>> copies;
  app.require_subcommand(1);
  app.footer(footer);
  app.set_version_flag("--version", std::string("cupel ") + version);
  for (const CommandRow& row : commands) {
    copies.push_back(std::make_unique<Words>());
    CLI::App* command = app.add_subcommand(row.name, row.sentence);
    // Only `run` ends with the verdict's codes.
    if (std::string_view(row.name) != "run") command->footer("");
    row.describe(*command, *copies.back());
  }
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForVersion& call) {
    return Command{ShowText{std::string(call.what()) + "\n"}};
  } catch (const CLI::CallForHelp&) {
    const CLI::App* at = &app;
    while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
    std::string text = at->help();
    const std::string own = "Usage: " + at->get_name();
    if (at != &app && text.find(own) != std::string::npos) {
      text.replace(text.find(own), own.size(), "Usage: cupel" + words_before(app, *at));
    }
    return Command{ShowText{std::move(text)}};
  } catch (const CLI::ParseError& error) {
    return usage_failure(app, error);
  }
  for (std::size_t index = 0; index < copies.size(); ++index) {
    if (app.got_subcommand(commands[index].name)) return commands[index].finish(*copies[index]);
  }
  return base::usage_error("no command was given", "`cupel --help` lists them");
}

}  // namespace cupel::cli
