// SPDX-License-Identifier: Apache-2.0
// What is read, from cargo 1.63 to 1.95:
//
//   metadata = { "packages": [ { "name", "manifest_path", "features": { NAME: … },
//                "targets": [ { "kind": […], "name", "src_path", "test": bool, "doctest": bool } ]
//                } ], "workspace_members": [ id ] }
//   message  = { "reason": "compiler-artifact", "manifest_path", "target": { "kind": […], "name",
//                "src_path" }, "profile": { "test": bool }, "executable": PATH | null }
//            | { "reason": "compiler-message", "message": { "level", "rendered" } }
//            | { "reason": "build-finished", "success": bool }
//   dump     = ( "cupel-program" NUL PROGRAM NUL FOLDER NUL ( VARIABLE NUL )* NUL MANIFEST NUL )*
//   base     = ( VARIABLE NUL )*
#include "harness/cargo/workspace.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

#include "format/json.h"
#include "format/toml.h"

namespace cupel::harness::cargo {
namespace {

constexpr std::size_t shown_errors = 3;

std::string text_of(const format::Json& value) {
  return value.string().value_or(std::string());
}

/// One of the kinds of an artifact that stand for it: all kinds of libraries are one.
std::string kind_of(const format::Json& target) {
  for (const format::Json& kind : target["kind"].elements()) {
    const std::string word = text_of(kind);
    if (word == "bin" || word == "test" || word == "example" || word == "bench") return word;
  }
  return "lib";
}

void take_artifact(const format::Json& message, Build& build) {
  const bool is_test = message["profile"]["test"].boolean().value_or(false);
  const auto executable = message["executable"].string();
  if (!is_test || !executable) return;
  const format::Json target = message["target"];
  build.programs.push_back({text_of(message["manifest_path"]), kind_of(target),
                            text_of(target["name"]), *executable, text_of(target["src_path"])});
}

void take_diagnostic(const format::Json& message, Build& build) {
  const format::Json diagnostic = message["message"];
  const auto rendered = diagnostic["rendered"].string();
  if (text_of(diagnostic["level"]) != "error" || !rendered) return;
  // "aborting due to 2 previous errors" closes the list of each crate.
  if (rendered->starts_with("error: aborting due to")) return;
  ++build.error_count;
  if (build.errors.size() < shown_errors) build.errors.push_back(*rendered);
}

void take_message(const format::Json& message, Build& build) {
  const std::string reason = text_of(message["reason"]);
  if (reason == "compiler-artifact") take_artifact(message, build);
  if (reason == "compiler-message") take_diagnostic(message, build);
  if (reason == "build-finished") build.succeeded = message["success"].boolean().value_or(false);
}

Package make_package(const format::Json& json) {
  Package package;
  package.name = text_of(json["name"]);
  package.manifest_path = text_of(json["manifest_path"]);
  for (const auto& [name, implied] : json["features"].members()) package.features.push_back(name);
  for (const format::Json& target : json["targets"].elements()) {
    const bool tested = target["doctest"].boolean().value_or(false);
    const std::string kind = kind_of(target);
    if (tested && kind == "lib") package.has_doc_tests = true;
    package.parts.push_back({kind, text_of(target["name"]), text_of(target["src_path"]),
                             target["test"].boolean().value_or(false)});
  }
  return package;
}

/// Text up to the next NUL, which is taken as well.
std::string_view take_field(std::string_view& text) {
  const std::string_view field = text.substr(0, text.find('\0'));
  text.remove_prefix(std::min(text.size(), field.size() + 1));
  return field;
}

std::pair<std::string, std::string> variable(std::string_view field) {
  const std::size_t equals = field.find('=');
  if (equals == std::string_view::npos) return {std::string(field), {}};
  return {std::string(field.substr(0, equals)), std::string(field.substr(equals + 1))};
}

/// Variables that a shell keeps for itself, and PATH, to which rustup adds a folder that it was
/// found in.
bool is_passed_over(const std::string& name) {
  return name == "PWD" || name == "OLDPWD" || name == "SHLVL" || name == "_" || name == "PATH" ||
         name.empty();
}

const format::TomlValue* entry_of(const format::TomlValue& manifest, const Program& program) {
  const format::TomlValue* of_kind = manifest.find(program.kind);
  if (of_kind == nullptr || of_kind->is(format::TomlType::table)) return of_kind;
  for (const format::TomlValue& entry : of_kind->items) {
    const format::TomlValue* name = entry.find("name");
    if (name != nullptr && name->text == program.name) return &entry;
  }
  return nullptr;
}

}  // namespace

int rank_of_kind(std::string_view kind) {
  constexpr std::array<std::string_view, 5> order{"lib", "bin", "test", "example", "bench"};
  return static_cast<int>(std::find(order.begin(), order.end(), kind) - order.begin());
}

std::optional<std::vector<Package>> parse_metadata(std::string_view text) {
  const auto document = format::parse_json(text);
  if (!document || !(*document)["packages"].is_array()) return std::nullopt;
  std::set<std::string> members;
  for (const format::Json& id : (*document)["workspace_members"].elements()) {
    members.insert(text_of(id));
  }
  std::vector<Package> packages;
  for (const format::Json& package : (*document)["packages"].elements()) {
    if (members.contains(text_of(package["id"]))) packages.push_back(make_package(package));
  }
  return packages;
}

Build parse_build(std::string_view messages) {
  Build build;
  while (!messages.empty()) {
    const std::string_view line = messages.substr(0, messages.find('\n'));
    messages.remove_prefix(std::min(messages.size(), line.size() + 1));
    if (!line.starts_with('{')) continue;
    const auto message = format::parse_json(line);
    if (message) take_message(*message, build);
  }
  // They come in the order in which they were built, which is not the same each time.
  std::sort(build.programs.begin(), build.programs.end(), [](const Program& a, const Program& b) {
    return std::tuple(a.package_manifest, rank_of_kind(a.kind), a.name, a.executable) <
           std::tuple(b.package_manifest, rank_of_kind(b.kind), b.name, b.executable);
  });
  return build;
}

std::map<std::string, Surroundings> parse_surroundings(std::string_view base,
                                                       std::string_view dump) {
  std::map<std::string, std::string> before;
  while (!base.empty()) before.insert(variable(take_field(base)));
  std::map<std::string, Surroundings> found;
  while (!dump.empty()) {
    if (take_field(dump) != "cupel-program") continue;
    const std::string program(take_field(dump));
    Surroundings one;
    one.workdir = take_field(dump);
    while (true) {
      const std::string_view field = take_field(dump);
      if (field.empty()) break;
      auto [name, value] = variable(field);
      const auto old = before.find(name);
      if (is_passed_over(name) || (old != before.end() && old->second == value)) continue;
      (old == before.end() ? one.env : one.changed).emplace(std::move(name), std::move(value));
    }
    one.manifest = take_field(dump);
    found.emplace(program, std::move(one));
  }
  return found;
}

bool has_own_main(std::string_view manifest, const Program& program) {
  const auto document = format::parse_toml(manifest, "Cargo.toml");
  if (!document) return false;
  const format::TomlValue* entry = entry_of(*document, program);
  const format::TomlValue* harness = entry == nullptr ? nullptr : entry->find("harness");
  return harness != nullptr && harness->is(format::TomlType::boolean) && !harness->boolean;
}

}  // namespace cupel::harness::cargo
