// SPDX-License-Identifier: Apache-2.0
#include "os/environment.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace cupel::os {

std::map<std::string, std::string> environment() {
  std::map<std::string, std::string> result;
  for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    result.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return result;
}

std::optional<std::string> environment_value(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return std::string(value);
}

}  // namespace cupel::os
