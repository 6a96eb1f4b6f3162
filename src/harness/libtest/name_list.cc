// SPDX-License-Identifier: Apache-2.0
// `--list` prints (1.63 to 1.95):
//
//   listing = section*
//   section = ( NAME ": " ( "test" | "benchmark" ) "\n" )* "\n" N " test"[s] ", " M " benchmark"[s]
//   "\n"
//
// in the order in which the program runs them. The count closes a section, so a listing that lost
// its end is none. Doc tests may come in several sections. It does not tell which tests are
// ignored:
// `--list --ignored` does, and why they are only a run tells, in which nothing but those tests is
// asked for and, as they are ignored, none of them runs.
//
// The lists go to files, since what is kept of stdout is bounded. A shell writes them, and asks as
// well how many threads a run by hand would take.
#include "harness/libtest/name_list.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "harness/libtest/doc_name.h"
#include "harness/libtest/own_arguments.h"
#include "harness/list_fault.h"

namespace cupel::harness::libtest {
namespace {

constexpr const char* list_file = "list.txt";
constexpr const char* ignored_file = "ignored.txt";
constexpr const char* threads_file = "threads.txt";
constexpr const char* reasons_file = "reasons.txt";

constexpr std::string_view by_hand_hint =
    "run the command by hand with --list; it must list and exit 0";

/// Of one argument list, with eight bytes a word for its pointer; the kernel allows 2 MiB for that
/// and the environment where the stack may have 8 MiB.
constexpr std::size_t most_reason_bytes = 512 * 1024;

// $1 threads, $2 ignored, $3 list, then the command.
constexpr const char* list_script =
    "threads=$1 ignored=$2 list=$3; shift 3\n"
    "{ printf '%s\\n' \"${RUST_TEST_THREADS-}\"; nproc; } >\"$threads\" 2>/dev/null\n"
    "unset RUST_TEST_THREADS\n"
    "\"$@\" --list --format=pretty --ignored >\"$ignored\" || exit\n"
    "exec \"$@\" --list --format=pretty >\"$list\"\n";
// The same where the command's own arguments settle which of the ignored tests run.
constexpr const char* plain_list_script =
    "threads=$1 list=$3; shift 3\n"
    "{ printf '%s\\n' \"${RUST_TEST_THREADS-}\"; nproc; } >\"$threads\" 2>/dev/null\n"
    "unset RUST_TEST_THREADS\n"
    "exec \"$@\" --list --format=pretty >\"$list\"\n";

std::string file_of(const LaunchOutput& output, const char* name) {
  const auto file = output.files.find(name);
  return file == output.files.end() ? std::string() : file->second;
}

/// What the program itself left, without the shell that writes its output to files and says a
/// signal as 128 and its number.
LaunchOutput behind_shell(const LaunchOutput& output) {
  LaunchOutput left;
  left.termination = output.termination;
  const auto* exited = std::get_if<model::Exited>(&output.termination);
  if (exited != nullptr && exited->code > 128 && exited->code <= 128 + 64) {
    left.termination = model::Signalled{exited->code - 128, false};
  }
  left.standard_output = file_of(output, ignored_file) + file_of(output, list_file);
  left.standard_error = output.standard_error;
  return left;
}

std::optional<ListFault> fault_of_launch(const LaunchOutput& output) {
  const auto* exited = std::get_if<model::Exited>(&output.termination);
  if (exited != nullptr && (exited->code == 126 || exited->code == 127)) {
    ListFault never = list_fault(output, "the program did not start",
                                 "check the target's command, and that the program is built and "
                                 "executable");
    never.kind = model::ProblemKind::start_failed;
    return never;
  }
  return fault_of_end(behind_shell(output), "libtest", by_hand_hint);
}

ListFault no_listing(const LaunchOutput& output) {
  return fault_of_silence(behind_shell(output), "libtest", "libtest",
                          "is it a Rust test binary (1.63 or later)? One with harness = false in "
                          "its Cargo.toml is a target with harness = \"command\"");
}

std::optional<std::size_t> number_before(std::string_view& text, std::string_view word) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.starts_with(word)) return std::nullopt;
  text.remove_prefix(word.size());
  if (text.starts_with('s')) text.remove_prefix(1);
  return value;
}

/// "5 tests, 0 benchmarks": how many that are together.
std::optional<std::size_t> count_line(std::string_view line) {
  const auto tests = number_before(line, " test");
  if (!tests || !line.starts_with(", ")) return std::nullopt;
  line.remove_prefix(2);
  const auto benchmarks = number_before(line, " benchmark");
  if (!benchmarks || !line.empty()) return std::nullopt;
  return *tests + *benchmarks;
}

std::optional<std::string_view> listed_name(std::string_view line) {
  for (const std::string_view kind : {": test", ": benchmark"}) {
    if (line.ends_with(kind)) return line.substr(0, line.size() - kind.size());
  }
  return std::nullopt;
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

/// "one thread, where a run by hand takes 8".
std::string threads_words(const OwnArguments& own, std::string_view answer) {
  const std::string_view variable = take_line(answer);
  const std::string_view cores = take_line(answer);
  const std::string_view by_hand = own.threads        ? std::string_view(*own.threads)
                                   : variable.empty() ? cores
                                                      : variable;
  if (by_hand.empty()) return "one thread";
  return "one thread, where a run by hand takes " + base::to_one_line(by_hand);
}

model::Listing make_listing(const OwnArguments& own, const std::vector<std::string>& names,
                            const std::vector<std::string>& ignored, std::string_view threads) {
  const std::unordered_set<std::string_view> off(ignored.begin(), ignored.end());
  std::unordered_map<std::string_view, std::size_t> count;
  for (const std::string& name : names) ++count[name];
  model::Listing listing;
  listing.channel = "log and text; " + threads_words(own, threads);
  for (const std::string& name : names) {
    if (count[name] > 1) listing.inseparable.push_back(listing.tests.size());
    model::TestCase& test = listing.tests.emplace_back();
    test.native = name;
    if (const auto place = doc_place(name)) test.location = *place;
    test.disabled = off.contains(name);
    if (test.disabled) test.disabled_reason = "#[ignore]";
  }
  model::assign_names(listing);
  return listing;
}

/// Asks why tests are ignored: named, they are reported with their reason and do not run.
ListMore ask_reasons(const TargetView& target, const OwnArguments& own, const LaunchOutput& output,
                     const std::vector<std::string>& ignored) {
  ListMore more;
  model::LaunchRequest& request = more.request;
  request.argv = {"/bin/sh", "-c", "out=$1; shift; exec \"$@\" >\"$out\"", "sh"};
  request.argv.push_back(model::Template().file(reasons_file));
  request.argv.insert(request.argv.end(), own.words.begin(), own.words.end());
  request.argv.emplace_back("--exact");
  append_run_options(request.argv);
  std::size_t bytes = 0;
  for (const std::string& name : ignored) {
    bytes += name.size() + 9;
    if (bytes > most_reason_bytes) break;
    request.argv.emplace_back(name);
  }
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  // The next step gets back what this one has read.
  request.collect = {reasons_file, list_file, ignored_file, threads_file};
  for (const char* name : {list_file, ignored_file, threads_file}) {
    request.write.push_back({name, file_of(output, name)});
  }
  request.write.push_back({reasons_file, ""});
  return more;
}

/// "test NAME ... ignored, REASON", or without a reason.
void read_reasons(std::string_view text, model::Listing& listing) {
  std::unordered_map<std::string_view, std::string_view> reasons;
  constexpr std::string_view mark = " ... ignored, ";
  while (!text.empty()) {
    std::string_view line = take_line(text);
    const std::size_t at = line.find(mark);
    if (!line.starts_with("test ") || at == std::string_view::npos) continue;
    std::string_view name = line.substr(5, at - 5);
    constexpr std::string_view panics = " - should panic";
    if (name.ends_with(panics)) name.remove_suffix(panics.size());
    reasons[name] = line.substr(at + mark.size());
  }
  for (model::TestCase& test : listing.tests) {
    const auto found = reasons.find(test.native);
    if (test.disabled && found != reasons.end())
      test.disabled_reason = base::to_one_line(found->second);
  }
}

}  // namespace

std::optional<std::vector<std::string>> parse_list(std::string_view text) {
  std::vector<std::string> names;
  std::size_t section = 0;
  bool closed = false;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (const auto name = listed_name(line)) {
      names.emplace_back(*name);
      ++section;
      closed = false;
    } else if (const auto count = count_line(line)) {
      if (*count != section) return std::nullopt;
      section = 0;
      closed = true;
    }
  }
  if (!closed) return std::nullopt;
  return names;
}

model::LaunchRequest list_request(const TargetView& target) {
  const OwnArguments own = own_arguments(target);
  model::LaunchRequest request;
  const bool asks_ignored = own.ignored == Ignored::skipped;
  request.argv = {"/bin/sh", "-c", asks_ignored ? list_script : plain_list_script, "sh"};
  for (const char* name : {threads_file, ignored_file, list_file}) {
    request.argv.push_back(model::Template().file(name));
  }
  request.argv.insert(request.argv.end(), own.words.begin(), own.words.end());
  request.workdir = target.workdir;
  // All but RUST_TEST_THREADS, which the script reads before it removes it.
  request.env_remove = {"RUST_TEST_NOCAPTURE", "RUST_TEST_SHUFFLE*", "RUST_TEST_TIME*"};
  request.collect = {threads_file, ignored_file, list_file};
  return request;
}

ListStep read_listing(const TargetView& target, const LaunchOutput& output) {
  const OwnArguments own = own_arguments(target);
  const bool has_reasons = output.files.contains(reasons_file);
  if (auto bad_end = fault_of_launch(output); bad_end && !has_reasons) return *std::move(bad_end);
  const auto names = parse_list(file_of(output, list_file));
  if (!names) return no_listing(output);
  std::vector<std::string> ignored;
  if (own.ignored == Ignored::skipped) {
    const auto parsed = parse_list(file_of(output, ignored_file));
    if (!parsed) return no_listing(output);
    ignored = *parsed;
  }
  if (!ignored.empty() && !has_reasons && !own.doc_tests) {
    return ask_reasons(target, own, output, ignored);
  }
  model::Listing listing = make_listing(own, *names, ignored, file_of(output, threads_file));
  if (has_reasons) read_reasons(file_of(output, reasons_file), listing);
  return listing;
}

}  // namespace cupel::harness::libtest
