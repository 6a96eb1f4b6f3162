// SPDX-License-Identifier: Apache-2.0
// A walk that goes only where the pattern can match: leading components without wildcards are
// entered directly, and without `**` no deeper than the pattern has components.
#include "os/find_paths.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/glob.h"
#include "os/directory.h"
#include "os/errno_error.h"

namespace cupel::os {
namespace {

using FolderId = std::pair<dev_t, ino_t>;

class Walk {
 public:
  explicit Walk(std::string_view pattern) : pattern_(pattern) {
    const bool deep = ("/" + pattern_ + "/").find("/**/") != std::string::npos;
    depth_ = deep ? max_depth : static_cast<std::size_t>(std::ranges::count(pattern_, '/')) + 1;
  }

  void enter(const std::string& folder, const std::string& relative, std::size_t depth) {
    struct stat facts{};
    if (depth > depth_ || ::stat(folder.c_str(), &facts) != 0) return;
    const FolderId id{facts.st_dev, facts.st_ino};
    if (std::ranges::find(above_, id) != above_.end()) return;
    const base::Result<std::vector<std::string>> names = list_directory(folder);
    if (!names.ok()) return;
    above_.push_back(id);
    for (const std::string& name : *names)
      visit(folder + "/" + name, relative.empty() ? name : relative + "/" + name, depth);
    above_.pop_back();
  }

  std::vector<std::string> found;

 private:
  static constexpr std::size_t max_depth = 64;

  void visit(const std::string& path, const std::string& relative, std::size_t depth) {
    struct stat facts{};
    if (::stat(path.c_str(), &facts) != 0) return;
    if (S_ISDIR(facts.st_mode))
      enter(path, relative, depth + 1);
    else if (S_ISREG(facts.st_mode) && base::path_match(pattern_, relative))
      found.push_back(relative);
  }

  std::string pattern_;
  std::size_t depth_ = 0;
  std::vector<FolderId> above_;
};

// "build/x/*.t" → {"build/x", "*.t"}: the plain components in front, without the last one.
std::pair<std::string, std::string> split_plain(std::string_view pattern) {
  std::size_t cut = 0;
  while (true) {
    const std::size_t slash = pattern.find('/', cut);
    if (slash == std::string_view::npos) break;
    const std::string_view part = pattern.substr(cut, slash - cut);
    if (part.find_first_of("*?\\") != std::string_view::npos) break;
    cut = slash + 1;
  }
  return {std::string(pattern.substr(0, cut)), std::string(pattern.substr(cut))};
}

}  // namespace

base::Result<std::vector<std::string>> find_paths(const std::string& root,
                                                  std::string_view pattern) {
  if (!is_directory(root)) return system_error(ENOTDIR, "cannot search", root);
  while (pattern.starts_with("./")) pattern.remove_prefix(2);
  const auto [plain, rest] = split_plain(pattern);
  Walk walk(rest);
  walk.enter(plain.empty() ? root : root + "/" + plain, "", 1);
  for (std::string& path : walk.found) path.insert(0, plain);
  std::ranges::sort(walk.found);
  return std::move(walk.found);
}

}  // namespace cupel::os
