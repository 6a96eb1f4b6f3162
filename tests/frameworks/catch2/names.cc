// SPDX-License-Identifier: Apache-2.0
// Names that a test spec cannot say, or only with escapes. Every test passes and notes that it ran.
#ifdef FRAMEWORK_CATCH2_V3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include "../note.h"

namespace {

void passes() {
  const auto name = Catch::getResultCapture().getCurrentTestName();
  note(name);
  CHECK(true);
}

struct Register {
  Register() {
    static const char* const names[] = {"name, with comma",
                                        "name [with] brackets",
                                        "name \"quoted\"",
                                        "name * star",
                                        "* leading star",
                                        "trailing star *",
                                        "back\\slash",
                                        "ends in backslash\\",
                                        "ns::name/slashes",
                                        "~tilde first",
                                        "-dash first",
                                        "# hash first",
                                        "@at first",
                                        "  leading spaces",
                                        "trailing spaces  ",
                                        "exclude:this",
                                        "before exclude:that",
                                        "exclude:[tag]",
                                        ("\xc3\xbcn\xc3\xaf"
                                         "code \xe2\x9c\x93"),
                                        "new\nline",
                                        "new\nlist",
                                        "tab\there",
                                        "Case",
                                        "cASE ",
                                        "bad \xff byte",
                                        "bad \x01 control",
                                        "pre",
                                        "prefix",
                                        "<TestCase name=\"x\">",
                                        "a*b",
                                        "a&amp;b"};
    for (const char* name : names) REGISTER_TEST_CASE(passes, name, "[odd]");
  }
};
const Register odd_names;

}  // namespace
