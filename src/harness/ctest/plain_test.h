// SPDX-License-Identifier: Apache-2.0
// Tests of a build tree that a target of another framework could stand for.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "harness/ctest/test_entries.h"

namespace cupel::harness::ctest {

/// A test whose properties say nothing that a target cannot say.
struct PlainTest {
  std::vector<std::string> command;
  std::string workdir;
  std::map<std::string, std::string> env;
  std::optional<base::Duration> timeout;
  std::optional<int> skip_code;
  bool exclusive = false;
};

/// Absent where ctest alone runs the test as it is meant: it may fail, is judged by what it prints,
/// needs fixtures or resources, is disabled, or its program is not there.
[[nodiscard]] std::optional<PlainTest> plain_test(const TestEntry& entry);

/// One program of a tree and the tests that run it.
struct ProgramUse {
  std::string program;
  PlainTest how;            ///< the command without what chooses a test
  std::size_t tests = 0;    ///< of ctest
  bool one_by_one = false;  ///< each runs one of the program's own tests
};

/// How all of `tests`, which run `program`, run it; absent where they do not agree. `harness` is
/// the framework it speaks and `names` the native names of its tests: words that choose among
/// those are not part of the command.
[[nodiscard]] std::optional<ProgramUse> common_use(const std::string& program,
                                                   const std::string& harness,
                                                   const std::vector<std::string>& names,
                                                   const std::vector<PlainTest>& tests);

}  // namespace cupel::harness::ctest
