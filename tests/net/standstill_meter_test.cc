// What is a standstill, and what is not, by times of the test's own.
#include "referee/net/standstill_meter.h"

#include <gtest/gtest.h>

#include "referee/net/net_limits.h"

namespace flagfall {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class StandstillMeterTest : public testing::Test {
 protected:
  // The thread has run so long.
  void Run(Micros time) { now_ += time, times_.on_core += time; }
  // It was ready, and others had the core.
  void Queue(Micros time) { now_ += time, times_.in_queue += time; }
  // It was stopped, or slept.
  void Stand(Micros time) { now_ += time; }
  Micros Awake() { return meter_.Awake(now_); }
  void Sleep(Micros at_most) { meter_.Sleeps(now_), until_ = now_ + at_most; }
  StandstillMeter::Sleep Wake() { return meter_.Wakes(now_, until_); }

  Micros now_ = seconds(1000);
  ThreadTimes times_{.on_core = seconds(7), .in_queue = seconds(3)};
  Micros until_{};
  StandstillMeter meter_{[this](bool /*exactly*/) { return times_; }, now_};
};

TEST_F(StandstillMeterTest, TheKernelIsNotAskedAgainBeforeEachOfManyBriefSleeps) {
  int asked = 0;
  StandstillMeter meter(
      [&](bool /*exactly*/) {
        ++asked;
        return times_;
      },
      now_);
  for (int i = 0; i < 1000; ++i) {
    Run(Micros(10));
    meter.Sleeps(now_);
    Stand(Micros(10));
    meter.Wakes(now_, now_);
  }
  EXPECT_LE(asked, 1 + 1000 * 20 / 200);
}

TEST_F(StandstillMeterTest, WhatTheThreadWaitedForACoreAfterALongSleepIsKnown) {
  Run(seconds(1));
  Sleep(seconds(5));
  Stand(seconds(2));
  Queue(milliseconds(3));
  EXPECT_EQ(Wake().in_queue, milliseconds(3));
}

TEST_F(StandstillMeterTest, ATurnThatRunsForLongIsNone) {
  Run(seconds(2));
  EXPECT_EQ(Awake(), Micros(0));
}

TEST_F(StandstillMeterTest, ATurnWhoseCoreOthersHaveIsNone) {
  Run(milliseconds(5));
  Queue(seconds(2));
  EXPECT_EQ(Awake(), Micros(0));
}

TEST_F(StandstillMeterTest, WhatIsMissingInATurnIsOneToTheMicrosecond) {
  Run(milliseconds(50));
  Queue(milliseconds(30));
  Stand(Micros(3'000'123));
  EXPECT_EQ(Awake(), Micros(3'000'123));
  EXPECT_EQ(Awake(), Micros(0)) << "it is told once";
}

TEST_F(StandstillMeterTest, OneThatIsTooShortIsNone) {
  Stand(limits::kStandstill - Micros(1));
  EXPECT_EQ(Awake(), Micros(0));
  Stand(limits::kStandstill);
  EXPECT_EQ(Awake(), limits::kStandstill);
}

TEST_F(StandstillMeterTest, ManyThatAreTooShortAreNotAddedUpInALongTurn) {
  for (int i = 0; i < 100; ++i) {
    Stand(milliseconds(1));
    EXPECT_EQ(Awake(), Micros(0));
  }
  Run(milliseconds(10));
  EXPECT_LE(Awake(), milliseconds(10)) << "no more than the turn took";
}

TEST_F(StandstillMeterTest, ASleepThatEndsInTimeIsNone) {
  Sleep(seconds(20));
  Stand(seconds(19));
  const StandstillMeter::Sleep sleep = Wake();
  EXPECT_EQ(sleep.stood_still, Micros(0));
  EXPECT_EQ(sleep.in_queue, Micros(0));
}

TEST_F(StandstillMeterTest, ASleepThatEndsTooLateIsOne) {
  Sleep(milliseconds(20));
  Stand(seconds(3));
  EXPECT_EQ(Wake().stood_still, seconds(3)) << "all of it, since a message would have ended it";
}

TEST_F(StandstillMeterTest, ASleeperWhoseCoreOthersHaveWaitsInTheQueue) {
  Sleep(milliseconds(20));
  Stand(milliseconds(20));
  Queue(seconds(3));
  const StandstillMeter::Sleep sleep = Wake();
  EXPECT_EQ(sleep.stood_still, Micros(0));
  EXPECT_EQ(sleep.in_queue, seconds(3));
}

TEST_F(StandstillMeterTest, WhatWasSleptIsMissingInNoLaterTurn) {
  Sleep(seconds(20));
  Stand(seconds(19));
  Wake();
  Run(milliseconds(15));
  EXPECT_EQ(Awake(), Micros(0));
}

// The kernel's cheap count lacks what the thread has run since the last tick.
TEST(StandstillMeter, ACountThatLagsMakesNoStandstill) {
  Micros now = seconds(1000);
  ThreadTimes exact{.on_core = seconds(7)};
  StandstillMeter meter(
      [&](bool exactly) {
        ThreadTimes read = exact;
        if (!exactly) read.on_core -= milliseconds(9);
        return read;
      },
      now);
  meter.Sleeps(now);
  now += seconds(1);
  meter.Wakes(now, now);
  now += milliseconds(25);
  exact.on_core += milliseconds(25);
  EXPECT_EQ(meter.Awake(now), Micros(0));
}

}  // namespace
}  // namespace flagfall
