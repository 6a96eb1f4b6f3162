// SPDX-License-Identifier: Apache-2.0
// The problem: a modification may depend on what the variable holds when the test starts, which
// nobody knows beforehand.
//
//   environment   = NAME "=" VALUE
//   modification  = NAME "=" OPERATION ":" VALUE
//
// What a sequence of them does to one variable is either a value, or that it is not set, or two
// texts put around the value that it has then, and a third for when it has none. The first two are
// words of env(1); the third takes a shell, which the program then replaces.
#include "harness/ctest/test_environment.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>

#include "base/text.h"

namespace cupel::harness::ctest {
namespace {

struct Variable {
  bool inherited = true;  ///< what it has at the start matters
  bool is_set = true;     ///< where that does not matter: it is set at all
  std::string before;     ///< around an inherited value that is not empty
  std::string after;
  std::string instead;  ///< where there is none; or the value
};

using Variables = std::map<std::string, Variable>;

void set(Variable& variable, std::string_view value) {
  variable = {false, true, {}, {}, std::string(value)};
}

void append(Variable& variable, std::string_view separator, std::string_view value) {
  variable.is_set = true;
  variable.after += std::string(separator) + std::string(value);
  if (!variable.instead.empty()) variable.instead += separator;
  variable.instead += value;
}

void prepend(Variable& variable, std::string_view separator, std::string_view value) {
  variable.is_set = true;
  variable.before = std::string(value) + std::string(separator) + variable.before;
  if (!variable.instead.empty()) variable.instead.insert(0, separator);
  variable.instead.insert(0, value);
}

struct Operation {
  std::string_view word;
  void (*apply)(Variable& variable, std::string_view value);
};
constexpr std::array<Operation, 9> operations = {{
    {"reset", [](Variable& v, std::string_view) { v = {}; }},
    {"set", [](Variable& v, std::string_view value) { set(v, value); }},
    {"unset", [](Variable& v, std::string_view) { v = {false, false, {}, {}, {}}; }},
    {"string_append", [](Variable& v, std::string_view value) { append(v, "", value); }},
    {"string_prepend", [](Variable& v, std::string_view value) { prepend(v, "", value); }},
    {"path_list_append", [](Variable& v, std::string_view value) { append(v, ":", value); }},
    {"path_list_prepend", [](Variable& v, std::string_view value) { prepend(v, ":", value); }},
    {"cmake_list_append", [](Variable& v, std::string_view value) { append(v, ";", value); }},
    {"cmake_list_prepend", [](Variable& v, std::string_view value) { prepend(v, ";", value); }},
}};

bool is_shell_name(std::string_view name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::ranges::all_of(name, [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
         });
}

bool apply_modification(std::string_view text, Variables& variables) {
  const std::size_t equals = text.find('=');
  const std::size_t colon = text.find(':', equals == std::string_view::npos ? 0 : equals);
  if (equals == std::string_view::npos || equals == 0 || colon == std::string_view::npos) {
    return false;
  }
  const std::string_view word = text.substr(equals + 1, colon - equals - 1);
  for (const Operation& operation : operations) {
    if (operation.word != word) continue;
    operation.apply(variables[std::string(text.substr(0, equals))], text.substr(colon + 1));
    return true;
  }
  return false;
}

bool is_untouched(const Variable& variable) {
  return variable.inherited && variable.before.empty() && variable.after.empty() &&
         variable.instead.empty();
}

std::string shell_line(const std::string& name, const Variable& variable) {
  if (!variable.inherited && !variable.is_set) return "unset " + name + "; ";
  std::string line = name + "=" + base::shell_quote(variable.instead) + "; ";
  if (variable.inherited) {
    const std::string around = base::shell_quote(variable.before) + "\"$" + name + "\"" +
                               base::shell_quote(variable.after);
    line = "if [ -n \"$" + name + "\" ]; then " + name + "=" + around + "; else " + line + "fi; ";
  }
  return line + "export " + name + "; ";
}

std::vector<std::string> env_words(const Variables& variables) {
  std::vector<std::string> words = {"/usr/bin/env"};
  for (const auto& [name, variable] : variables) {
    if (!variable.inherited && !variable.is_set) words.insert(words.end(), {"-u", name});
  }
  for (const auto& [name, variable] : variables) {
    if (!variable.inherited && variable.is_set) words.push_back(name + "=" + variable.instead);
  }
  return words;
}

}  // namespace

std::optional<std::vector<std::string>> environment_words(
    const std::vector<std::string>& environment, const std::vector<std::string>& modifications) {
  Variables variables;
  for (const std::string& text : environment) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) return std::nullopt;
    set(variables[text.substr(0, equals)], std::string_view(text).substr(equals + 1));
  }
  for (const std::string& text : modifications) {
    if (!apply_modification(text, variables)) return std::nullopt;
  }
  std::erase_if(variables, [](const auto& one) { return is_untouched(one.second); });
  if (variables.empty()) return std::vector<std::string>();
  const bool any_inherited =
      std::ranges::any_of(variables, [](const auto& one) { return one.second.inherited; });
  if (!any_inherited) return env_words(variables);
  std::string script;
  for (const auto& [name, variable] : variables) {
    if (!is_shell_name(name)) return std::nullopt;
    script += shell_line(name, variable);
  }
  return std::vector<std::string>{"/bin/sh", "-c", script + "exec \"$0\" \"$@\""};
}

}  // namespace cupel::harness::ctest
