// SPDX-License-Identifier: Apache-2.0
// Names with everything in them that a filter gives a meaning. Every test passes and notes that it
// ran.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstddef>
#include <utility>

#include "../note.h"

namespace {

constexpr const char* const names[] = {"name, with comma",
                                       "name [with] brackets",
                                       "name \"quoted\"",
                                       "name * star",
                                       "name ? question",
                                       "back\\slash",
                                       "back\\,slash comma",
                                       "ends in backslash\\",
                                       "ns::name/slashes",
                                       "~tilde first",
                                       "-dash first",
                                       "  leading spaces",
                                       "trailing spaces  ",
                                       ("\xc3\xbcn\xc3\xaf"
                                        "code \xe2\x9c\x93"),
                                       "new\nline",
                                       "new\nlist",
                                       "tab\there",
                                       "Case",
                                       "cASE",
                                       "bad \xff byte",
                                       "bad \x01 control",
                                       "pre",
                                       "prefix of pre",
                                       "",
                                       "*",
                                       "<TestCase name=\"x\">",
                                       "a&amp;b"};

template <std::size_t N>
void passes() {
  note(names[N]);
  CHECK(true);
}

template <std::size_t... N>
int register_all(std::index_sequence<N...>) {
  using doctest::detail::regTest;
  using doctest::detail::TestCase;
  const int done[] = {regTest(TestCase(passes<N>, __FILE__, static_cast<unsigned>(__LINE__),
                                       doctest_detail_test_suite_ns::getCurrentTestSuite()) *
                              names[N])...};
  return static_cast<int>(sizeof done);
}
const int registered = register_all(std::make_index_sequence<sizeof names / sizeof *names>{});

}  // namespace
