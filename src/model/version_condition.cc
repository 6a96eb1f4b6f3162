// SPDX-License-Identifier: Apache-2.0
#include "model/version_condition.h"

#include <array>
#include <charconv>
#include <utility>

namespace cupel::model {
namespace {

/// The numbers at the front of `text`, which are taken off it: "580.65.06-rc" leaves "-rc".
std::vector<std::uint32_t> take_numbers(std::string_view& text) {
  std::vector<std::uint32_t> numbers;
  std::string_view rest = text;
  while (true) {
    std::uint32_t number = 0;
    const auto [end, fault] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (fault != std::errc{}) return numbers;
    numbers.push_back(number);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    text = rest;
    if (!rest.starts_with('.')) return numbers;
    rest.remove_prefix(1);
  }
}

/// -1, 0, 1: the version against the condition's numbers, a number that it lacks being 0.
int compare(const std::vector<std::uint32_t>& version, const std::vector<std::uint32_t>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint32_t given = i < version.size() ? version[i] : 0;
    if (given != numbers[i]) return given < numbers[i] ? -1 : 1;
  }
  return 0;
}

}  // namespace

std::optional<VersionCondition> VersionCondition::parse(std::string_view text) {
  // Two characters before the one that they begin with.
  static constexpr std::array<std::pair<std::string_view, Operator>, 5> operators{{
      {">=", Operator::greater_equal},
      {"<=", Operator::less_equal},
      {">", Operator::greater},
      {"<", Operator::less},
      {"=", Operator::equal},
  }};
  VersionCondition condition;
  for (const auto& [sign, meaning] : operators) {
    if (!text.starts_with(sign)) continue;
    condition.operator_ = meaning;
    text.remove_prefix(sign.size());
    break;
  }
  condition.numbers_ = take_numbers(text);
  if (condition.numbers_.empty() || !text.empty()) return std::nullopt;
  return condition;
}

bool VersionCondition::holds(std::string_view version) const {
  const Numbers given = take_numbers(version);
  if (given.empty()) return false;
  const int order = compare(given, numbers_);
  switch (operator_) {
    case Operator::equal:
      return order == 0;
    case Operator::less:
      return order < 0;
    case Operator::less_equal:
      return order <= 0;
    case Operator::greater:
      return order > 0;
    case Operator::greater_equal:
      return order >= 0;
  }
  return false;
}

}  // namespace cupel::model
