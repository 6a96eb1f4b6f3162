// SPDX-License-Identifier: Apache-2.0
// What the plug-in sends over the first connection: one JSON object a line, each with the key "k"
// of the session and its number "s" from 0. N is the place of a test among the chosen ones.
//
//   stream    = hello *collect [absent] [collected] *( test / stray ) [stop / internal] finish
//   hello     = {"e": "hello", "v": 1, "pytest": VERSION}
//   collect   = {"e": "collect", "id": NAME, "why": TEXT, "file": F, "line": N}     cannot be
//   collected absent    = {"e": "absent", "n": [N…]}              chosen, and not collected by this
//   process collected = {"e": "collected", "ids": [NAME…]}      everything, where it is not what
//   was listed test      = begin *( phase / part ) end             without end where the session
//   ended in it begin     = {"e": "begin", "n": N, "id": NAME} phase     = {"e": "phase", "n": N,
//   "when": W, "outcome": O, "took": SECONDS, "xfail": TEXT,
//                "skip": TEXT, "why": TEXT, "file": F, "line": N}         those that there are
//   part      = phase with "e": "part" and "name": TEXT                   a subtest
//   end       = {"e": "end", "n": N, "output": TEXT, "props": [[K, V]…]}
//   stray     = {"e": "stray", "id": NAME, "outcome": O}   a report about a test that does not run
//   stop      = {"e": "stop", "why": TEXT}              pytest.exit, an interrupt, should-stop
//   internal  = {"e": "internal", "why": TEXT}          pytest's own internal error
//   finish    = {"e": "finish", "status": S, "failed": N}
//
// The closing record comes in a file of its own, written by the program itself:
//
//   {"status": S, "failed": N, "outcomes": LETTERS}     a letter "p", "f", "s" a test, as they
//   ended
#include "harness/pytest/session_protocol.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/text.h"
#include "harness/pytest/pytest_wire.h"

namespace cupel::harness::pytest {
namespace {

constexpr std::size_t longest_line = std::size_t{4}
                                     << 20;                ///< the plug-in cuts its texts far below
constexpr std::size_t most_output = std::size_t{8} << 20;  ///< of all tests of one launch
constexpr std::size_t most_parts = 200'000;                ///< subtests of one launch
constexpr std::size_t most_phases = 10'000;                ///< reports of one test
constexpr std::size_t most_named = 10;                     ///< names in one message
constexpr double longest_seconds = 1e9;

/// "a, b and 3 more".
std::string some_of(const std::vector<std::string>& names) {
  std::string text;
  const std::size_t shown = std::min(names.size(), most_named);
  for (std::size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "" : ", ") + base::to_one_line(names[i]);
  if (names.size() > shown) text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

std::optional<Phase> read_phase(const format::Json& record) {
  Phase phase;
  auto when = record["when"].string();
  auto outcome = record["outcome"].string();
  if (!when || !outcome) return std::nullopt;
  phase.when = *std::move(when);
  phase.outcome = *std::move(outcome);
  if (const auto took = record["took"].number();
      took && std::isfinite(*took) && *took >= 0 && *took < longest_seconds) {
    phase.took = base::from_seconds(*took);
  }
  phase.expected = record["xfail"].string();
  phase.skip_reason = record["skip"].string().value_or("");
  phase.failure = {record["why"].string().value_or("no reason given"), read_place(record)};
  if (record["e"].string() == "part") {
    phase.part = record["name"].string();
    if (!phase.part) return std::nullopt;
  }
  return phase;
}

}  // namespace

struct SessionProtocol::Row {
  std::string_view kind;
  bool (SessionProtocol::*read)(const format::Json& record, Findings& out);
};
constexpr SessionProtocol::Row SessionProtocol::rows[] = {
    {"phase", &SessionProtocol::on_phase},       {"begin", &SessionProtocol::on_begin},
    {"end", &SessionProtocol::on_end},           {"part", &SessionProtocol::on_phase},
    {"hello", &SessionProtocol::on_hello},       {"collect", &SessionProtocol::on_collect},
    {"absent", &SessionProtocol::on_absent},     {"collected", &SessionProtocol::on_collected},
    {"stray", &SessionProtocol::on_stray},       {"stop", &SessionProtocol::on_stop},
    {"internal", &SessionProtocol::on_internal}, {"finish", &SessionProtocol::on_finish},
};

SessionProtocol::SessionProtocol(const model::Listing& listing, std::vector<std::size_t> chosen)
    : chosen_(std::move(chosen)), accounts_(chosen_.size()) {
  listed_.reserve(listing.tests.size());
  for (const model::TestCase& test : listing.tests) listed_.push_back(test.native);
}

void SessionProtocol::on_bytes(int connection, std::string_view bytes, Findings& out) {
  if (connection != 0 && !broken_) {
    break_stream(
        "a second connection was made to it: the command starts more than one process of pytest, "
        "or a test spoke in its name",
        out);
  }
  while (!bytes.empty() && !broken_) {
    heard_ = true;
    const std::size_t end = bytes.find('\n');
    line_ += bytes.substr(0, end);
    if (line_.size() > longest_line) return break_stream("a line of it is too long", out);
    if (end == std::string_view::npos) return;
    on_line(line_, out);
    line_.clear();
    bytes.remove_prefix(end + 1);
  }
}

void SessionProtocol::on_line(std::string_view line, Findings& out) {
  const auto record = format::parse_json(line);
  std::string why = record ? read(*record, out) : "a line of it is no record";
  if (!why.empty()) break_stream(why + ": " + base::to_one_line(line.substr(0, 120)), out);
}

std::string SessionProtocol::read(const format::Json& record, Findings& out) {
  const auto key = record["k"].string();
  if (!key || record["s"].integer() != next_) return "a record of it is not the one that was due";
  if (next_ == 0) key_ = *key;
  if (*key != key_) return "a record of it is not by the session's own plug-in";
  if ((next_++ == 0) != (record["e"].string() == "hello")) return "it began with something else";
  if (finish_) return "something came after its closing record";
  return take(record, out);
}

std::string SessionProtocol::take(const format::Json& record, Findings& out) {
  const std::string kind = record["e"].string().value_or("");
  const Row* row = std::ranges::find(rows, kind, &Row::kind);
  if (row == std::end(rows) || !(this->*row->read)(record, out)) return "a record of it is none";
  return {};
}

void SessionProtocol::break_stream(std::string why, Findings& out) {
  if (std::exchange(broken_, true)) return;
  out.push_back(model::ChannelBroken{stream_channel, std::move(why)});
}

void SessionProtocol::contradict(std::size_t place, std::string how, Findings& out) {
  if (std::exchange(accounts_[place].contradicted, true)) return;
  out.push_back(model::CaseContradicted{chosen_[place], std::move(how)});
}

void SessionProtocol::tell_outside(std::string where, model::Failure failure,
                                   model::ProblemKind kind, Findings& out) {
  outside_ = true;
  out.push_back(model::OutsideFailure{std::move(where), std::move(failure), kind});
}

std::optional<std::size_t> SessionProtocol::place_of(const format::Json& record) const {
  const auto place = record["n"].count();
  if (!place || *place >= chosen_.size()) return std::nullopt;
  return static_cast<std::size_t>(*place);
}

bool SessionProtocol::on_hello(const format::Json& record, Findings& /*out*/) {
  return record["v"].integer() == 1;
}

bool SessionProtocol::on_collect(const format::Json& record, Findings& out) {
  const auto name = read_name(record["id"]);
  const auto why = record["why"].string();
  if (!name || !why) return false;
  const model::Failure failure{*why, read_place(record)};
  tell_outside("", {collection_words(base::to_utf8(*name), failure), {}},
               model::ProblemKind::collect_error, out);
  return true;
}

bool SessionProtocol::on_absent(const format::Json& record, Findings& out) {
  std::vector<std::string> names;
  for (const format::Json& value : record["n"].elements()) {
    const auto place = value.count();
    if (!place || *place >= chosen_.size()) return false;
    names.push_back(listed_[chosen_[*place]]);
  }
  if (names.empty()) return false;
  tell_outside("",
               {base::plural(names.size(), "test") +
                    " that had been listed was not collected when it was to run: " +
                    some_of(names) + "; what is collected must not depend on time, chance or order",
                {}},
               model::ProblemKind::collect_error, out);
  return true;
}

bool SessionProtocol::on_collected(const format::Json& record, Findings& out) {
  std::map<std::string, std::size_t> listed;
  for (const std::string& name : listed_) ++listed[name];
  std::vector<std::string> fresh;
  for (const format::Json& value : record["ids"].elements()) {
    auto name = read_name(value);
    if (!name) return false;
    const auto found = listed.find(*name);
    if (found == listed.end() || found->second == 0) {
      fresh.push_back(base::to_utf8(*name));
    } else {
      --found->second;
    }
  }
  if (fresh.empty()) return true;
  tell_outside("",
               {"collected when the tests were to run, and not when they were listed: " +
                    some_of(fresh) + "; what is collected must not depend on time, chance or order",
                {}},
               model::ProblemKind::unlisted_test, out);
  return true;
}

bool SessionProtocol::on_begin(const format::Json& record, Findings& out) {
  const auto place = place_of(record);
  if (!place || read_name(record["id"]) != listed_[chosen_[*place]]) return false;
  CaseAccount& account = accounts_[*place];
  if (open_ != nowhere) contradict(open_, "another test began before it had ended", out);
  if (account.began) {
    contradict(*place, "it began twice in one process", out);
    return true;
  }
  account.began = true;
  open_ = *place;
  out.push_back(model::CaseStarted{chosen_[*place]});
  return true;
}

bool SessionProtocol::on_phase(const format::Json& record, Findings& out) {
  const auto place = place_of(record);
  auto phase = read_phase(record);
  if (!place || !phase) return false;
  if (*place != open_) {
    contradict(*place, "a result of its " + phase->when + " came when it was not running", out);
    return true;
  }
  CaseAccount& account = accounts_[*place];
  if (account.phases.size() == most_phases) return true;
  if (phase->part) {
    if (kept_parts_++ < most_parts) {
      out.push_back(model::CaseSubcase{chosen_[*place], {*phase->part, !phase->skipped()}});
    }
  } else if (std::ranges::any_of(account.phases, [&](const Phase& before) {
               return !before.part && before.when == phase->when;
             })) {
    contradict(*place, "its " + phase->when + " was reported twice", out);
  }
  // Of parts only those that speak against the test matter for its result.
  if (!phase->part || phase->failed()) account.phases.push_back(*std::move(phase));
  return true;
}

bool SessionProtocol::on_end(const format::Json& record, Findings& out) {
  const auto place = place_of(record);
  if (!place) return false;
  if (*place != open_) {
    contradict(*place, "its end came when it was not running", out);
    return true;
  }
  CaseAccount& account = accounts_[*place];
  open_ = nowhere;
  account.ended = true;
  ended_.push_back(*place);
  keep_output(record, account);
  for (const format::Json& pair : record["props"].elements()) {
    const std::vector<format::Json> words = pair.elements();
    if (words.size() != 2) return false;
    account.properties.emplace_back(words[0].string().value_or(""), words[1].string().value_or(""));
  }
  model::CaseResult result = result_of(account);
  any_failed_ = any_failed_ || result.reported == model::Reported::failed;
  out.push_back(model::CaseFinished{chosen_[*place], std::move(result)});
  return true;
}

void SessionProtocol::keep_output(const format::Json& record, CaseAccount& account) {
  auto output = record["output"].string();
  if (!output || kept_output_ + output->size() > most_output) return;
  kept_output_ += output->size();
  account.output = *std::move(output);
}

bool SessionProtocol::on_stray(const format::Json& record, Findings& out) {
  const auto name = read_name(record["id"]);
  if (!name) return false;
  out.push_back(model::UnlistedCase{base::to_utf8(*name)});
  return true;
}

bool SessionProtocol::on_stop(const format::Json& record, Findings& /*out*/) {
  stopped_ = record["why"].string().value_or("no reason given");
  return true;
}

bool SessionProtocol::on_internal(const format::Json& record, Findings& out) {
  tell_outside("pytest itself, an internal error", {record["why"].string().value_or(""), {}},
               model::ProblemKind::exit_mismatch, out);
  return true;
}

bool SessionProtocol::on_finish(const format::Json& record, Findings& /*out*/) {
  finish_ = read_finish(record);
  return finish_.has_value();
}

std::optional<SessionProtocol::Finish> SessionProtocol::read_finish(const format::Json& record) {
  const auto status = record["status"].integer();
  const auto failed = record["failed"].count();
  if (!status || !failed) return std::nullopt;
  return Finish{*status, *failed};
}

void SessionProtocol::finish(const LaunchOutput& output, Findings& out) {
  if (broken_) return;
  check_gap(output, out);
  if (!std::holds_alternative<model::Exited>(output.termination)) return;
  if (!stopped_.empty() && open_ == nowhere) {
    tell_outside("the session, which ended early", {stopped_, {}},
                 model::ProblemKind::exit_mismatch, out);
  }
  if (!finish_) return;
  if (!line_.empty()) return break_stream("something came after its closing record", out);
  if (const auto doubt = output.doubts.find(closing_file); doubt != output.doubts.end()) {
    out.push_back(model::ChannelBroken{closing_file, doubt->second});
  }
  const auto file = output.files.find(closing_file);
  if (file == output.files.end()) {
    if (!ended_.empty()) {
      contradict(ended_.back(),
                 "the closing record came after it, and the program never came to its end", out);
    }
    return break_stream("it had its closing record, and the program never came to its end", out);
  }
  check_closing(file->second, out);
  if (broken_) return;
  check_ending(output, out);
  closed_ = true;
  out.push_back(model::RunCompleted{finish_->status == 0});
}

/// Between the end of one test and the beginning of the next no test code runs. A process that ends
/// there was made to look as if the test had ended.
void SessionProtocol::check_gap(const LaunchOutput& output, Findings& out) {
  const bool by_itself = std::holds_alternative<model::Exited>(output.termination) ||
                         std::holds_alternative<model::Signalled>(output.termination);
  const bool owed = std::ranges::any_of(accounts_, [](const auto& one) { return !one.ended; });
  if (!by_itself || finish_ || open_ != nowhere || ended_.empty() || !owed) return;
  if (!stopped_.empty() || outside_) return;
  contradict(ended_.back(),
             "the process ended where this test had reported its end and the next had not begun, "
             "where no test code runs",
             out);
}

void SessionProtocol::check_closing(const std::string& bytes, Findings& out) {
  const auto parsed = format::parse_json(bytes);
  const format::Json closing = parsed ? *parsed : format::Json();
  const auto letters = closing["outcomes"].string();
  if (!letters || read_finish(closing) != finish_) {
    return break_stream("its closing record is not what the program wrote at its end", out);
  }
  check_letters(*letters, out);
  if (finish_->failed > 0 && !any_failed_ && !outside_) {
    break_stream(
        "pytest counts " + base::plural(finish_->failed, "failure") + " that no result shows", out);
  }
}

/// Each test as the program itself counted it, in the order in which they ended.
void SessionProtocol::check_letters(const std::string& letters, Findings& out) {
  if (letters.size() != ended_.size()) {
    return break_stream("it has the ends of " + base::plural(ended_.size(), "test") +
                            ", and the program counted " + std::to_string(letters.size()),
                        out);
  }
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (letters[i] != letter_of(accounts_[ended_[i]])) {
      contradict(ended_[i], "the program's own closing record has another result", out);
    }
  }
}

/// Wrappers give other codes than the program they start, but none turns a failure into 0.
void SessionProtocol::check_ending(const LaunchOutput& output, Findings& out) {
  const auto* exited = std::get_if<model::Exited>(&output.termination);
  if (exited == nullptr || finish_->status == 0 || exited->code != 0) return;
  tell_outside("the end of the process",
               {"pytest ended its session with status " + std::to_string(finish_->status) +
                    ", and the process exited with code 0",
                {}},
               model::ProblemKind::exit_mismatch, out);
}

}  // namespace cupel::harness::pytest
