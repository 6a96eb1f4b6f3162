// SPDX-License-Identifier: Apache-2.0
#include "plan/layout.h"

#include <gtest/gtest.h>

namespace cupel::plan {
namespace {

using Words = std::vector<std::string>;

TEST(BuildTree, IsWhatItsCacheSays) {
  const BuildTree tree = read_build_tree("build",
                                         "# a comment\n"
                                         "CMAKE_BUILD_TYPE_EXTRA:STRING=wrong\n"
                                         "CMAKE_BUILD_TYPE:STRING=Release\r\n"
                                         "CMAKE_HOME_DIRECTORY:INTERNAL=/w/a=b\n");
  EXPECT_EQ(tree.path, "build");
  EXPECT_EQ(tree.source, "/w/a=b");
  EXPECT_EQ(tree.build_type, "Release");
  EXPECT_TRUE(tree.configurations.empty());
  EXPECT_EQ(read_build_tree("b", "").source, "");
}

TEST(BuildTree, OfSeveralConfigurationsAnOptimisedOneThatIsBuiltIsGated) {
  BuildTree tree =
      read_build_tree("build", "CMAKE_CONFIGURATION_TYPES:STRING=Debug;Release;RelWithDebInfo\n");
  EXPECT_EQ(tree.configurations, (Words{"Debug", "Release", "RelWithDebInfo"}));
  EXPECT_EQ(configuration_of(tree), "RelWithDebInfo");
  const Words programs = {"build/Debug/a", "build/x/Release/a", "other/RelWithDebInfo/a"};
  keep_built_configurations(tree, programs);
  EXPECT_EQ(tree.configurations, (Words{"Debug", "Release"}));
  EXPECT_EQ(configuration_of(tree), "Release");
  EXPECT_TRUE(is_of_other_configuration("build/Debug/a", tree));
  EXPECT_TRUE(is_of_other_configuration("Debug/a", tree));
  EXPECT_FALSE(is_of_other_configuration("build/x/Release/a", tree));
  EXPECT_FALSE(is_of_other_configuration("build/Debugger/a", tree));
  keep_built_configurations(tree, {"elsewhere/a"});
  EXPECT_EQ(tree.configurations.size(), 2U) << "none is built: nothing is known";
}

TEST(BuildTree, OfTheSameSourcesTheOptimisedOneIsChosen) {
  const auto chosen = choose_build_trees({{"debug", "/w", "Debug", {}},
                                          {"release", "/w", "Release", {}},
                                          {"quick", "/w", "RelWithDebInfo", {}},
                                          {"a", "/other", "Debug", {}},
                                          {"b", "", "", {}},
                                          {"c", "", "", {}}});
  ASSERT_EQ(chosen.size(), 4U);
  EXPECT_EQ(chosen[0].tree.path, "a");
  EXPECT_EQ(chosen[1].tree.path, "b");
  EXPECT_EQ(chosen[2].tree.path, "c") << "trees of unknown sources are no twins";
  EXPECT_EQ(chosen[3].tree.path, "quick");
  EXPECT_EQ(chosen[3].twins, (Words{"release", "debug"}));
}

TEST(CargoRoots, AreWorkspacesAndPackagesInNone) {
  EXPECT_EQ(cargo_roots({{"a", "[workspace]\nmembers = ['one']\n"},
                         {"a/one", "[package]\nname = 'one'\n"},
                         {"b", "[package]\nname = 'b'\n"},
                         {"b/inner", "[package]\nname = 'inner'\n"},
                         {"c", "[profile.release]\n"},
                         {"d", "no toml ="}}),
            (Words{"a", "b", "b/inner"}));
  EXPECT_EQ(cargo_roots({{".", "[package]\nname = 'p'\n[workspace]\n"}, {"x", "[package]\n"}}),
            Words{"."});
}

TEST(Pytest, SettingsAreSections) {
  EXPECT_TRUE(has_pytest_settings("pyproject.toml", "[tool.pytest.ini_options]\n"));
  EXPECT_TRUE(has_pytest_settings("setup.cfg", "[metadata]\n[tool:pytest]\n"));
  EXPECT_TRUE(has_pytest_settings("tox.ini", "[pytest]\n"));
  EXPECT_FALSE(has_pytest_settings("pyproject.toml", "[project]\n# [tool.pytest\n"));
  EXPECT_FALSE(has_pytest_settings("setup.cfg", "[pytest]\n"));
  EXPECT_FALSE(has_pytest_settings("other.ini", "[pytest]\n"));
  EXPECT_TRUE(is_pytest_file("test_a.py") && is_pytest_file("a_test.py"));
  EXPECT_FALSE(is_pytest_file("tests.py") || is_pytest_file("test_a.pyc"));
}

struct Root {
  std::string workdir;
  std::string folder;
  Words others;
  friend bool operator==(const Root&, const Root&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Root& root) {
    return out << root.workdir << " > " << root.folder << " +" << root.others.size();
  }
};
std::vector<Root> roots_of(const std::vector<PytestFolder>& folders) {
  std::vector<Root> roots;
  for (const PytestRoot& root : pytest_roots(folders)) {
    roots.push_back({root.workdir, root.folder, root.others});
  }
  return roots;
}
PytestFolder configured(std::string path, bool tests = false) {
  return {std::move(path), true, false, tests};
}
PytestFolder with_conftest(std::string path) {
  return {std::move(path), false, true, false};
}
PytestFolder with_tests(std::string path) {
  return {std::move(path), false, false, true};
}

TEST(PytestRoots, SettingsComeFirstAndNeedATestBelow) {
  EXPECT_EQ(roots_of({configured("."), with_tests("tests/unit")}),
            (std::vector<Root>{{".", "", {}}}));
  EXPECT_EQ(roots_of({configured("."), configured("sub"), with_tests("sub/tests")}),
            (std::vector<Root>{{".", "", {}}}))
      << "a suite in a suite is part of it";
  EXPECT_TRUE(roots_of({configured("."), with_conftest("x")}).empty());
}

TEST(PytestRoots, AFolderOfTestsIsStartedFromAbove) {
  EXPECT_EQ(roots_of({with_tests("tests")}), (std::vector<Root>{{".", "tests", {}}}));
  EXPECT_EQ(roots_of({with_conftest("python/tests"), with_tests("python/tests/a")}),
            (std::vector<Root>{{"python", "tests", {}}}));
  EXPECT_EQ(roots_of({with_tests("checks"), with_tests("checks/more")}),
            (std::vector<Root>{{"checks", "", {}}}));
  EXPECT_EQ(roots_of({configured("tests", true)}), (std::vector<Root>{{"tests", "", {}}}))
      << "settings are found from the folder that has them";
}

TEST(PytestRoots, ASuiteBelowWithSettingsOfItsOwnIsLeftOut) {
  EXPECT_EQ(roots_of({with_tests("tests"), configured("tests/own", true)}),
            (std::vector<Root>{{"tests/own", "", {}}, {".", "tests", {"tests/own"}}}));
}

TEST(Layout, FoldersOfOthers) {
  for (const char* name : {".git", ".venv", "node_modules", "target", "_deps", "CMakeFiles"}) {
    EXPECT_TRUE(is_foreign_folder(name)) << name;
  }
  EXPECT_FALSE(is_foreign_folder("build") || is_foreign_folder("targets"));
}

TEST(Layout, Paths) {
  EXPECT_EQ(join_path(".", "a"), "a");
  EXPECT_EQ(join_path("a", "b"), "a/b");
  EXPECT_TRUE(is_below("a/b", "a") && is_below("a", "a") && is_below("a", "."));
  EXPECT_FALSE(is_below("ab", "a") || is_below("a", "a/b"));
}

}  // namespace
}  // namespace cupel::plan
