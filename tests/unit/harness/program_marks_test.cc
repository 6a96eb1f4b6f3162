// SPDX-License-Identifier: Apache-2.0
#include "harness/program_marks.h"

#include <gtest/gtest.h>

namespace cupel::harness {
namespace {

using Marks = std::vector<std::string_view>;

TEST(ProgramMarks, NameTheFramework) {
  EXPECT_EQ(read_program_marks("xN7doctest6StringEx").frameworks, Marks{"doctest"});
  EXPECT_EQ(read_program_marks("N5Catch10TestInvokerE").frameworks, Marks{"catch2"});
  EXPECT_EQ(read_program_marks("N5boost9unit_test").frameworks, Marks{"boost"});
  EXPECT_EQ(read_program_marks("libboost_unit_test_framework.so.1.74").frameworks, Marks{"boost"});
  EXPECT_EQ(read_program_marks("N7testing4TestE").frameworks, Marks{"gtest"});
  EXPECT_EQ(read_program_marks("libgtest.so.1.12").frameworks, Marks{"gtest"});
  EXPECT_EQ(read_program_marks("_ZN4test16test_main_static17h").frameworks, Marks{"libtest"});
  EXPECT_EQ(read_program_marks("").frameworks, Marks{});
  EXPECT_EQ(read_program_marks("a test in a testing gtest_main").frameworks, Marks{});
}

TEST(ProgramMarks, TextsCountOnlyWithoutASureOne) {
  const std::string text = "doctest version is \"";
  EXPECT_EQ(read_program_marks(text).frameworks, Marks{"doctest"});
  EXPECT_EQ(read_program_marks(text + "N7testing4TestE").frameworks, Marks{"gtest"});
}

TEST(ProgramMarks, SeveralAreInTheOrderInWhichToAsk) {
  EXPECT_EQ(read_program_marks("N7testing4TestE N5Catch N7doctest").frameworks,
            (Marks{"doctest", "catch2", "gtest"}));
}

TEST(ProgramMarks, DeviceCodeIsTold) {
  // In two parts, for this program has none.
  for (const auto& [front, back] : {std::pair(".nv_fat", "bin"), std::pair("libcu", "dart.so.13"),
                                    std::pair("libcu", "da.so.1")}) {
    EXPECT_TRUE(read_program_marks(std::string(front) + back).cuda) << front << back;
  }
  EXPECT_FALSE(read_program_marks("libcudart_static").cuda);
}

}  // namespace
}  // namespace cupel::harness
