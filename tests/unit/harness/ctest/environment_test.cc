// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/ctest/test_environment.h"

namespace cupel::harness::ctest {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Words = std::vector<std::string>;

TEST(CtestEnvironment, NothingNeedsNoWords) {
  EXPECT_THAT(*environment_words({}, {}), IsEmpty());
  EXPECT_THAT(*environment_words({"A=1"}, {"A=reset:"}), IsEmpty());
}

TEST(CtestEnvironment, ValuesAreWordsOfEnv) {
  EXPECT_THAT(*environment_words({"A=1", "B=x y;z=3"}, {}),
              ElementsAre("/usr/bin/env", "A=1", "B=x y;z=3"));
  EXPECT_THAT(*environment_words({"A=1"}, {"A=set:2", "B=unset:", "C=set:"}),
              ElementsAre("/usr/bin/env", "-u", "B", "A=2", "C="));
  EXPECT_THAT(*environment_words({"A=1"}, {"A=path_list_append:/b", "A=path_list_prepend:/a:/c",
                                           "A=string_append:!", "A=cmake_list_append:z"}),
              ElementsAre("/usr/bin/env", "A=/a:/c:1:/b!;z"));
  EXPECT_THAT(*environment_words({}, {"A=unset:", "A=path_list_append:/b"}),
              ElementsAre("/usr/bin/env", "A=/b"));
}

TEST(CtestEnvironment, WhatDependsOnTheValueTakesAShell) {
  EXPECT_THAT(*environment_words({}, {"P=path_list_prepend:/a", "P=path_list_append:/b"}),
              ElementsAre("/bin/sh", "-c",
                          "if [ -n \"$P\" ]; then P=/a:\"$P\":/b; else P=/a:/b; fi; export P; "
                          "exec \"$0\" \"$@\""));
  const Words words = *environment_words({"A=it's"}, {"P=string_append:'x'", "U=unset:"});
  EXPECT_EQ(words[2],
            "A='it'\\''s'; export A; if [ -n \"$P\" ]; then P=''\"$P\"''\\''x'\\'''; else "
            "P=''\\''x'\\'''; fi; export P; unset U; exec \"$0\" \"$@\"");
}

TEST(CtestEnvironment, WhatItCannotSayIsLeftAlone) {
  EXPECT_FALSE(environment_words({"A"}, {}));
  EXPECT_FALSE(environment_words({"=1"}, {}));
  EXPECT_FALSE(environment_words({}, {"A=novel:1"}));
  EXPECT_FALSE(environment_words({}, {"A=set"}));
  EXPECT_FALSE(environment_words({}, {"A:set=1"}));
  EXPECT_FALSE(environment_words({}, {"A-B=path_list_append:/b"})) << "no name for a shell";
  EXPECT_TRUE(environment_words({"A-B=1"}, {})) << "but one for env";
}

}  // namespace
}  // namespace cupel::harness::ctest
