// SPDX-License-Identifier: Apache-2.0
// docs/schema/run.schema.json and the writer of run.json name the same keys and the same words.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "format/json.h"
#include "record/run_codec.h"
#include "standard_run.h"

namespace cupel::report {
namespace {

using format::Json;
using Names = std::set<std::string>;

Json schema() {
  std::ifstream file(std::string(CUPEL_TEST_DATA) + "/../../docs/schema/run.schema.json");
  std::ostringstream text;
  text << file.rdbuf();
  auto parsed = format::parse_json(text.str());
  EXPECT_TRUE(parsed.ok());
  return parsed.ok() ? *parsed : Json{};
}

Names keys(const Json& object) {
  Names names;
  for (const auto& [name, member] : object.members()) names.insert(name);
  return names;
}
Names words(const Json& list) {
  Names names;
  for (const Json& item : list.elements()) names.insert(item.string().value_or("null"));
  return names;
}

// The keys of all objects together are those of the schema, and each has the required ones.
void expect_agreement(const Json& schema, const std::vector<Json>& objects, const Names& unseen) {
  Names all = unseen;
  const Names required = words(schema["required"]);
  EXPECT_FALSE(required.empty());
  for (const Json& object : objects) {
    const Names own = keys(object);
    EXPECT_TRUE(std::ranges::includes(own, required));
    all.insert(own.begin(), own.end());
  }
  EXPECT_EQ(all, keys(schema["properties"]));
}

std::vector<Json> inner(const std::vector<Json>& objects, const char* name) {
  std::vector<Json> found;
  for (const Json& object : objects) {
    for (const Json& item : object[name].elements()) found.push_back(item);
  }
  return found;
}

TEST(RunSchema, NamesTheKeysThatTheWriterWrites) {
  const Json defs = schema()["$defs"];
  record::RunRecord run = standard_run();
  run.tests[1].properties = {{"seed", "1"}};
  run.tests[7].disabled = true;
  const Json root = *format::parse_json(record::to_run_json(run));
  const std::vector<Json> roots = {root};
  const std::vector<Json> tests = root["tests"].elements();
  expect_agreement(schema(), roots, {"narrowed_by", "resumed"});
  expect_agreement(defs["counts"], {root["counts"]}, {});
  expect_agreement(defs["gate"], {root["gate"]}, {});
  expect_agreement(defs["build"], {root["build"]}, {});
  expect_agreement(defs["environment"], {root["environment"]}, {});
  expect_agreement(defs["gpu"], root["environment"]["gpus"].elements(), {});
  expect_agreement(defs["precision"], {root["precision"]}, {});
  expect_agreement(defs["lane"], root["lanes"].elements(), {});
  expect_agreement(defs["launch"], root["launches"].elements(), {"stderr_file"});
  expect_agreement(defs["target"], root["targets"].elements(), {"deselected"});
  expect_agreement(defs["problem"], inner(root["targets"].elements(), "problems"), {});
  expect_agreement(defs["test"], tests, {});
  expect_agreement(defs["attempt"], inner(tests, "attempts"), {});
  expect_agreement(defs["measure"], inner(tests, "measures"), {});
  expect_agreement(defs["diagnosis"], {tests.at(2)["diagnosis"]}, {});
}

// The words of an enumeration whose last value is `last`.
template <typename Enum>
Names all_words(Enum last) {
  Names names;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    names.insert(std::string(model::word(static_cast<Enum>(i))));
  }
  return names;
}

TEST(RunSchema, NamesTheWordsOfTheModel) {
  const Json defs = schema()["$defs"];
  EXPECT_EQ(words(defs["outcome"]["enum"]), all_words(model::Outcome::not_run));
  EXPECT_EQ(words(defs["problem"]["properties"]["kind"]["enum"]),
            all_words(model::ProblemKind::leaked_process));
  EXPECT_EQ(words(defs["launch"]["properties"]["purpose"]["enum"]),
            all_words(model::Purpose::probe));
  EXPECT_EQ(words(defs["gate"]["properties"]["isolation"]["enum"]),
            all_words(model::Isolation::process));
  EXPECT_EQ(words(defs["precision"]["properties"]["policy"]["enum"]),
            all_words(model::Precision::inherit));
  const Json killed = defs["ended"]["oneOf"].elements().at(3);
  EXPECT_EQ(words(killed["properties"]["reason"]["enum"]), all_words(model::KillReason::trouble));
  Names verdicts = all_words(model::Verdict::red);
  verdicts.insert("null");
  EXPECT_EQ(words(schema()["properties"]["verdict"]["enum"]), verdicts);
}

}  // namespace
}  // namespace cupel::report
