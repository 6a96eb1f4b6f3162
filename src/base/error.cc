// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

namespace cupel::base {

std::string render(const Error& error) {
  std::string text = "cupel: error: " + error.message;
  if (!error.context.empty()) {
    text += " (";
    const char* separator = "while ";
    for (const std::string& step : error.context) {
      text += separator + step;
      separator = ", while ";
    }
    text += ")";
  }
  text += "\n";
  if (!error.hint.empty()) text += "  hint: " + error.hint + "\n";
  return text;
}

}  // namespace cupel::base
