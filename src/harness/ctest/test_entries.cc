// SPDX-License-Identifier: Apache-2.0
// What ctest --show-only=json-v1 prints (CMake 3.14 and later):
//
//   document  = { "kind": "ctestInfo", "version": { "major": 1, … },
//                 "backtraceGraph": { "commands": …, "files": [ F… ], "nodes": [ node… ] },
//                 "tests": [ test… ] }
//   node      = { "file": INDEX, "line": N, "command": …, "parent": INDEX }
//   test      = { "name": T, "command": [ WORD… ], "backtrace": INDEX, "config": …,
//                 "properties": [ { "name": P, "value": … }… ] }
//
// A test has ctest's number by its place. "command" is absent where the program was not found.
#include "harness/ctest/test_entries.h"

#include "base/text.h"

namespace cupel::harness::ctest {
namespace {

using format::Json;

/// Line and file of each node; the graph is shared by all tests.
std::vector<model::Location> read_places(const Json& graph) {
  std::vector<std::string> files;
  for (const Json& file : graph["files"].elements()) {
    files.push_back(base::to_utf8(file.string().value_or("")));
  }
  std::vector<model::Location> places;
  for (const Json& node : graph["nodes"].elements()) {
    model::Location& place = places.emplace_back();
    const auto file = node["file"].count();
    const auto line = node["line"].integer();
    if (!file || *file >= files.size() || !line || *line < 1 || *line >= 1'000'000'000) continue;
    place = {files[*file], static_cast<int>(*line)};
  }
  return places;
}

std::vector<std::string> words_of(const Json& list) {
  std::vector<std::string> words;
  for (const Json& word : list.elements()) words.push_back(word.string().value_or(""));
  return words;
}

}  // namespace

bool TestEntry::flag(const std::string& property) const {
  const auto found = properties.find(property);
  return found != properties.end() && found->second.boolean().value_or(false);
}

std::vector<std::string> TestEntry::words(const std::string& property) const {
  const auto found = properties.find(property);
  return found == properties.end() ? std::vector<std::string>() : words_of(found->second);
}

base::Result<std::vector<TestEntry>> read_entries(std::string_view json) {
  CUPEL_TRY_ASSIGN(const Json document, format::parse_json(json));
  if (document["kind"].string() != "ctestInfo" || !document["tests"].is_array()) {
    return base::trouble("it is not ctest's list of tests");
  }
  if (document["version"]["major"].integer() != 1) {
    return base::trouble("it is of a version other than 1");
  }
  const std::vector<model::Location> places = read_places(document["backtraceGraph"]);
  std::vector<TestEntry> entries;
  for (const Json& test : document["tests"].elements()) {
    const auto name = test["name"].string();
    if (!name) return base::trouble("a test has no name");
    TestEntry& entry = entries.emplace_back();
    entry.number = entries.size();
    entry.name = *name;
    entry.command = words_of(test["command"]);
    const auto place = test["backtrace"].count();
    if (place && *place < places.size()) entry.location = places[*place];
    for (const Json& property : test["properties"].elements()) {
      const std::string key = property["name"].string().value_or("");
      if (key == "WORKING_DIRECTORY") {
        entry.workdir = property["value"].string().value_or("");
      } else {
        entry.properties.emplace(key, property["value"]);
      }
    }
  }
  return entries;
}

}  // namespace cupel::harness::ctest
