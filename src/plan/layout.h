// SPDX-License-Identifier: Apache-2.0
// What a tree of files says about where its tests are: CMake build trees, cargo workspaces, pytest
// suites. Pure: names of files, and the text of the few that are read.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cupel::plan {

/// Folders that hold no tests of this tree's own, by their last component.
[[nodiscard]] bool is_foreign_folder(std::string_view name);

/// A configured build tree, as its CMakeCache.txt describes it.
struct BuildTree {
  std::string path;                         ///< relative; "." for the root
  std::string source;                       ///< absolute: CMAKE_HOME_DIRECTORY
  std::string build_type;                   ///< empty: none
  std::vector<std::string> configurations;  ///< of a multi-configuration generator
};
[[nodiscard]] BuildTree read_build_tree(std::string path, std::string_view cache);

/// Of several configurations those that have one of the programs; all where none has.
void keep_built_configurations(BuildTree& tree, const std::vector<std::string>& programs);
/// The configuration to gate of a tree that has several: an optimised one; empty: it has not.
[[nodiscard]] std::string configuration_of(const BuildTree& tree);
/// `path`, below the tree, is in the folder of a configuration that is not to be gated.
[[nodiscard]] bool is_of_other_configuration(std::string_view path, const BuildTree& tree);

/// Of several builds of the same sources the one to gate: optimised ones first, then by name. The
/// others are its `twins`.
struct ChosenTree {
  BuildTree tree;
  std::vector<std::string> twins;
};
[[nodiscard]] std::vector<ChosenTree> choose_build_trees(std::vector<BuildTree> trees);

/// The folders of cargo workspaces and of packages in none, from the text of each Cargo.toml by its
/// folder.
[[nodiscard]] std::vector<std::string> cargo_roots(
    const std::map<std::string, std::string>& manifests);

/// A folder as far as pytest is concerned.
struct PytestFolder {
  std::string path;
  bool configured = false;  ///< it has settings of pytest
  bool conftest = false;
  bool tests = false;  ///< files that pytest takes for tests, by their names
};
/// Whether a file of that name and text holds settings of pytest.
[[nodiscard]] bool has_pytest_settings(std::string_view name, std::string_view text);
[[nodiscard]] bool is_pytest_file(std::string_view name);

struct PytestRoot {
  std::string workdir;              ///< where pytest is started
  std::string folder;               ///< what it is given, relative to that; empty: nothing
  std::vector<std::string> others;  ///< folders below that are suites of their own, from workdir on
};
/// The suites: each the topmost folder with settings, else with a conftest.py, else with tests
/// ("tests" itself counts as its parent's). Those without a test below are none.
[[nodiscard]] std::vector<PytestRoot> pytest_roots(const std::vector<PytestFolder>& folders);

/// "b" of "a/b".
[[nodiscard]] std::string last_part(const std::string& path);
/// "a/b" for "b" in "a"; "." is the root of all.
[[nodiscard]] std::string join_path(const std::string& folder, const std::string& name);
/// True for the folder itself as well.
[[nodiscard]] bool is_below(std::string_view path, std::string_view folder);

}  // namespace cupel::plan
