// SPDX-License-Identifier: Apache-2.0
#include "record/run_codec.h"

#include <map>

#include "base/text.h"
#include "record/record_fields.h"
#include "record/tally.h"

namespace cupel::record {
namespace {

constexpr std::string_view schema = "cupel.run/1";
constexpr int open_levels = 2;

// What the schema shapes otherwise than the record, both ways.
struct RunShape {
  std::string schema_word{schema};
  double duration_s = 0;
  std::optional<std::string> finished;
  std::string scope;
  std::vector<TargetDocument> targets;
};

template <typename V>
void head_fields(V& v, auto& run, RunShape& shape) {
  v("schema", shape.schema_word);
  v("cupel", run.version);
  v("id", run.id);
  instant(v, "started", run.started);
  v("finished", shape.finished);
  v("duration_s", shape.duration_s);
  v("command", run.command);
  v("verdict", run.verdict);
  v("exit_code", run.exit_code);
  v("reasons", run.reasons);
  v("scope", shape.scope);
  v.maybe("narrowed_by", run.scope.narrowed_by);
  v.maybe("interruptions", run.interruptions);
  v.maybe("warnings", run.warnings);
  v.maybe("resumed", run.resumed);
  v.maybe("problems", run.gate_problems);
  v("counts", run.counts);
  v("gate", run.gate);
  v("build", run.build);
  v("environment", run.environment);
  v("precision", run.precision);
  v("lanes", run.lanes);
  v("launches", run.launches);
  v("targets", shape.targets);
}

RunShape shape_of(const RunRecord& run) {
  RunShape shape;
  shape.duration_s = run.duration_s();
  if (run.finished) shape.finished = base::format_wall_time(*run.finished);
  shape.scope = run.scope.full() ? "full" : "narrowed";
  std::map<std::string_view, TargetDocument*> by_name;
  shape.targets.reserve(run.targets.size());
  for (const TargetRecord& target : run.targets) {
    TargetDocument& added = shape.targets.emplace_back();
    added.target = target;
    added.duration_s = target.list_duration_s;
    by_name[target.name] = &added;
  }
  for (const LaunchRecord& launch : run.launches) {
    const auto found = by_name.find(launch.target);
    if (found == by_name.end()) continue;
    ++found->second->launches;
    found->second->duration_s += launch.duration_s;
  }
  for (const TestRecord& test : run.tests) {
    const auto found = by_name.find(test.id.target);
    if (found == by_name.end()) continue;
    add_to(found->second->counts, test);
    if (!test.selected) found->second->deselected.push_back(test.id.name);
  }
  return shape;
}

base::Error unreadable(std::string why) {
  return base::trouble("this is no run record: " + std::move(why),
                       "give a run directory or a run.json that cupel wrote");
}

// The selected tests in their places, then each target's others.
void add_deselected(const std::vector<TargetDocument>& targets, RunRecord& run) {
  for (const TargetDocument& document : targets) {
    for (const std::string& name : document.deselected) {
      run.tests.emplace_back().id = {document.target.name, name};
    }
  }
}

base::Result<void> take_shape(RunShape& shape, RunRecord& run) {
  if (shape.finished) {
    CUPEL_TRY_ASSIGN(run.finished, base::parse_wall_time(*shape.finished));
  }
  run.latest = run.started + base::from_seconds(shape.duration_s);
  for (TargetDocument& document : shape.targets) {
    document.target.selected = document.counts.selected;
    run.targets.push_back(std::move(document.target));
  }
  return {};
}

}  // namespace

void TestShape::take_from(const TestRecord& test) {
  target = test.id.target;
  name = test.id.name;
  measures = group_measures(test.measures);
  if (!test.known_entry.empty() || !test.known_issue.empty()) {
    known = KnownDocument{test.known_entry, test.known_issue};
  }
  if (!test.diagnosis_label.empty()) {
    diagnosis = DiagnosisDocument{test.diagnosis_label, test.diagnosis_size};
  }
}

void TestShape::give_to(TestRecord& test) const {
  test.selected = true;
  test.measures = ungroup(measures);
  test.known_entry = known ? known->entry : "";
  test.known_issue = known ? known->issue : "";
  test.diagnosis_label = diagnosis ? diagnosis->label : "";
  test.diagnosis_size = diagnosis ? diagnosis->size : "";
}

std::string to_run_json(const RunRecord& run) {
  std::string text;
  text.reserve(4096 + run.tests.size() * 512);
  format::JsonWriter json(text, open_levels);
  FieldWriter writer(json, Bytes::readable);
  RunShape shape = shape_of(run);
  json.begin_object();
  head_fields(writer, run, shape);
  json.key("tests").begin_array();
  for (const TestRecord& test : run.tests) {
    if (test.selected) writer.put(test);
  }
  json.end_array().end_object();
  text += '\n';
  return text;
}

base::Result<RunRecord> from_run_json(std::string_view text) {
  auto parsed = format::parse_json(text);
  if (!parsed.ok()) return unreadable(parsed.error().message);
  const std::string found = (*parsed)["schema"].string().value_or("");
  if (found != schema) {
    return unreadable("its schema is \"" + base::to_one_line(found) + "\", and not \"" +
                      std::string(schema) + "\"");
  }
  RunRecord run;
  RunShape shape;
  std::string fault;
  FieldReader reader(*parsed, fault);
  head_fields(reader, run, shape);
  reader("tests", run.tests);
  if (!fault.empty()) return unreadable(base::to_one_line(fault));
  add_deselected(shape.targets, run);
  CUPEL_TRY(take_shape(shape, run));
  return run;
}

}  // namespace cupel::record
