// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace cupel::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using namespace std::chrono_literals;
using Line = std::vector<std::string>;

template <typename Options>
Options parsed(const Line& line) {
  auto command = parse_command_line(line);
  EXPECT_TRUE(command.ok()) << testing::PrintToString(line);
  if (!command.ok()) return {};
  auto* options = std::get_if<Options>(&*command);
  EXPECT_NE(options, nullptr) << testing::PrintToString(line);
  return options == nullptr ? Options{} : std::move(*options);
}

RunOptions run(Line line) {
  line.insert(line.begin(), "run");
  return parsed<RunOptions>(line);
}

std::string shown(const Line& line) {
  return parsed<ShowText>(line).text;
}

TEST(RunCommand, HasTheDefaultsOfTheManual) {
  const RunOptions options = run({});
  EXPECT_THAT(options.common.config, IsEmpty());
  EXPECT_EQ(options.common.color, ColorChoice::automatic);
  EXPECT_THAT(options.positionals, IsEmpty());
  EXPECT_THAT(options.filters, IsEmpty());
  EXPECT_THAT(options.modes, IsEmpty());
  EXPECT_EQ(options.isolation, model::Isolation::batch);
  EXPECT_FALSE(options.shuffle);
  EXPECT_FALSE(options.timeout);
  EXPECT_FALSE(options.deadline);
  EXPECT_EQ(options.gpus, "all");
  EXPECT_FALSE(options.cpu_lanes);
  EXPECT_EQ(options.lease_wait, 30min);
  EXPECT_FALSE(options.resume);
  EXPECT_THAT(options.out, IsEmpty());
  EXPECT_THAT(options.reports, IsEmpty());
  EXPECT_FALSE(options.accept_known);
  EXPECT_FALSE(options.dry_run);
  EXPECT_EQ(options.progress, ProgressStyle::automatic);
}

struct Row {
  Line line;
  std::function<bool(const RunOptions&)> holds;
};

class RunOption : public testing::TestWithParam<Row> {};

TEST_P(RunOption, IsRead) {
  EXPECT_TRUE(GetParam().holds(run(GetParam().line))) << testing::PrintToString(GetParam().line);
}

using O = const RunOptions&;
INSTANTIATE_TEST_SUITE_P(
    Each, RunOption,
    testing::Values(
        Row{{"-c", "x.toml"}, [](O o) { return o.common.config == "x.toml"; }},
        Row{{"--config", "x.toml"}, [](O o) { return o.common.config == "x.toml"; }},
        Row{{"--config=x.toml"}, [](O o) { return o.common.config == "x.toml"; }},
        Row{{"--color", "always"}, [](O o) { return o.common.color == ColorChoice::always; }},
        Row{{"--color=never"}, [](O o) { return o.common.color == ColorChoice::never; }},
        Row{{"a", "b:X.Y"}, [](O o) { return o.positionals == Line{"a", "b:X.Y"}; }},
        Row{{"-k", "*x*"}, [](O o) { return o.filters == Line{"*x*"}; }},
        Row{{"-k", "a", "--filter", "!b"}, [](O o) { return o.filters == Line{"a", "!b"}; }},
        Row{{"-k", "a", "t"},
            [](O o) { return o.filters == Line{"a"} && o.positionals == Line{"t"}; }},
        Row{{"--mode", "a", "--mode", "b"}, [](O o) { return o.modes == Line{"a", "b"}; }},
        Row{{"--mode", "a", "t"},
            [](O o) { return o.modes == Line{"a"} && o.positionals == Line{"t"}; }},
        Row{{"--isolation", "process"},
            [](O o) { return o.isolation == model::Isolation::process; }},
        Row{{"--isolation", "batch"}, [](O o) { return o.isolation == model::Isolation::batch; }},
        Row{{"--shuffle"}, [](O o) { return o.shuffle && !o.shuffle_seed; }},
        Row{{"--shuffle=42"}, [](O o) { return o.shuffle && o.shuffle_seed == 42U; }},
        Row{{"--shuffle", "t"}, [](O o) { return o.shuffle && o.positionals == Line{"t"}; }},
        Row{{"--timeout", "250ms"}, [](O o) { return o.timeout == 250ms; }},
        Row{{"--deadline", "5m"}, [](O o) { return o.deadline == 5min; }},
        Row{{"--gpus", "0,GPU-1"}, [](O o) { return o.gpus == "0,GPU-1"; }},
        Row{{"--gpus=none"}, [](O o) { return o.gpus == "none"; }},
        Row{{"--cpu-lanes", "1"}, [](O o) { return o.cpu_lanes == 1U; }},
        Row{{"--cpu-lanes", "1024"}, [](O o) { return o.cpu_lanes == 1024U; }},
        Row{{"--lease-wait", "90s"}, [](O o) { return o.lease_wait == 90s; }},
        Row{{"--lease-wait", "0s"}, [](O o) { return o.lease_wait == 0s; }},
        Row{{"--lease-wait", "0"}, [](O o) { return o.lease_wait == 0s; }},
        Row{{"--resume"}, [](O o) { return o.resume && o.resume_run.empty(); }},
        Row{{"--resume=some/run"}, [](O o) { return o.resume && o.resume_run == "some/run"; }},
        Row{{"--out", "there"}, [](O o) { return o.out == "there"; }},
        Row{{"--accept-known"}, [](O o) { return o.accept_known; }},
        Row{{"--dry-run"}, [](O o) { return o.dry_run; }},
        Row{{"--progress", "bar"}, [](O o) { return o.progress == ProgressStyle::bar; }},
        Row{{"--progress", "lines"}, [](O o) { return o.progress == ProgressStyle::lines; }},
        Row{{"--progress", "none"}, [](O o) { return o.progress == ProgressStyle::none; }},
        Row{{"--progress", "auto"}, [](O o) { return o.progress == ProgressStyle::automatic; }}),
    [](const auto& one) { return "Row" + std::to_string(one.index); });

TEST(RunCommand, ReportsGoToPathsAndOneToStdout) {
  const RunOptions options = run({"--json", "-", "--junit", "a.xml", "--markdown=b.md"});
  std::map<std::string, std::string> reports;
  for (const ReportRequest& request : options.reports) reports[request.format] = request.path;
  EXPECT_EQ(reports, (std::map<std::string, std::string>{
                         {"json", "-"}, {"junit", "a.xml"}, {"markdown", "b.md"}}));
}

TEST(OtherCommands, ReadTheirOptions) {
  const auto list = parsed<ListOptions>({"list", "a", "b", "--json", "-c", "x"});
  EXPECT_THAT(list.targets, ElementsAre("a", "b"));
  EXPECT_TRUE(list.json);
  EXPECT_EQ(list.common.config, "x");
  EXPECT_FALSE(parsed<ListOptions>({"list"}).json);

  const auto env = parsed<EnvOptions>({"env", "--json", "--color", "never"});
  EXPECT_TRUE(env.json);
  EXPECT_EQ(env.common.color, ColorChoice::never);
  EXPECT_FALSE(parsed<EnvOptions>({"env"}).json);

  const auto report = parsed<ReportOptions>({"report", "last", "--junit", "-", "--accept-known"});
  EXPECT_EQ(report.run, "last");
  ASSERT_THAT(report.reports, SizeIs(1));
  EXPECT_EQ(report.reports.front().format, "junit");
  EXPECT_TRUE(report.accept_known);
  EXPECT_FALSE(parsed<ReportOptions>({"report", "last"}).accept_known);

  EXPECT_EQ(parsed<LedgerCheckOptions>({"ledger", "check", "-c", "y"}).common.config, "y");
}

TEST(OtherCommands, ExecTakesEverythingAfterTheDashesAsItIs) {
  const auto exec = parsed<ExecOptions>(
      {"exec", "--gpus", "1", "--lease-wait", "5s", "--", "make", "-k", "--json", "--", "x"});
  EXPECT_EQ(exec.gpus, "1");
  EXPECT_EQ(exec.lease_wait, 5s);
  EXPECT_THAT(exec.command, ElementsAre("make", "-k", "--json", "--", "x"));
}

TEST(InitCommand, HasAFileAndADryRun) {
  EXPECT_THAT(parsed<InitOptions>({"init"}).file, IsEmpty());
  EXPECT_FALSE(parsed<InitOptions>({"init"}).dry_run);
  const auto options = parsed<InitOptions>({"init", "-c", "a/b.toml", "--dry-run"});
  EXPECT_EQ(options.file, "a/b.toml");
  EXPECT_TRUE(options.dry_run);
}

/// A refused command line, words that the message must have, and one that differs in a word and is
/// accepted.
struct Refusal {
  Line refused;
  std::string words;
  Line accepted;
};

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, WithAUsageErrorThatSaysWhatToWriteAndATwinThatIsAccepted) {
  auto refused = parse_command_line(GetParam().refused);
  ASSERT_FALSE(refused.ok()) << testing::PrintToString(GetParam().refused);
  EXPECT_EQ(refused.error().kind, base::ErrorKind::usage);
  EXPECT_THAT(refused.error().message, HasSubstr(GetParam().words));
  EXPECT_THAT(refused.error().hint, Not(IsEmpty()));
  EXPECT_TRUE(parse_command_line(GetParam().accepted).ok())
      << testing::PrintToString(GetParam().accepted);
}

INSTANTIATE_TEST_SUITE_P(
    Lines, Refused,
    testing::Values(
        Refusal{{}, "", {"run"}}, Refusal{{"--nonsense"}, "", {"--version"}},
        Refusal{{"run", "--nonsense"}, "--nonsense", {"run", "--dry-run"}},
        Refusal{{"run", "--shard", "1/2"}, "--shard", {"run", "--mode", "x"}},
        Refusal{{"run", "--html", "x"}, "--html", {"run", "--json", "x"}},
        Refusal{{"run", "--triage", "none"}, "--triage", {"run", "--mode", "none"}},
        Refusal{{"run", "--timeout", "5"}, "--timeout", {"run", "--timeout", "5s"}},
        Refusal{{"run", "--timeout", "soon"}, "'soon'", {"run", "--timeout", "1m"}},
        Refusal{{"run", "--timeout", "0s"}, "--timeout", {"run", "--timeout", "1ms"}},
        Refusal{{"run", "--timeout", "-1s"}, "--timeout", {"run", "--timeout", "1s"}},
        Refusal{{"run", "--timeout"}, "--timeout", {"run", "--timeout", "1s"}},
        Refusal{{"run", "--deadline", "1d"}, "--deadline", {"run", "--deadline", "24h"}},
        Refusal{{"run", "--lease-wait", "x"}, "--lease-wait", {"run", "--lease-wait", "1s"}},
        Refusal{{"exec", "--lease-wait", "x", "--", "a"},
                "--lease-wait",
                {"exec", "--lease-wait", "1s", "--", "a"}},
        Refusal{{"run", "--cpu-lanes", "0"}, "--cpu-lanes", {"run", "--cpu-lanes", "1"}},
        Refusal{{"run", "--cpu-lanes", "1025"}, "--cpu-lanes", {"run", "--cpu-lanes", "1024"}},
        Refusal{{"run", "--cpu-lanes", "two"}, "'two'", {"run", "--cpu-lanes", "2"}},
        Refusal{{"run", "--cpu-lanes=-1"}, "--cpu-lanes", {"run", "--cpu-lanes=1"}},
        Refusal{{"run", "--shuffle=x"}, "--shuffle", {"run", "--shuffle=7"}},
        Refusal{{"run", "--shuffle=-7"}, "--shuffle", {"run", "--shuffle=7"}},
        Refusal{{"run", "--isolation", "thread"}, "'thread'", {"run", "--isolation", "process"}},
        Refusal{{"run", "--progress", "loud"}, "'loud'", {"run", "--progress", "lines"}},
        Refusal{{"run", "--color", "blue"}, "'blue'", {"run", "--color", "auto"}},
        Refusal{{"list", "--color", "blue"}, "'blue'", {"list", "--color", "auto"}},
        Refusal{{"env", "--color", "blue"}, "'blue'", {"env", "--color", "auto"}},
        Refusal{{"exec", "--color", "blue", "--", "a"}, "'blue'", {"exec", "--color", "auto", "a"}},
        Refusal{{"report", "last", "--color", "blue"}, "'blue'", {"report", "last"}},
        Refusal{{"ledger", "check", "--color", "blue"}, "'blue'", {"ledger", "check"}},
        Refusal{{"run", "--json", "-", "--junit", "-"}, "stdout", {"run", "--json", "-"}},
        Refusal{{"report", "last", "--json", "-", "--markdown", "-"},
                "stdout",
                {"report", "last", "--json", "a", "--markdown", "-"}},
        Refusal{{"exec"}, "no command", {"exec", "true"}},
        Refusal{{"exec", "--"}, "no command", {"exec", "--", "true"}},
        Refusal{{"report"}, "run", {"report", "last"}},
        Refusal{{"ledger"}, "", {"ledger", "check"}},
        Refusal{{"ledger", "add"}, "", {"ledger", "check"}},
        Refusal{{"init", "folder"}, "folder", {"init", "-c", "folder/cupel.toml"}},
        Refusal{{"env", "extra"}, "extra", {"env"}}),
    [](const auto& one) { return "Line" + std::to_string(one.index); });

TEST(Refused, AByteThatActsOnTheTerminalIsNotRepeatedRaw) {
  auto refused = parse_command_line({"run", "--timeout", "\x1b[31mx"});
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, Not(HasSubstr("\x1b")));
}

const Line served = {"run", "list", "init", "exec", "env", "report", "ledger"};
const Line unserved = {"repeat",  "triage",  "matrix",  "perturb",
                       "compare", "history", "explain", "merge"};

TEST(Help, NamesEveryServedCommandAndNoOther) {
  const std::string help = shown({"--help"});
  for (const std::string& name : served) EXPECT_THAT(help, HasSubstr("\n  " + name + " "));
  for (const std::string& name : unserved) {
    EXPECT_THAT(help, Not(HasSubstr("\n  " + name + " "))) << name;
    EXPECT_FALSE(parse_command_line({name}).ok()) << name;
    EXPECT_FALSE(parse_command_line({name, "--help"}).ok()) << name;
  }
  EXPECT_THAT(help, HasSubstr("Exit codes"));
}

TEST(Help, OfEachCommandNamesItsOptions) {
  for (const std::string& name : served) {
    EXPECT_THAT(shown({name, "--help"}), HasSubstr("--help")) << name;
    EXPECT_EQ(shown({name, "-h"}), shown({name, "--help"}));
  }
  const std::string help = shown({"run", "--help"});
  for (const char* option :
       {"--config", "--color", "--filter", "--mode", "--isolation", "--shuffle", "--timeout",
        "--deadline", "--gpus", "--lease-wait", "--cpu-lanes", "--resume", "--out", "--json",
        "--junit", "--markdown", "--accept-known", "--dry-run", "--progress"}) {
    EXPECT_THAT(help, HasSubstr(option));
  }
  for (const char* option : {"--html", "--triage", "--base", "--shard"}) {
    EXPECT_THAT(help, Not(HasSubstr(option)));
  }
  EXPECT_THAT(shown({"ledger", "--help"}), AllOf(HasSubstr("check"), Not(HasSubstr("prune"))));
}

TEST(Help, TheVersionIsOneLine) {
  EXPECT_THAT(shown({"--version"}), testing::MatchesRegex("cupel [0-9.]+\n"));
}

}  // namespace
}  // namespace cupel::cli
