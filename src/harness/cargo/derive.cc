// SPDX-License-Identifier: Apache-2.0
#include "harness/cargo/derive.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace cupel::harness::cargo {
namespace {

const Package* package_of(const Workspace& workspace, const Program& program) {
  const auto found = std::find_if(
      workspace.packages.begin(), workspace.packages.end(),
      [&](const Package& package) { return package.manifest_path == program.package_manifest; });
  return found == workspace.packages.end() ? nullptr : &*found;
}

/// Of a package that is no member and was named with --package.
std::string folder_name(const Program& program) {
  std::string_view folder = program.package_manifest;
  folder = folder.substr(0, folder.rfind('/'));
  return std::string(folder.substr(folder.rfind('/') + 1));
}

/// "one/one", or "one/one.bin" where the package has a library of that name: what else was built
/// does not matter, so that a test keeps its id.
std::string target_name(const Workspace& workspace, const Program& program,
                        std::set<std::string>& taken) {
  const Package* package = package_of(workspace, program);
  std::string full = (package == nullptr ? folder_name(program) : package->name) + "/";
  full += program.name;
  const auto comes_before = [&](const Part& part) {
    return part.name == program.name && rank_of_kind(part.kind) < rank_of_kind(program.kind);
  };
  const bool second = program.name == "doc" ||
                      (package != nullptr &&
                       std::any_of(package->parts.begin(), package->parts.end(), comes_before));
  if (second) full += "." + program.kind;
  while (!taken.insert(full).second) full += "'";
  return full;
}

DerivedTarget program_target(const Workspace& workspace, const Program& program,
                             std::set<std::string>& taken) {
  const Surroundings& around = workspace.surroundings.at(program.executable);
  DerivedTarget target;
  target.name = target_name(workspace, program, taken);
  target.harness = has_own_main(around.manifest, program) ? "command" : "libtest";
  // The operator's environment goes before a target's, but cargo's before both.
  if (!around.changed.empty()) target.command.emplace_back("/usr/bin/env");
  for (const auto& [name, value] : around.changed) target.command.push_back(name + "=" + value);
  target.command.push_back(program.executable);
  target.command.insert(target.command.end(), workspace.line.to_tests.begin(),
                        workspace.line.to_tests.end());
  target.workdir = around.workdir;
  target.env = around.env;
  return target;
}

DerivedTarget doc_target(const Workspace& workspace, const Package& package) {
  DerivedTarget target;
  target.name = package.name + "/doc";
  target.harness = "libtest";
  target.command = doc_command(workspace.line, package.name, package.features);
  target.workdir = workspace.workdir;
  return target;
}

bool takes_docs(const CommandLine& line) {
  return line.only_docs || line.programs.empty();
}

/// A member that has nothing to run is listed all the same, with no tests.
DerivedTarget idle_target(const Workspace& workspace, const Package& package) {
  DerivedTarget target;
  target.name = package.name;
  target.harness = "cargo";
  target.command = idle_command(workspace.line, package.name);
  target.workdir = workspace.workdir;
  return target;
}

}  // namespace

std::vector<Package> wanted_packages(const std::vector<Package>& packages,
                                     const CommandLine& line) {
  const auto names = [](const std::vector<std::string>& specs, const std::string& name) {
    return std::any_of(specs.begin(), specs.end(), [&](std::string_view spec) {
      return spec.substr(0, spec.find_first_of("@:")) == name;
    });
  };
  std::vector<Package> wanted;
  for (const Package& package : packages) {
    const bool chosen = line.packages.empty() || names(line.packages, package.name);
    if (chosen && !names(line.excluded, package.name)) wanted.push_back(package);
  }
  return wanted;
}

Derived derive(const Workspace& workspace) {
  Derived derived;
  std::set<std::string> taken;
  std::set<std::string> with_program;
  for (const Program& program : workspace.build.programs) {
    derived.targets.push_back(program_target(workspace, program, taken));
    with_program.insert(program.package_manifest);
    derived.programs.push_back(program.source);
  }
  for (const Package& package : wanted_packages(workspace.packages, workspace.line)) {
    const bool docs = package.has_doc_tests && takes_docs(workspace.line);
    if (docs) derived.targets.push_back(doc_target(workspace, package));
    if (!docs && !with_program.contains(package.manifest_path))
      derived.targets.push_back(idle_target(workspace, package));
  }
  return derived;
}

Derived tested_parts(const std::vector<Package>& packages) {
  Derived derived;
  for (const Package& package : packages) {
    for (const Part& part : package.parts) {
      if (part.tested) derived.programs.push_back(part.source);
    }
  }
  return derived;
}

}  // namespace cupel::harness::cargo
