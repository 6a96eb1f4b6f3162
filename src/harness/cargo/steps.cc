// SPDX-License-Identifier: Apache-2.0
// Three launches tell a workspace:
//
//   1  cargo metadata --no-deps               the members
//   2  cargo test --no-run, JSON messages     the build, and the programs that it made
//   3  cargo test, under a runner of ours     for each program the folder and the environment in
//                                             which cargo starts it, and its package's Cargo.toml
//
// The runner starts nothing: it writes down what it was handed. So the environment is what cargo
// itself gives, whatever its configuration and build scripts add, and which programs have a main of
// their own (harness = false) is read in the manifest, for no message of cargo tells. A runner that
// cargo's own configuration names for this machine goes before ours; then nothing is written down,
// and the listing says so.
//
// What a step has read goes with the next one, in files. Lists go to files as well, since what is
// kept of stdout is bounded.
#include "harness/cargo/steps.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/text.h"
#include "harness/cargo/command_line.h"
#include "harness/cargo/derive.h"
#include "harness/cargo/workspace.h"

namespace cupel::harness::cargo {
namespace {

constexpr const char* metadata_file = "metadata.json";
constexpr const char* build_file = "build.json";
constexpr const char* base_file = "base.env";
constexpr const char* dump_file = "programs.dump";
constexpr const char* runner_file = "runner.sh";

constexpr std::size_t longest_quote = 4000;  ///< of a compiler, in a problem

constexpr const char* build_script = "out=$1; shift; exec \"$@\" >\"$out\"\n";
constexpr const char* start_script =
    "base=$1; shift; env -0 >\"$base\" || exit; exec \"$@\" >/dev/null\n";

constexpr std::string_view by_hand_hint = "run it by hand in that folder";

std::string file_of(const LaunchOutput& output, const char* name) {
  const auto file = output.files.find(name);
  return file == output.files.end() ? std::string() : file->second;
}

void append(std::vector<model::Template>& argv, const std::vector<std::string>& words) {
  argv.insert(argv.end(), words.begin(), words.end());
}

/// A request that runs a script by the shell, which gets the paths of `files` before the command.
model::LaunchRequest script_request(const TargetView& target, const std::string& script,
                                    const std::vector<const char*>& files,
                                    const std::vector<std::string>& command) {
  model::LaunchRequest request;
  request.argv = {"/bin/sh", "-c", script, "sh"};
  for (const char* name : files) {
    request.argv.push_back(model::Template().file(name));
    request.collect.emplace_back(name);
  }
  append(request.argv, command);
  request.workdir = target.workdir;
  request.env_set["CARGO_TERM_COLOR"] = "never";
  request.env_set["CARGO_TERM_PROGRESS_WHEN"] = "never";
  return request;
}

/// What the steps before have read goes along, so that the next answer has it.
ListMore next_step(model::LaunchRequest request, const LaunchOutput& output,
                   const std::vector<const char*>& known) {
  for (const char* name : known) {
    request.write.push_back({name, file_of(output, name)});
    request.collect.emplace_back(name);
  }
  return ListMore{std::move(request)};
}

ListMore build_step(const TargetView& target, const CommandLine& line, const LaunchOutput& output) {
  std::vector<std::string> command = test_command(line);
  for (const char* word : {"--no-run", "--message-format=json"}) command.emplace_back(word);
  return next_step(script_request(target, build_script, {build_file}, command), output,
                   {metadata_file});
}

ListMore start_step(const TargetView& target, const CommandLine& line, const LaunchOutput& output) {
  std::vector<std::string> command = test_command(line);
  // Without it the doc tests would run as well, which no runner starts.
  if (line.programs.empty()) command.emplace_back("--tests");
  auto request = script_request(target, start_script, {base_file}, command);
  request.argv.emplace_back("--config");
  request.argv.push_back(
      model::Template("target.'cfg(all())'.runner=['/bin/sh','").file(runner_file).literal("']"));
  request.write.push_back(
      {runner_file,
       model::Template("{ printf 'cupel-program\\0%s\\0%s\\0' \"$1\" \"$PWD\"; env -0; "
                       "printf '\\0'; cat \"$CARGO_MANIFEST_DIR/Cargo.toml\"; "
                       "printf '\\0'; } >>'")
           .file(dump_file)
           .literal("'\n")});
  request.collect.emplace_back(dump_file);
  return next_step(std::move(request), output, {metadata_file, build_file});
}

/// From the first line that says error, else the end.
std::string quote(std::string_view text) {
  std::size_t at = text.starts_with("error") ? 0 : text.find("\nerror");
  if (at == std::string_view::npos) at = text.size() - std::min(text.size(), longest_quote);
  text.remove_prefix(at);
  const std::size_t begin = text.find_first_not_of('\n');
  if (begin == std::string_view::npos) return "it said nothing";
  text = text.substr(begin, longest_quote);
  while (text.ends_with('\n')) text.remove_suffix(1);
  return base::to_printable(text);
}

ListFault build_fault(const LaunchOutput& output, const Build& build) {
  ListFault fault{"the build failed: ", "mend the build; no test of this target was judged",
                  model::ProblemKind::build_failed};
  if (build.errors.empty()) {
    fault.detail += quote(output.standard_error);
    return fault;
  }
  std::string errors;
  for (const std::string& error : build.errors) errors += error;
  fault.detail += base::plural(build.error_count, "error") + "\n" + quote(errors);
  return fault;
}

std::optional<ListFault> fault_of_end(const LaunchOutput& output, std::string_view what) {
  const auto* exited = std::get_if<model::Exited>(&output.termination);
  if (exited != nullptr && exited->code == 127) {
    return ListFault{"cargo could not be started: " + quote(output.standard_error),
                     "check the target's command, and PATH", model::ProblemKind::start_failed};
  }
  if (exited != nullptr) return std::nullopt;
  const auto* killed = std::get_if<model::KilledByUs>(&output.termination);
  if (killed != nullptr && killed->reason == model::KillReason::listing_timeout) {
    return ListFault{std::string(what) + " did not finish in time and was ended",
                     "raise start_timeout, or build first: build = \"cargo test --no-run\" in "
                     "[gate] has no limit"};
  }
  return ListFault{std::string(what) + " did not end well: " + model::describe(output.termination),
                   std::string(by_hand_hint)};
}

using Packages = std::vector<Package>;

std::variant<Packages, ListFault> packages_of(const LaunchOutput& output) {
  if (auto fault = fault_of_end(output, "cargo metadata")) return *std::move(fault);
  auto packages = parse_metadata(file_of(output, metadata_file));
  if (!model::is_clean_exit(output.termination) || !packages) {
    return ListFault{"cargo metadata failed: " + quote(output.standard_error),
                     std::string(by_hand_hint)};
  }
  return *std::move(packages);
}

ListStep after_metadata(const TargetView& target, const CommandLine& line,
                        const LaunchOutput& output) {
  auto packages = packages_of(output);
  if (auto* fault = std::get_if<ListFault>(&packages)) return std::move(*fault);
  if (!line.only_docs) return build_step(target, line, output);
  return derive({line, target.workdir, std::get<Packages>(std::move(packages)), {}, {}});
}

ListStep programs_alone(const LaunchOutput& output) {
  auto packages = packages_of(output);
  if (auto* fault = std::get_if<ListFault>(&packages)) return std::move(*fault);
  return tested_parts(std::get<Packages>(packages));
}

ListStep after_build(const TargetView& target, const CommandLine& line,
                     const LaunchOutput& output) {
  if (auto fault = fault_of_end(output, "the build")) return *std::move(fault);
  const Build build = parse_build(file_of(output, build_file));
  if (!model::is_clean_exit(output.termination) || !build.succeeded) {
    return build_fault(output, build);
  }
  return start_step(target, line, output);
}

ListStep after_start(const TargetView& target, const CommandLine& line,
                     const LaunchOutput& output) {
  if (auto fault = fault_of_end(output, "asking cargo how it starts the programs"))
    return *std::move(fault);
  if (!model::is_clean_exit(output.termination)) {
    return ListFault{
        "cargo did not tell how it starts the programs: " + quote(output.standard_error),
        "a runner in cargo's configuration is not supported; give each program a "
        "target of its own with harness = \"libtest\""};
  }
  Workspace workspace{line,
                      target.workdir,
                      {},
                      parse_build(file_of(output, build_file)),
                      parse_surroundings(file_of(output, base_file), file_of(output, dump_file))};
  if (auto packages = parse_metadata(file_of(output, metadata_file)))
    workspace.packages = *std::move(packages);
  for (const Program& program : workspace.build.programs) {
    if (workspace.surroundings.contains(program.executable)) continue;
    return ListFault{"cargo starts " + base::to_one_line(program.executable) +
                         " by a runner of its own configuration (target.….runner)",
                     "take the runner out, or give each program a target of its own with "
                     "harness = \"libtest\" and the runner in its command"};
  }
  return derive(workspace);
}

ListFault no_command() {
  return ListFault{"the command has no word \"test\"",
                   "a cargo target's command is [\"cargo\", \"test\", …]"};
}

}  // namespace

model::LaunchRequest list_request(const TargetView& target) {
  const auto line = parse_command_line(target.command);
  std::string script = "metadata=$1; shift; exec \"$@\" metadata --format-version 1 --no-deps";
  if (line && !line->common_options.empty())
    script += " " + base::shell_quote(line->common_options);
  script += " >\"$metadata\"\n";
  return script_request(target, script, {metadata_file},
                        line                                ? line->cargo
                        : asks_for_programs(target.command) ? std::vector{target.command.front()}
                                                            : std::vector<std::string>{"true"});
}

ListStep read_listing(const TargetView& target, const LaunchOutput& output) {
  if (asks_for_programs(target.command)) return programs_alone(output);
  const auto line = parse_command_line(target.command);
  if (!line) return no_command();
  if (output.files.contains(base_file)) return after_start(target, *line, output);
  if (output.files.contains(build_file)) return after_build(target, *line, output);
  return after_metadata(target, *line, output);
}

}  // namespace cupel::harness::cargo
