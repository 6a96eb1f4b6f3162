// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/libtest/name_list.h"
#include "libtest_case.h"

namespace cupel::harness::testing::libtest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

ListStep read(const std::map<std::string, std::string>& files,
              const model::Termination& termination = model::Exited{0}) {
  return make_libtest()->read_listing(target(), left(files, termination));
}

ListFault fault(const std::map<std::string, std::string>& files,
                const model::Termination& termination = model::Exited{0}) {
  ListStep step = read(files, termination);
  auto* found = std::get_if<ListFault>(&step);
  return found == nullptr ? ListFault{"(no fault)", {}} : *found;
}

constexpr const char* none = "0 tests, 0 benchmarks\n";

TEST(LibtestList, GivesNamesInOrderAndIgnored) {
  const std::map<std::string, std::string> files = {
      {"list.txt", "a::b: test\nbench_it: benchmark\nz: test\n\n2 tests, 1 benchmark\n"},
      {"ignored.txt", "z: test\n\n1 test, 0 benchmarks\n"},
      {"threads.txt", "\n8\n"}};
  ListStep step = read(files);
  auto* more = std::get_if<ListMore>(&step);
  ASSERT_NE(more, nullptr) << "it asks why z is ignored";
  EXPECT_EQ(words(more->request).back(), "z");
  EXPECT_THAT(words(more->request), Not(::testing::Contains("--include-ignored")));
  std::map<std::string, std::string> next;
  for (const auto& file : more->request.write) {
    next[file.name] = file.content.parts().empty() ? "" : file.content.parts().front().text;
  }
  next["reasons.txt"] =
      "\nrunning 1 test\ntest z - should panic ... ignored, not here\n\n"
      "test result: ok. 0 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out\n\n";
  step = read(next);
  const auto* listing = std::get_if<model::Listing>(&step);
  ASSERT_NE(listing, nullptr);
  ASSERT_EQ(listing->tests.size(), 3U);
  EXPECT_EQ(listing->tests[0].name, "a::b");
  EXPECT_EQ(listing->tests[1].name, "bench_it");
  EXPECT_FALSE(listing->tests[1].disabled);
  EXPECT_TRUE(listing->tests[2].disabled);
  EXPECT_EQ(listing->tests[2].disabled_reason, "not here");
  EXPECT_THAT(listing->channel, HasSubstr("by hand takes 8"));
  EXPECT_EQ(listing->ordering, model::Ordering::fixed);
}

TEST(LibtestList, ReasonsThatDoNotComeCostOnlyTheReasons) {
  const std::map<std::string, std::string> files = {
      {"list.txt", "z: test\n\n1 test, 0 benchmarks\n"},
      {"ignored.txt", "z: test\n\n1 test, 0 benchmarks\n"},
      {"threads.txt", ""},
      {"reasons.txt", ""}};
  ListStep step = read(files, model::Signalled{6, false});
  const auto* listing = std::get_if<model::Listing>(&step);
  ASSERT_NE(listing, nullptr);
  EXPECT_EQ(listing->tests[0].disabled_reason, "#[ignore]");
  EXPECT_EQ(listing->channel, "log and text; one thread");
}

TEST(LibtestList, ThreadsByHandAreThoseOfTheEnvironmentFirst) {
  ListStep step = read({{"list.txt", none}, {"ignored.txt", none}, {"threads.txt", "3\n8\n"}});
  EXPECT_THAT(std::get<model::Listing>(step).channel, HasSubstr("takes 3"));
  TargetView own = target();
  own.command.emplace_back("--test-threads=5");
  step = make_libtest()->read_listing(
      own, left({{"list.txt", none}, {"ignored.txt", none}, {"threads.txt", "3\n8\n"}}));
  EXPECT_THAT(std::get<model::Listing>(step).channel, HasSubstr("takes 5"));
}

TEST(LibtestList, TwoTestsOfOneNameAreInseparable) {
  ListStep step = read({{"list.txt", "a: test\na: test\n\n2 tests, 0 benchmarks\n"},
                        {"ignored.txt", none},
                        {"threads.txt", ""}});
  const auto& listing = std::get<model::Listing>(step);
  EXPECT_EQ(listing.tests[1].name, "a@2");
  EXPECT_THAT(listing.inseparable, ElementsAre(0, 1));
}

TEST(LibtestList, NoTestsIsAListing) {
  ListStep step = read({{"list.txt", none}, {"ignored.txt", none}, {"threads.txt", ""}});
  EXPECT_THAT(std::get<model::Listing>(step).tests, IsEmpty());
}

TEST(LibtestList, AListWithoutItsCountIsNone) {
  using harness::libtest::parse_list;
  EXPECT_TRUE(parse_list("a: test\n\n1 test, 0 benchmarks\n"));
  EXPECT_FALSE(parse_list("a: test\n"));
  EXPECT_FALSE(parse_list("a: test\n\n2 tests, 0 benchmarks\n"));
  EXPECT_FALSE(parse_list("a: test\n\n1 test, 0 benchmarks\nb: test\n"));
  EXPECT_FALSE(parse_list("a: test\n\n1 test, 0 benchmarks or so\n"));
  EXPECT_FALSE(parse_list(""));
  EXPECT_THAT(
      *parse_list("a: test\n1 test, 0 benchmarks\nb (line 2): test\n1 test, 0 benchmarks\n"),
      ElementsAre("a", "b (line 2)"));
}

TEST(LibtestList, SaysWhatTheProgramIsInstead) {
  EXPECT_THAT(fault({{"list.txt", "[==========] Running 3 tests\n"}, {"ignored.txt", none}}).detail,
              HasSubstr("GoogleTest"));
  EXPECT_THAT(fault({{"list.txt", "[doctest] doctest version\n"}, {"ignored.txt", none}}).hint,
              HasSubstr("doctest"));
  EXPECT_THAT(fault({{"list.txt", "custom main\n"}, {"ignored.txt", "custom main\n"}}).hint,
              HasSubstr("harness = false"));
}

TEST(LibtestList, SaysHowListingEnded) {
  EXPECT_THAT(fault({}, model::Exited{134}).detail, HasSubstr("SIGABRT"));
  EXPECT_THAT(fault({}, model::Signalled{11, false}).detail, HasSubstr("SIGSEGV"));
  EXPECT_THAT(fault({}, model::Exited{1}).detail, HasSubstr("exited with code 1"));
  EXPECT_THAT(fault({}, model::KilledByUs{model::KillReason::listing_timeout, true}).detail,
              HasSubstr("in time"));
  EXPECT_EQ(fault({}, model::Exited{127}).kind, model::ProblemKind::start_failed);
  EXPECT_THAT(fault({}).detail, HasSubstr("exited 0")) << "exit(0) before it listed";
}

TEST(LibtestList, OwnArgumentsThatLibtestTakesOnceGiveWay) {
  TargetView own = target();
  own.command = {"/bin/prog",      "--test-threads", "4",    "--nocapture",
                 "--color=always", "--skip",         "slow", "--exact"};
  const auto argv = words(make_libtest()->list_request(own));
  const std::vector<std::string> tail(argv.end() - 3, argv.end());
  EXPECT_THAT(tail, ElementsAre("/bin/prog", "--skip", "slow"));
}

TEST(LibtestList, OwnIncludeIgnoredLeavesNothingDisabled) {
  TargetView own = target();
  own.command.emplace_back("--include-ignored");
  const auto argv = words(make_libtest()->list_request(own));
  EXPECT_THAT(argv[2], Not(HasSubstr("--ignored")));
  ListStep step = make_libtest()->read_listing(
      own, left({{"list.txt", "a: test\n\n1 test, 0 benchmarks\n"}, {"threads.txt", ""}}));
  EXPECT_FALSE(std::get<model::Listing>(step).tests[0].disabled);
}

}  // namespace
}  // namespace cupel::harness::testing::libtest
