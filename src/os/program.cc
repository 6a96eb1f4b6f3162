// SPDX-License-Identifier: Apache-2.0
#include "os/program.h"

#include <string_view>

#include "os/file.h"

namespace cupel::os {

std::optional<std::string> find_program(const std::string& word, const std::string& search_path) {
  if (word.find('/') != std::string::npos) return word;
  std::string_view rest = search_path;
  while (!word.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    std::string path = (folder.empty() ? "." : std::string(folder)) + "/" + word;
    if (is_executable_file(path)) return path;
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  return std::nullopt;
}

}  // namespace cupel::os
