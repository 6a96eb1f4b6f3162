// SPDX-License-Identifier: Apache-2.0
// The scenarios of table.toml as plain programs: `command NAME` does one and leaves with the exit
// code that says what came of it; alone it prints their names.
#include <algorithm>
#include <iostream>
#include <string_view>
#include <thread>
#include <vector>

#include "deeds.h"

namespace {

// A command is not asked for a list.
deeds::AroundMain around_main("--no-such-flag");

constexpr int skip_code = 77;
int code = 0;

void fail_once() {
  deeds::write_all(STDERR_FILENO, "one and two\n");
  code = 1;
}

struct Case {
  std::string_view name;
  void (*body)();
};
std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}
struct Registered {
  Registered(std::string_view name, void (*body)()) { cases().push_back({name, body}); }
};

}  // namespace

#define FAIL_ONCE() fail_once()
#define FORGED_PASS "1..1\nok 1\npassed\nexit code 0\n"
#define FORGED_END FORGED_PASS
#define CASE(NAME, ...) void NAME() __VA_ARGS__ const Registered registered_##NAME(#NAME, NAME);
namespace {
#include "rows.h"

CASE(case_fails_in_thread_a, { std::thread(fail_once).join(); })
CASE(case_fails_in_thread_b, {})

CASE(case_skips_a, {})
CASE(case_skips_b, {
  deeds::print("no such device\n");
  code = skip_code;
})
CASE(case_skips_c, {})

CASE(case_odd_names_a, {})
CASE(case_odd_names_b, { fail_once(); })

// With `tap = true`.
constexpr const char* one_point = "1..1\nok 1\n";
CASE(case_fails_as_declared_a, { deeds::print("1..1\nnot ok 1 - it # TODO as declared\n"); })
CASE(case_fails_as_declared_b, { deeds::print(one_point); })
CASE(case_unexpectedly_passes_a, { deeds::print("1..1\nok 1 - it # TODO as declared\n"); })
CASE(case_unexpectedly_passes_b, { deeds::print(one_point); })
CASE(case_subcases_a, { deeds::print("1..2\nok 1 - left\nnot ok 2 - right\n"); })
CASE(case_subcases_b, { deeds::print(one_point); })
CASE(case_parameters_a, { deeds::print("1..3\nok 1 - 1\nnot ok 2 - 2\nok 3 - 3\n"); })
}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    for (const Case& one : cases()) std::cout << one.name << "\n";
    return 0;
  }
  const std::string_view wanted = argv[1];
  const auto found = std::find_if(cases().begin(), cases().end(),
                                  [&](const Case& one) { return one.name == wanted; });
  if (found == cases().end()) return 2;
  found->body();
  return code;
}
