// SPDX-License-Identifier: Apache-2.0
// The members of each event as the journal has them. A new event is a list here and a word in
// `event_words`, in the order of model::EventBody.
#pragma once

#include "model/event.h"
#include "record/variant_fields.h"

namespace cupel::record {

inline constexpr std::array<std::string_view, std::variant_size_v<model::EventBody>> event_words = {
    "run_started",   "run_resumed",    "build_finished",  "lane_opened",    "lane_closed",
    "target_listed", "target_derived", "target_selected", "target_problem", "launch_started",
    "test_started",  "test_reported",  "attempt_voided",  "test_measured",  "test_subcase",
    "launch_ended",  "test_settled",   "diagnosis_made",  "interrupted",    "warned",
    "run_finished"};

template <typename V>
void fields(V& v, Of<model::RunStarted> auto& x) {
  v("id", x.id);
  v("version", x.version);
  v("command", x.command);
  v("gate", x.gate);
  v.maybe("narrowed_by", x.scope.narrowed_by);
  v("environment", x.environment);
  v("precision", x.precision);
  v("targets", x.targets);
}
template <typename V>
void fields(V& v, Of<model::RunResumed> auto& x) {
  v("command", x.command);
}
template <typename V>
void fields(V& v, Of<model::BuildFinished> auto& x) {
  v("command", x.command);
  v("duration_s", x.duration_s);
  v("ok", x.ok);
}
template <typename V>
void fields(V& v, Of<model::LaneOpened> auto& x) {
  v("name", x.name);
  v.maybe("device", x.device);
  v("lease_wait_s", x.lease_wait_s);
}
template <typename V>
void fields(V& v, Of<model::LaneClosed> auto& x) {
  v("name", x.name);
  v("busy_s", x.busy_s);
}
template <typename V>
void fields(V& v, Of<model::TargetListed> auto& x) {
  v("target", x.target);
  v("harness", x.harness);
  v.maybe("program_sha256", x.program_sha256);
  v("duration_s", x.duration_s);
  v("listing", x.listing);
}
template <typename V>
void fields(V& v, Of<model::TargetDerived> auto& x) {
  v("target", x.target);
  v("into", x.into);
  v("has_tests", x.has_tests);
}
template <typename V>
void fields(V& v, Of<model::TargetSelected> auto& x) {
  v("target", x.target);
  v("names", x.names);
}
template <typename V>
void fields(V& v, Of<model::TargetProblem> auto& x) {
  v("target", x.target);
  v("kind", x.kind);
  v("detail", x.detail);
  v("known_entry", x.known_entry);
  v("known_issue", x.known_issue);
}
template <typename V>
void fields(V& v, Of<model::LaunchStarted> auto& x) {
  v("n", x.n);
  v("target", x.target);
  v("lane", x.lane);
  v("purpose", x.purpose);
  v("mode", x.mode);
  v("command", x.command);
  v.maybe("env_added", x.env_added);
  v.maybe("env_removed", x.env_removed);
  v("owed", x.owed);
}
template <typename V>
void fields(V& v, Of<model::TestStarted> auto& x) {
  v("launch", x.launch);
  v("test", x.test);
}
template <typename V>
void fields(V& v, Of<model::TestReported> auto& x) {
  v("launch", x.launch);
  v("test", x.test);
  v("outcome", x.outcome);
  v.maybe("detail", x.detail);
  v.maybe("duration_s", x.duration_s);
  v.maybe("failures", x.failures);
  v.maybe("properties", x.properties);
  v.maybe("output", x.output);
  v.maybe("open", x.open);
}
template <typename V>
void fields(V& v, Of<model::AttemptVoided> auto& x) {
  v("launch", x.launch);
  v("test", x.test);
  v("why", x.why);
}
template <typename V>
void fields(V& v, Of<model::TestMeasured> auto& x) {
  v("launch", x.launch);
  v("test", x.test);
  fields(v, x.measure);
}
template <typename V>
void fields(V& v, Of<model::TestSubcase> auto& x) {
  v("launch", x.launch);
  v("test", x.test);
  v("name", x.subcase.name);
  v("ran", x.subcase.ran);
}
template <typename V>
void fields(V& v, Of<model::LaunchEnded> auto& x) {
  v("n", x.n);
  v("termination", x.termination);
  v("duration_s", x.duration_s);
  v.maybe("channel", x.channel);
  v.maybe("survivors", x.survivors);
  v.maybe("stacks", x.stacks);
  v.maybe("stdout_file", x.stdout_file);
  v.maybe("stderr_file", x.stderr_file);
  v.maybe("output_cut", x.output_cut);
}
template <typename V>
void fields(V& v, Of<model::TestSettled> auto& x) {
  v("test", x.test);
  v("outcome", x.outcome);
  v.maybe("launch", x.launch);
  v.maybe("known_entry", x.known_entry);
  v.maybe("known_issue", x.known_issue);
  v.maybe("unexpected_pass", x.unexpected_pass);
  v.maybe("declared_skip", x.declared_skip);
  v.maybe("note", x.note);
  v.maybe("alone", x.alone);
  v.maybe("signature", x.signature);
}
template <typename V>
void fields(V& v, Of<model::DiagnosisMade> auto& x) {
  v("test", x.test);
  v("label", x.label);
  v("size", x.size);
}
template <typename V>
void fields(V& v, Of<model::Interrupted> auto& x) {
  v("why", x.why);
}
template <typename V>
void fields(V& v, Of<model::Warned> auto& x) {
  v("text", x.text);
}
template <typename V>
void fields(V& v, Of<model::RunCounts> auto& x) {
  v("listed", x.listed);
  v("selected", x.selected);
  v("deselected", x.deselected);
  for (std::size_t i = 0; i < model::outcome_count; ++i) {
    v(model::word(static_cast<model::Outcome>(i)), x.by_outcome[i]);
  }
  v("flaky", x.flaky);
  v("known", x.known);
  v("unexpected_pass", x.unexpected_pass);
}
template <typename V>
void fields(V& v, Of<model::RunFinished> auto& x) {
  v("verdict", x.verdict);
  v("exit_code", x.exit_code);
  v("reasons", x.reasons);
  v("counts", x.counts);
}

}  // namespace cupel::record
