// SPDX-License-Identifier: Apache-2.0
#include "engine/emitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/engine/gate_rig.h"

namespace cupel::engine {
namespace {

using testing::EventLog;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

base::WallTime at_seven() {
  return base::WallTime(std::chrono::seconds(7));
}

TEST(Emitter, GivesEverySinkEveryEventWithTheTime) {
  EventLog journal;
  EventLog other;
  Emitter emit(at_seven, journal);
  emit.add("the other", other);
  emit.emit(model::Interrupted{"SIGINT"});
  for (const EventLog* log : {&journal, &other}) {
    ASSERT_THAT(log->events, SizeIs(1));
    EXPECT_EQ(log->events.front().at, at_seven());
    EXPECT_EQ(log->of<model::Interrupted>().front().why, "SIGINT");
  }
  EXPECT_FALSE(emit.failure());
}

TEST(Emitter, NothingIsShownThatTheJournalDidNotTake) {
  EventLog journal;
  EventLog other;
  journal.fail_after = 1;
  Emitter emit(at_seven, journal);
  emit.add("the other", other);
  emit.emit(model::Interrupted{"first"});
  EXPECT_FALSE(emit.failure());
  emit.emit(model::Interrupted{"second"});
  ASSERT_TRUE(emit.failure());
  EXPECT_THAT(emit.failure()->message, HasSubstr("no space left"));
  journal.fail_after.reset();
  emit.emit(model::Interrupted{"third"});
  EXPECT_THAT(journal.events, SizeIs(1)) << "a journal with a gap would tell another story";
  EXPECT_THAT(other.events, SizeIs(1));
}

TEST(Emitter, AnotherSinkThatFailsIsDroppedWithOneWarning) {
  EventLog journal;
  EventLog broken;
  EventLog sound;
  broken.fail_after = 1;
  Emitter emit(at_seven, journal);
  emit.add("the display", broken);
  emit.add("the record", sound);
  for (int n = 0; n < 4; ++n) emit.emit(model::Interrupted{"x"});
  EXPECT_FALSE(emit.failure());
  EXPECT_THAT(broken.events, SizeIs(1));
  for (const EventLog* log : {&journal, &sound}) {
    EXPECT_THAT(log->of<model::Interrupted>(), SizeIs(4));
    ASSERT_THAT(log->of<model::Warned>(), SizeIs(1));
    EXPECT_THAT(log->of<model::Warned>().front().text,
                HasSubstr("the display stopped: no space left"));
  }
}

TEST(Emitter, SeveralSinksMayFailAtOneEvent) {
  EventLog journal;
  EventLog one;
  EventLog two;
  one.fail_after = two.fail_after = 0;
  Emitter emit(at_seven, journal);
  emit.add("one", one);
  emit.add("two", two);
  emit.emit(model::Interrupted{"x"});
  EXPECT_THAT(journal.of<model::Warned>(), SizeIs(2));
  EXPECT_THAT(one.events, IsEmpty());
  EXPECT_THAT(two.events, IsEmpty());
}

TEST(Emitter, WhatIsOfOneMomentIsWrittenTogetherBeforeItIsShown) {
  EventLog journal;
  EventLog other;
  Emitter emit(at_seven, journal);
  emit.add("the other", other);
  {
    const Emitter::Moment outer(emit);
    emit.emit(model::Interrupted{"first"});
    {
      const Emitter::Moment inner(emit);
      emit.emit(model::Interrupted{"second"});
    }
    EXPECT_THAT(journal.events, IsEmpty());
    EXPECT_THAT(other.events, IsEmpty());
  }
  for (const EventLog* log : {&journal, &other}) {
    ASSERT_THAT(log->events, SizeIs(2));
    EXPECT_EQ(log->of<model::Interrupted>().back().why, "second");
  }
  emit.emit(model::Interrupted{"third"});
  EXPECT_THAT(other.events, SizeIs(3)) << "a moment that ended holds nothing back";
}

TEST(Emitter, ALongMomentIsWrittenInParts) {
  EventLog journal;
  Emitter emit(at_seven, journal);
  const Emitter::Moment together(emit);
  for (int n = 0; n < 1000; ++n) emit.emit(model::Interrupted{std::to_string(n)});
  EXPECT_THAT(journal.events, SizeIs(512));
}

TEST(Emitter, AMomentThatTheJournalDidNotTakeIsNotShown) {
  EventLog journal;
  EventLog other;
  journal.fail_after = 1;
  Emitter emit(at_seven, journal);
  emit.add("the other", other);
  {
    const Emitter::Moment together(emit);
    emit.emit(model::Interrupted{"first"});
    emit.emit(model::Interrupted{"second"});
    EXPECT_FALSE(emit.failure());
  }
  EXPECT_TRUE(emit.failure());
  EXPECT_THAT(other.events, IsEmpty());
}

}  // namespace
}  // namespace cupel::engine
