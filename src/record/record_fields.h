// SPDX-License-Identifier: Apache-2.0
// The members of the records as run.json has them: first those that the public schema names, in its
// order, then what this version adds, left out where there is nothing to say.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "record/event_fields.h"
#include "record/measure_groups.h"
#include "record/run_record.h"

namespace cupel::record {

/// Instants are ISO 8601 text in the public schema.
template <typename V, typename T>
  requires Of<T, base::WallTime>
void instant(V& v, std::string_view name, T& x) {
  std::string text = base::format_wall_time(x);
  v(name, text);
  if constexpr (!std::is_const_v<T>) {
    const auto parsed = base::parse_wall_time(text);
    parsed.ok() ? void(x = *parsed) : v.blame(name, "is no instant");
  }
}

/// A target with what follows from its tests and launches.
struct TargetDocument {
  TargetRecord target;
  model::RunCounts counts;
  double duration_s = 0;  ///< of its listing and of its launches together
  std::size_t launches = 0;
  std::vector<std::string> deselected;  ///< names
};

template <typename V>
void fields(V& v, Of<ProblemRecord> auto& x) {
  v("kind", x.kind);
  v("detail", x.detail);
  v("known_entry", x.known_entry);
  v("known_issue", x.known_issue);
}

template <typename V>
void fields(V& v, Of<TargetDocument> auto& x) {
  std::vector<std::string> canary;  // measured by a later version's probes
  v("name", x.target.name);
  v("harness", x.target.harness);
  v("version", x.target.version);
  v("listed", x.target.listed);
  v("counts", x.counts);
  v("duration_s", x.duration_s);
  v("canary", canary);
  v("problems", x.target.problems);
  v("launches", x.launches);
  v.maybe("list_duration_s", x.target.list_duration_s);
  v.maybe("program_sha256", x.target.program_sha256);
  v.maybe("deselected", x.deselected);
}

template <typename V, typename T>
  requires Of<T, LaunchRecord>
void fields(V& v, T& x) {
  std::optional<std::string> termination;
  if (x.termination) termination = model::describe(*x.termination);
  v("n", x.n);
  v("target", x.target);
  v("lane", x.lane);
  v("purpose", x.purpose);
  v("mode", x.mode);
  v("command", x.command);
  v("env_added", x.env_added);
  instant(v, "started", x.started);
  v("duration_s", x.duration_s);
  v("termination", termination);
  v("channel", x.channel);
  v.maybe("ended", x.termination);
  v.maybe("env_removed", x.env_removed);
  v.maybe("survivors", x.survivors);
  v.maybe("stacks", x.stacks);
  v.maybe("stdout_file", x.stdout_file);
  v.maybe("stderr_file", x.stderr_file);
  v.maybe("output_cut", x.output_cut);
}

template <typename V>
void fields(V& v, Of<AttemptRecord> auto& x) {
  v("launch", x.launch);
  v("outcome", x.outcome);
  v("duration_s", x.duration_s);
  v("void", x.is_void);
  v.maybe("void_why", x.void_why);
}

template <typename V, typename T>
  requires Of<T, model::Subcase>
void fields(V& v, T& x) {
  std::string status = x.ran ? "ran" : "never_reached";
  v("name", x.name);
  v("status", status);
  if constexpr (!std::is_const_v<T>) x.ran = status == "ran";
}

template <typename V>
void fields(V& v, Of<MeasureGroup> auto& x) {
  v("name", x.worst.name);
  v("observed", x.worst.observed);
  v("tolerance", x.worst.tolerance);
  v("ratio", x.ratio);
  v("basis", x.worst.basis);
  v("samples", x.samples);
}

struct KnownDocument {
  std::string entry;
  std::string issue;
};
template <typename V>
void fields(V& v, Of<KnownDocument> auto& x) {
  v("entry", x.entry);
  v("issue", x.issue);
}

struct DiagnosisDocument {
  std::string label;
  std::string size;
};
template <typename V>
void fields(V& v, Of<DiagnosisDocument> auto& x) {
  std::vector<std::string> evidence;  // the attempts of a later version's questions
  v("label", x.label);
  v("size", x.size);
  v("evidence", evidence);
}

/// The parts of a test that the schema shapes otherwise than the record.
struct TestShape {
  std::string target;
  std::string name;
  std::vector<MeasureGroup> measures;
  std::optional<KnownDocument> known;
  std::optional<DiagnosisDocument> diagnosis;

  void take_from(const TestRecord& test);
  void give_to(TestRecord& test) const;
};

template <typename V, typename T>
  requires Of<T, TestRecord>
void fields(V& v, T& x) {
  TestShape shape;
  shape.take_from(x);
  v("id", x.id);
  v("target", shape.target);
  v("name", shape.name);
  v("outcome", x.outcome);
  v("detail", x.detail);
  v("duration_s", x.duration_s);
  v("message", x.message);
  v("location", x.location);
  v("signature", x.signature);
  v("output", x.output);
  v("subcases", x.subcases);
  v("attempts", x.attempts);
  v("measures", shape.measures);
  v("known", shape.known);
  v("diagnosis", shape.diagnosis);
  v.maybe("decided_by", x.decided_by);
  v.maybe("failures", x.failures);
  v.maybe("properties", x.properties);
  v.maybe("disabled", x.disabled);
  v.maybe("declared_skip", x.declared_skip);
  v.maybe("unexpected_pass", x.unexpected_pass);
  v.maybe("note", x.note);
  v.maybe("alone", x.alone);
  if constexpr (!std::is_const_v<T>) shape.give_to(x);
}

}  // namespace cupel::record
