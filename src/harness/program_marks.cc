// SPDX-License-Identifier: Apache-2.0
// A sure mark is the name of a type of the framework, as run-time type information spells it out,
// which stays when symbols are stripped, or that of a library. The others are texts of the
// framework's help, for programs without type information; a program that quotes such a text has
// them too, so they count only where there is no sure one. Each is written in two parts: this tool
// is in no framework, and its own bytes must not say otherwise.
#include "harness/program_marks.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace cupel::harness {
namespace {

struct Mark {
  std::string_view framework;
  std::string_view front;
  std::string_view back;
  bool sure = true;
};

constexpr std::array<Mark, 11> marks = {{
    {"doctest", "N7doc", "test"},
    {"doctest", "doctest version", " is \"", false},
    {"catch2", "N5Ca", "tch"},
    {"catch2", "list all/matching", " test cases", false},
    {"boost", "N5boost9unit_", "test"},
    {"boost", "libboost_unit_", "test_framework"},
    {"gtest", "N7testing4", "TestE"},
    {"gtest", "libgte", "st"},
    {"gtest", "List the names of all tests", " instead of running them", false},
    {"libtest", "test_main", "_static"},
    {"libtest", "By default, all tests are", " run in parallel", false},
}};
constexpr std::array<Mark, 3> cuda_marks = {{
    {"", ".nv_fat", "bin"},
    {"", "libcu", "dart.so"},
    {"", "libcu", "da.so"},
}};

bool has(std::string_view bytes, const Mark& mark) {
  const std::string needle = std::string(mark.front) + std::string(mark.back);
  return ::memmem(bytes.data(), bytes.size(), needle.data(), needle.size()) != nullptr;
}

}  // namespace

ProgramMarks read_program_marks(std::string_view bytes) {
  ProgramMarks found;
  for (const bool sure : {true, false}) {
    for (const Mark& mark : marks) {
      auto& words = found.frameworks;
      const bool known = std::ranges::find(words, mark.framework) != words.end();
      if (mark.sure == sure && !known && has(bytes, mark)) words.push_back(mark.framework);
    }
    if (!found.frameworks.empty()) break;
  }
  found.cuda = std::ranges::any_of(cuda_marks, [&](const Mark& mark) { return has(bytes, mark); });
  return found;
}

}  // namespace cupel::harness
