// SPDX-License-Identifier: Apache-2.0
#include "os/walk_tree.h"

#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "os/directory.h"
#include "os/errno_error.h"
#include "os/file.h"

namespace cupel::os {
namespace {

struct Waiting {
  std::string path;
  std::size_t depth = 0;
};

}  // namespace

base::Result<Walked> walk_tree(const std::string& root,
                               const std::function<bool(const std::string& relative)>& enter,
                               const WalkBounds& bounds) {
  if (!is_directory(root)) return system_error(ENOTDIR, "cannot search", root);
  Walked walked;
  std::size_t seen = 0;
  // By levels: what a bound cuts off is what lies deepest.
  std::vector<Waiting> level{{"", 0}};
  for (std::size_t next = 0; next < level.size(); ++next) {
    const Waiting at = level[next];
    const std::string folder = at.path.empty() ? root : root + "/" + at.path;
    const auto names = list_directory(folder);
    if (!names.ok()) continue;
    WalkedFolder& found = walked.folders.emplace_back();
    found.path = at.path;
    for (const std::string& name : *names) {
      if (++seen > bounds.entries) {
        walked.cut = true;
        return walked;
      }
      struct stat facts{};
      if (::lstat((folder + "/" + name).c_str(), &facts) != 0) continue;
      if (S_ISREG(facts.st_mode)) {
        found.files.push_back(name);
        const bool runs = (facts.st_mode & 0111U) != 0 && is_executable_file(folder + "/" + name);
        if (runs) found.executables.push_back(name);
      } else if (S_ISDIR(facts.st_mode)) {
        std::string below = at.path.empty() ? name : at.path + "/" + name;
        if (!enter(below)) continue;
        if (at.depth + 1 > bounds.depth) {
          walked.cut = true;
          continue;
        }
        level.push_back({std::move(below), at.depth + 1});
      }
    }
  }
  return walked;
}

}  // namespace cupel::os
