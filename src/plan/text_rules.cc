// SPDX-License-Identifier: Apache-2.0
#include "plan/text_rules.h"

#include <algorithm>

#include "base/time.h"
#include "model/version_condition.h"

namespace cupel::plan {
namespace {

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_name(std::string_view text) {
  if (text.empty() || !is_alphanumeric(text.front())) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_alphanumeric(c) || c == '.' || c == '+' || c == '-'; });
}

bool is_target_name(std::string_view text) {
  return is_name(text) && text != "gate";
}

bool is_positive_duration(std::string_view text) {
  const auto duration = base::parse_duration(text);
  return duration.ok() && duration->count() > 0;
}

bool is_variable_name(std::string_view text) {
  return !text.empty() && text.find_first_of(std::string_view("=\0", 2)) == std::string_view::npos;
}

bool is_cover_pattern(std::string_view text) {
  for (const std::string_view tree : {"cmake:", "cargo:"}) {
    if (!text.starts_with(tree)) continue;
    text.remove_prefix(tree.size());
    break;
  }
  return !text.empty() && text.front() != '/';
}

bool is_driver_condition(std::string_view text) {
  return model::VersionCondition::parse(text).has_value();
}

constexpr const char* name_hint =
    "use letters, digits and _ . + - only, and begin with a letter, a digit or _";

}  // namespace

format::TextRule name_rule(const std::string& what) {
  return {"^[A-Za-z0-9_][A-Za-z0-9_.+-]*$", is_name, "cannot be the name of " + what, name_hint};
}

format::TextRule target_name_rule() {
  return {"^(?!gate$)[A-Za-z0-9_][A-Za-z0-9_.+-]*$", is_target_name,
          "cannot be the name of a target",
          std::string(name_hint) + "; \"gate\" is taken: it stands for the gate itself"};
}

format::TextRule duration_rule() {
  return {"^(?=.*[1-9])[0-9]+(\\.[0-9]+)?(ms|s|m|h)$", is_positive_duration,
          "is not a duration above zero", "write a number and a unit: 250ms, 30s, 1.5s, 5m, 2h"};
}

format::TextRule variable_name_rule() {
  return {"^[^=\\u0000]+$", is_variable_name, "cannot be the name of an environment variable",
          "a variable's name is not empty and has no '='"};
}

format::TextRule cover_rule() {
  return {"^(?!/|(cmake|cargo):(/|$))[^\\u0000]+$", is_cover_pattern,
          "is not a pattern of programs, nor a build tree",
          "write paths relative to this file: \"build/**/*_test\", \"cmake:build\" for the tests "
          "of a CMake build tree, \"cargo:.\" for those of a cargo workspace"};
}

format::TextRule driver_rule() {
  return {"^(>=|<=|>|<|=)?[0-9]+(\\.[0-9]+)*$", is_driver_condition,
          "is not a condition on a driver version",
          "write a version or a comparison: \"580\", \">=580\", \"<575.10\""};
}

}  // namespace cupel::plan
