// SPDX-License-Identifier: Apache-2.0
#include "cli/init/site.h"

#include <algorithm>
#include <map>
#include <utility>

#include "os/file.h"
#include "os/walk_tree.h"

namespace cupel::cli::init {
namespace {

constexpr std::uint64_t most_settings = std::uint64_t{8} << 20;  ///< bytes of a file of settings

std::string text_of(const std::string& path) {
  auto head = os::read_untrusted(path, most_settings);
  return head.ok() ? std::move(head->bytes) : std::string();
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::binary_search(names, name);
}

/// Executables by their first bytes; shared libraries are executable as well, and told by name.
bool is_program(const std::string& path, const std::string& name) {
  if (name.ends_with(".so") || name.find(".so.") != std::string::npos) return false;
  if (name.ends_with(".o")) return false;
  const auto head = os::read_untrusted(path, 4);
  return head.ok() && head->bytes ==
                          "\x7F"
                          "ELF";
}

class Surveyor {
 public:
  explicit Surveyor(const std::string& root) { site_.root = root; }

  base::Result<Site> look() {
    CUPEL_TRY_ASSIGN(const os::Walked walked, os::walk_tree(site_.root, enters));
    site_.cut = walked.cut;
    for (const os::WalkedFolder& folder : walked.folders) look_at(folder);
    // A tree in another one is somebody else's: a dependency that is built along.
    std::erase_if(trees_, [this](const plan::BuildTree& tree) { return is_nested(tree); });
    site_.trees = plan::choose_build_trees(std::move(trees_));
    for (plan::ChosenTree& chosen : site_.trees) {
      plan::keep_built_configurations(chosen.tree, site_.programs);
    }
    site_.cargo = plan::cargo_roots(manifests_);
    site_.pytest = plan::pytest_roots(pytest_);
    std::erase_if(site_.programs, [this](const std::string& path) { return is_foreign(path); });
    return std::move(site_);
  }

 private:
  static bool enters(const std::string& relative) {
    return !plan::is_foreign_folder(plan::last_part(relative));
  }

  void look_at(const os::WalkedFolder& folder) {
    const std::string path = folder.path.empty() ? "." : folder.path;
    const std::string at = site_.absolute(path) + "/";
    if (has(folder.files, "CMakeCache.txt")) {
      all_trees_.push_back(path);
      trees_.push_back(plan::read_build_tree(path, text_of(at + "CMakeCache.txt")));
    }
    if (has(folder.files, "Cargo.toml")) manifests_[path] = text_of(at + "Cargo.toml");
    for (const std::string& name : folder.executables) {
      if (is_program(at + name, name)) site_.programs.push_back(plan::join_path(path, name));
    }
    look_for_pytest(folder, path, at);
  }

  void look_for_pytest(const os::WalkedFolder& folder, const std::string& path,
                       const std::string& at) {
    const bool built = std::ranges::any_of(
        all_trees_, [&](const auto& tree) { return tree != "." && plan::is_below(path, tree); });
    if (built) return;  // copies of what lies in the sources
    plan::PytestFolder found{path, false, has(folder.files, "conftest.py"), false};
    for (const std::string& name : folder.files) {
      found.tests = found.tests || plan::is_pytest_file(name);
      const bool settings = name == "pytest.ini" || name == "pyproject.toml" ||
                            name == "setup.cfg" || name == "tox.ini";
      found.configured =
          found.configured || (settings && plan::has_pytest_settings(name, text_of(at + name)));
    }
    if (found.configured || found.conftest || found.tests) pytest_.push_back(std::move(found));
  }

  [[nodiscard]] bool is_nested(const plan::BuildTree& tree) const {
    return std::ranges::any_of(all_trees_, [&](const std::string& other) {
      return other != "." && other != tree.path && plan::is_below(tree.path, other);
    });
  }

  /// In a build tree that is not gated, or of a configuration that is not.
  [[nodiscard]] bool is_foreign(const std::string& path) const {
    std::string innermost;
    for (const std::string& tree : all_trees_) {
      const bool inside = plan::is_below(path, tree);
      if (inside && (innermost.empty() || innermost == "." || tree.size() > innermost.size())) {
        innermost = tree;
      }
    }
    if (innermost.empty()) return false;
    const auto found = std::ranges::find_if(
        site_.trees, [&](const auto& chosen) { return chosen.tree.path == innermost; });
    return found == site_.trees.end() || plan::is_of_other_configuration(path, found->tree);
  }

  Site site_;
  std::vector<std::string> all_trees_;
  std::vector<plan::BuildTree> trees_;
  std::map<std::string, std::string> manifests_;
  std::vector<plan::PytestFolder> pytest_;
};

}  // namespace

std::string Site::absolute(const std::string& relative) const {
  if (relative == ".") return root;
  return root == "/" ? "/" + relative : root + "/" + relative;
}

std::string Site::shown(const std::string& absolute) const {
  if (absolute == root) return ".";
  const std::string front = root == "/" ? root : root + "/";
  return absolute.starts_with(front) ? absolute.substr(front.size()) : absolute;
}

base::Result<Site> survey_site(const std::string& root) {
  return Surveyor(root).look();
}

}  // namespace cupel::cli::init
