// SPDX-License-Identifier: Apache-2.0
#include "plan/layout.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "format/toml.h"

namespace cupel::plan {
namespace {

/// The value of NAME:TYPE=VALUE in a cache.
std::optional<std::string> cache_value(std::string_view cache, std::string_view name) {
  for (std::size_t at = 0; at < cache.size();) {
    const std::size_t end = std::min(cache.find('\n', at), cache.size());
    std::string_view line = cache.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(name) || line.substr(name.size(), 1) != ":") continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    line.remove_prefix(equals + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return std::string(line);
  }
  return std::nullopt;
}

int rank_of_build(const std::string& type) {
  static constexpr std::array<std::string_view, 3> optimised = {"RelWithDebInfo", "Release",
                                                                "MinSizeRel"};
  const auto* const found = std::ranges::find(optimised, type);
  return static_cast<int>(found - optimised.begin());
}

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

bool in_one_of(const std::string& path, const std::vector<std::string>& folders) {
  return std::ranges::any_of(folders,
                             [&](const std::string& folder) { return is_below(path, folder); });
}

/// As one of the folders that the path goes through.
bool has_folder(std::string_view path, const std::string& name) {
  return path.starts_with(name + "/") || path.find("/" + name + "/") != std::string_view::npos;
}

bool by_depth(const std::string& left, const std::string& right) {
  const auto depth = [](const std::string& path) {
    return path == "." ? 0 : 1 + std::ranges::count(path, '/');
  };
  return std::pair(depth(left), left) < std::pair(depth(right), right);
}

}  // namespace

bool is_foreign_folder(std::string_view name) {
  static constexpr std::array<std::string_view, 12> names = {
      "CMakeFiles", "_deps",         "node_modules",    "target",
      "venv",       "site-packages", "__pycache__",     "Testing",
      "env",        "CMakeScripts",  "vcpkg_installed", "bower_components"};
  return name.starts_with('.') || std::ranges::find(names, name) != names.end();
}

std::string last_part(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string join_path(const std::string& folder, const std::string& name) {
  return folder.empty() || folder == "." ? name : folder + "/" + name;
}

bool is_below(std::string_view path, std::string_view folder) {
  if (folder == "." || path == folder) return true;
  return path.starts_with(folder) && path.substr(folder.size(), 1) == "/";
}

BuildTree read_build_tree(std::string path, std::string_view cache) {
  BuildTree tree;
  tree.path = std::move(path);
  tree.source = cache_value(cache, "CMAKE_HOME_DIRECTORY").value_or("");
  tree.build_type = cache_value(cache, "CMAKE_BUILD_TYPE").value_or("");
  const std::string all = cache_value(cache, "CMAKE_CONFIGURATION_TYPES").value_or("");
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find(';', at), all.size());
    if (end > at) tree.configurations.push_back(all.substr(at, end - at));
    at = end + 1;
  }
  return tree;
}

std::string configuration_of(const BuildTree& tree) {
  const auto& all = tree.configurations;
  const auto best = std::ranges::min_element(all, {}, rank_of_build);
  return best == all.end() ? "" : *best;
}

void keep_built_configurations(BuildTree& tree, const std::vector<std::string>& programs) {
  std::vector<std::string> built;
  for (const std::string& one : tree.configurations) {
    const bool has = std::ranges::any_of(programs, [&](const std::string& path) {
      return is_below(path, tree.path) && has_folder(path, one);
    });
    if (has) built.push_back(one);
  }
  if (!built.empty()) tree.configurations = std::move(built);
}

bool is_of_other_configuration(std::string_view path, const BuildTree& tree) {
  const std::string gated = configuration_of(tree);
  return std::ranges::any_of(tree.configurations, [&](const std::string& one) {
    return one != gated && has_folder(path, one);
  });
}

std::vector<ChosenTree> choose_build_trees(std::vector<BuildTree> trees) {
  std::ranges::sort(trees, [](const BuildTree& left, const BuildTree& right) {
    return std::pair(rank_of_build(left.build_type), left.path) <
           std::pair(rank_of_build(right.build_type), right.path);
  });
  std::vector<ChosenTree> chosen;
  for (BuildTree& tree : trees) {
    const auto twin = std::ranges::find_if(chosen, [&](const ChosenTree& one) {
      return !tree.source.empty() && one.tree.source == tree.source;
    });
    if (twin == chosen.end()) {
      chosen.push_back({std::move(tree), {}});
    } else {
      twin->twins.push_back(tree.path);
    }
  }
  std::ranges::sort(chosen, {}, [](const ChosenTree& one) { return one.tree.path; });
  return chosen;
}

std::vector<std::string> cargo_roots(const std::map<std::string, std::string>& manifests) {
  std::vector<std::string> folders;
  for (const auto& [folder, text] : manifests) folders.push_back(folder);
  std::ranges::sort(folders, by_depth);
  std::vector<std::string> workspaces;
  std::vector<std::string> roots;
  for (const std::string& folder : folders) {
    if (in_one_of(folder, workspaces)) continue;
    const auto manifest = format::parse_toml(manifests.at(folder), "Cargo.toml");
    if (!manifest.ok()) continue;
    if (manifest->find("workspace") != nullptr) {
      workspaces.push_back(folder);
    } else if (manifest->find("package") == nullptr) {
      continue;
    }
    roots.push_back(folder);
  }
  return roots;
}

bool has_pytest_settings(std::string_view name, std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> sections = {{
      {"pytest.ini", "[pytest]"},
      {"pyproject.toml", "[tool.pytest"},
      {"setup.cfg", "[tool:pytest]"},
      {"tox.ini", "[pytest]"},
  }};
  return std::ranges::any_of(sections, [&](const auto& section) {
    if (name != section.first) return false;
    return text.starts_with(section.second) ||
           text.find("\n" + std::string(section.second)) != std::string_view::npos;
  });
}

bool is_pytest_file(std::string_view name) {
  return name.ends_with(".py") && (name.starts_with("test_") || name.ends_with("_test.py"));
}

std::vector<PytestRoot> pytest_roots(const std::vector<PytestFolder>& folders) {
  std::vector<std::string> with_tests;
  for (const PytestFolder& folder : folders) {
    if (folder.tests) with_tests.push_back(folder.path);
  }
  std::vector<std::string> taken;
  std::vector<PytestRoot> roots;
  const auto take = [&](bool PytestFolder::* sign) {
    std::vector<std::string> paths;
    for (const PytestFolder& folder : folders) {
      if (folder.*sign) paths.push_back(folder.path);
    }
    std::ranges::sort(paths, by_depth);
    for (const std::string& path : paths) {
      const bool wanted =
          !in_one_of(path, taken) &&
          std::ranges::any_of(with_tests, [&](const auto& at) { return is_below(at, path); });
      if (!wanted) continue;
      const std::string last = last_part(path);
      const bool plain = sign == &PytestFolder::configured || (last != "tests" && last != "test");
      PytestRoot root{plain ? path : parent_of(path), plain ? "" : last, {}};
      for (const std::string& other : taken) {
        if (!is_below(other, path)) continue;
        root.others.push_back(root.workdir == "." ? other : other.substr(root.workdir.size() + 1));
      }
      roots.push_back(std::move(root));
      taken.push_back(path);
    }
  };
  take(&PytestFolder::configured);
  take(&PytestFolder::conftest);
  take(&PytestFolder::tests);
  return roots;
}

}  // namespace cupel::plan
