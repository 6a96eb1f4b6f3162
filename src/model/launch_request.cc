// SPDX-License-Identifier: Apache-2.0
#include "model/launch_request.h"

#include "base/check.h"

namespace cupel::model {

std::string Template::fill(const std::map<std::string, std::string>& channels,
                           const std::map<std::string, std::string>& files,
                           const std::string& folder) const {
  std::string filled;
  for (const Part& part : parts_) {
    if (part.kind == PartKind::literal) {
      filled += part.text;
      continue;
    }
    if (part.kind == PartKind::folder) {
      CUPEL_CHECK(!folder.empty(), "a launch names its private folder and has none");
      filled += folder;
      continue;
    }
    const auto& addresses = part.kind == PartKind::channel ? channels : files;
    const auto found = addresses.find(part.text);
    CUPEL_CHECK(found != addresses.end(),
                "a launch names a channel or file that it did not ask for");
    filled += found->second;
  }
  return filled;
}

}  // namespace cupel::model
