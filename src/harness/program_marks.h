// SPDX-License-Identifier: Apache-2.0
// What a program's bytes tell before it is started: which frameworks could be in it.
//
// The problem: asking a program means to start it with the framework's listing flag, and one that
// does not know the flag may do its work instead. So only what carries a framework's mark is asked.
#pragma once

#include <string_view>
#include <vector>

namespace cupel::harness {

struct ProgramMarks {
  /// Words of frameworks, in the order in which to ask: those first that take a flag they do not
  /// know for nothing, and would run their tests.
  std::vector<std::string_view> frameworks;
  bool cuda = false;  ///< device code, or the runtime's library, is in it
};

/// `bytes`: of an executable file, or of its beginning.
[[nodiscard]] ProgramMarks read_program_marks(std::string_view bytes);

}  // namespace cupel::harness
