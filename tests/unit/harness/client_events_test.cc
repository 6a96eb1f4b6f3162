// SPDX-License-Identifier: Apache-2.0
#include "harness/client_events.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <cupel/pact/events.hpp>

namespace cupel::harness {
namespace {

class ClientEvents : public testing::Test {
 protected:
  ClientEvents() {
    listing_.tests.resize(3);
    listing_.tests[0].native = "A.one";
    listing_.tests[1].native = "A.two";
    listing_.tests[2].native = "A.\xff";
    decoder_ = client_events_decoder(listing_);
  }

  void feed(std::string_view bytes) { decoder_->on_bytes({"events", 0, bytes}, found_); }
  void end() { decoder_->on_end({}, found_); }
  pact::EventLine line(const char* kind, std::string_view test = "one") {
    pact::EventLine out(kind, 1, 2);
    out.test("A", test);
    return out;
  }
  template <typename T>
  const T& only() {
    EXPECT_EQ(found_.size(), 1u);
    return std::get<T>(found_.at(0));
  }

  model::Listing listing_;
  std::unique_ptr<Decoder> decoder_;
  std::vector<model::Finding> found_;
};

TEST_F(ClientEvents, MeasureAsTheClientWritesIt) {
  feed(line("measure", "two")
           .text("name", "k")
           .number("observed", 1.25e-7)
           .number("tolerance", 1e-6)
           .text("basis", "n=4")
           .finish());
  const auto& measured = only<model::CaseMeasured>();
  EXPECT_EQ(measured.index, 1u);
  EXPECT_EQ(measured.measure, (model::Measure{"k", 1.25e-7, 1e-6, "n=4"}));
}

TEST_F(ClientEvents, NonFiniteNumbers) {
  feed(line("measure").text("name", "k").number("observed", NAN).number("tolerance", 1).finish());
  EXPECT_TRUE(std::isnan(only<model::CaseMeasured>().measure.observed));
}

TEST_F(ClientEvents, NamesWithBadBytesAreFound) {
  feed(line("worsen", "\xff").text("why", "x").boolean("dead", true).finish());
  EXPECT_EQ(only<model::CaseWorsened>().index, 2u);
  EXPECT_TRUE(only<model::CaseWorsened>().context_dead);
  EXPECT_EQ(only<model::CaseWorsened>().why, "x");
}

TEST_F(ClientEvents, SubcasesDeclaredAndReached) {
  pact::EventLine declared = line("subcases");
  declared.open_array("names");
  declared.array_item("c=1", true);
  declared.array_item("c=2", false);
  feed(declared.close_array().finish());
  feed(line("subcase").text("name", "c=1").finish());
  ASSERT_EQ(found_.size(), 3u);
  EXPECT_EQ(std::get<model::CaseSubcase>(found_[0]).subcase, (model::Subcase{"c=1", false}));
  EXPECT_EQ(std::get<model::CaseSubcase>(found_[1]).subcase, (model::Subcase{"c=2", false}));
  EXPECT_EQ(std::get<model::CaseSubcase>(found_[2]).subcase, (model::Subcase{"c=1", true}));
}

TEST_F(ClientEvents, UnknownTestsStayUnnamed) {
  feed(line("subcase", "gone").text("name", "c").finish());
  EXPECT_EQ(only<model::CaseSubcase>().index, std::nullopt);
}

TEST_F(ClientEvents, LinesMayComeInPieces) {
  const std::string text(line("subcase").text("name", "c").finish());
  for (const char& byte : text + text) feed({&byte, 1});
  EXPECT_EQ(found_.size(), 2u);
}

TEST_F(ClientEvents, GarbageIsPassedOverAndReportedOnce) {
  const std::string good(line("subcase").text("name", "c").finish());
  feed("nonsense\n");
  feed(good);
  feed("{\"cupel\":2,\"e\":\"subcase\",\"name\":\"c\"}\n{\"e\":\"subcase\"}\n[]\n\n");
  feed(good);
  end();
  ASSERT_EQ(found_.size(), 3u);
  EXPECT_EQ(std::get<model::ChannelBroken>(found_[0]).why, "a line is no event: nonsense");
  EXPECT_TRUE(std::holds_alternative<model::CaseSubcase>(found_[1]));
  EXPECT_TRUE(std::holds_alternative<model::CaseSubcase>(found_[2]));
}

class Malformed : public ClientEvents, public testing::WithParamInterface<const char*> {};

TEST_P(Malformed, IsReported) {
  feed(std::string("{\"cupel\":1,") + GetParam() + "}\n");
  EXPECT_EQ(only<model::ChannelBroken>().channel, "client events");
}

INSTANTIATE_TEST_SUITE_P(
    Lines, Malformed,
    testing::Values("\"e\":1", "\"e\":\"measure\"",
                    "\"e\":\"measure\",\"name\":\"n\",\"observed\":\"x\",\"tolerance\":1",
                    "\"e\":\"measure\",\"name\":\"n\",\"observed\":1", "\"e\":\"subcase\"",
                    "\"e\":\"subcases\",\"names\":\"a\"", "\"e\":\"subcases\",\"names\":[1]",
                    "\"e\":\"worsen\"", "\"e\":\"worsen\",\"why\":3"));

TEST_F(ClientEvents, NothingSaysThatATestPassed) {
  feed(
      "{\"cupel\":1,\"e\":\"passed\",\"test\":\"A.one\"}\n"
      "{\"cupel\":1,\"e\":\"finished\",\"test\":\"A.one\",\"outcome\":\"passed\"}\n"
      "{\"cupel\":1,\"e\":\"worsen\",\"test\":\"A.one\",\"why\":\"\",\"better\":true}\n");
  EXPECT_EQ(only<model::CaseWorsened>().index, 0u);
}

TEST_F(ClientEvents, KindsOfANewerClientArePassedOver) {
  feed(line("taken").text("name", "fused").finish());
  feed(line("invented").text("name", "x").finish());
  end();
  EXPECT_TRUE(found_.empty());
}

TEST_F(ClientEvents, ACutLineIsReported) {
  feed("{\"cupel\":1,\"e\":\"wor");
  end();
  EXPECT_EQ(only<model::ChannelBroken>().why, "the last line was cut off");
}

TEST_F(ClientEvents, AnOverlongLineIsSkippedToItsEnd) {
  feed(std::string(100'000, 'x'));
  feed("\n");
  feed(line("subcase").text("name", "c").finish());
  end();
  ASSERT_EQ(found_.size(), 2u);
  EXPECT_EQ(std::get<model::ChannelBroken>(found_[0]).why, "a line is longer than an event can be");
}

TEST_F(ClientEvents, AFloodIsCappedButNeverHidesAWorsening) {
  const std::string text(line("subcase").text("name", "c").finish());
  for (std::size_t i = 0; i < client_events_kept + 5; ++i) feed(text);
  feed(line("worsen").text("why", "x").boolean("dead", false).finish());
  EXPECT_EQ(found_.size(), client_events_kept + 2);
  EXPECT_TRUE(std::holds_alternative<model::CaseWorsened>(found_.back()));
}

}  // namespace
}  // namespace cupel::harness
