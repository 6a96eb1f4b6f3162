// SPDX-License-Identifier: Apache-2.0
// One failing test among honest ones, and a trick to hide it.
#include <gtest/gtest.h>

#include <array>

#include "trick.h"

namespace hostile {

void play(When when) {
  const std::array tables = {ending_tricks(), console_tricks(), stream_tricks(),
                             report_tricks(), flag_tricks(),    channel_tricks()};
  for (const auto table : tables) {
    for (const Trick& trick : table) {
      if (trick.when == when && faults::asked(trick.name)) trick.play();
    }
  }
}

namespace {

/// Tricks of the last test, and those of a program without any defect but what the trick does.
bool culprit_fails() {
  static int rounds = 0;
  const bool first_round = rounds++ == 0;
  return faults::bad() && faults::variable("CULPRIT") != "passes" &&
         (first_round || !faults::asked("repeats"));
}

__attribute__((constructor)) void before_main() {
  play(When::before_main);
}

struct Destroyed {
  ~Destroyed() { play(When::in_destructor); }
} destroyed;

TEST(Honest, First) {
  play(When::before_tests);
}
TEST(Culprit, Fails) {
  play(When::before_failure);
  EXPECT_FALSE(culprit_fails()) << "the defect";
  play(When::after_failure);
}
TEST(Bystander, Passes) {}
TEST(Last, Passes) {
  play(When::in_last);
}

struct Registered : ::testing::Test {
  explicit Registered(bool fails) : fails(fails) {}
  void TestBody() override { EXPECT_FALSE(fails) << "the defect"; }
  bool fails;
};

void add(const char* suite, const char* name, bool fails) {
  fails = fails && faults::bad();
  ::testing::RegisterTest(suite, name, nullptr, nullptr, __FILE__, __LINE__,
                          [fails]() -> Registered* { return new Registered(fails); });
}

/// Tests that are there for some rows only.
void add_tests() {
  const std::string names = faults::variable("NAMES");
  if (names == "invisible") {
    add("Names", "x", false);
    add("Names", "x\xe2\x80\x8b", true);
  } else if (names == "invalid") {
    add("Names", "y\xfe", false);
    add("Names", "y\xff", true);
  } else if (names == "wild") {
    add("Names", "w*", false);
    add("Names", "wX", true);
  } else if (names == "disabled") {
    add("Names", "DISABLED_Fails", true);
  }
  if (faults::asked("lists_more") && faults::listing()) add("Names", "OnlyListed", false);
  if (faults::asked("lists_another_name")) {
    add("Names", faults::listing() ? "Listed" : "Run", false);
  }
  if (faults::asked("lists_as_disabled")) {
    add("Names", faults::listing() ? "DISABLED_Test" : "Test", true);
  }
}

}  // namespace
}  // namespace hostile

int main(int argc, char** argv) {
  hostile::play(hostile::When::before_init);
  int kept = faults::asked("strips_arguments") && !faults::listing() ? 1 : argc;
  ::testing::InitGoogleTest(&kept, argv);
  hostile::add_tests();
  hostile::play(hostile::When::after_init);
  const int result = RUN_ALL_TESTS();
  return faults::variable("MAIN") == "returns zero" ? 0 : result;
}
