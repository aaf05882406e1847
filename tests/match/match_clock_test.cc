#include "referee/match/match_clock.h"

#include <gtest/gtest.h>

#include "referee/match/time_control.h"

namespace flagfall {
namespace {

constexpr v1::DecisionKind kPly = v1::DECISION_KIND_PLY;
constexpr v1::DecisionKind kSetUp = v1::DECISION_KIND_SET_UP;

MatchClock ClockOf(absl::string_view control) { return MatchClock(*ParseTimeControl(control)); }

// Answers a ply in `used` microseconds and returns what the clock shows then.
std::int64_t After(MatchClock& clock, std::int64_t used) {
  clock.Start(kPly, Micros(500));
  clock.Stop(Micros(500 + used));
  return clock.Shown(kPly, Micros(0)).count();
}

TEST(MatchClock, BaseAndIncrement_2_1) {
  MatchClock clock = ClockOf("60+0.6");
  EXPECT_EQ(clock.Shown(kPly, Micros(0)), Micros(60'000'000));
  EXPECT_EQ(After(clock, 1), 60'599'999);
  EXPECT_EQ(After(clock, 60'599'999), 600'000);
}

TEST(MatchClock, PliesPerPeriod_2_1) {
  MatchClock clock = ClockOf("3/1");
  EXPECT_EQ(After(clock, 100), 999'900);
  EXPECT_EQ(After(clock, 100), 999'800);
  EXPECT_EQ(After(clock, 100), 1'999'700) << "the base is given again after the third ply";
  EXPECT_EQ(After(clock, 0), 1'999'700);
  EXPECT_EQ(After(clock, 0), 1'999'700);
  EXPECT_EQ(After(clock, 0), 2'999'700);
}

TEST(MatchClock, TimePerPly_2_1) {
  MatchClock clock = ClockOf("st=0.5");
  EXPECT_EQ(After(clock, 499'999), 500'000) << "nothing is taken from the next ply";
  EXPECT_EQ(After(clock, 0), 500'000) << "and nothing is saved for it";
}

TEST(MatchClock, TheMarginIsGrantedOnceAGame_2_1) {
  MatchClock clock = ClockOf("1+0.5 margin=20");
  clock.Start(kPly, Micros(0));
  EXPECT_EQ(clock.Deadline(), Micros(1'020'000));
  clock.Stop(Micros(1'015'000));
  EXPECT_EQ(clock.Shown(kPly, Micros(0)), Micros(500'000)) << "overdrawn time is taken from the margin alone";
  EXPECT_EQ(clock.margin(), Micros(5'000));
  clock.Start(kPly, Micros(2'000'000));
  EXPECT_EQ(clock.Deadline(), Micros(2'505'000));
  clock.Stop(Micros(2'505'000));
  EXPECT_EQ(clock.margin(), Micros(0));
}

TEST(MatchClock, TheSetUpHasItsOwnTime_2_1) {
  MatchClock clock = ClockOf("1 setup=3 margin=20");
  clock.Start(kSetUp, Micros(7));
  EXPECT_EQ(clock.Deadline(), Micros(3'020'007));
  clock.Stop(Micros(3'010'007));
  EXPECT_EQ(clock.Shown(kPly, Micros(0)), Micros(1'000'000));
  EXPECT_EQ(clock.margin(), Micros(10'000)) << "one margin for all of the game";
}

TEST(MatchClock, TheSetUpIsNoPlyOfThePeriod_2_1) {
  MatchClock clock = ClockOf("2/1");
  clock.Start(kSetUp, Micros(0));
  clock.Stop(Micros(0));
  EXPECT_EQ(After(clock, 0), 1'000'000);
  EXPECT_EQ(After(clock, 0), 2'000'000);
}

TEST(MatchClock, ElapsedIsNeverBelowZero_2_2) {
  MatchClock clock = ClockOf("1+0.5");
  clock.Start(kPly, Micros(1'000));
  clock.Stop(Micros(400));
  EXPECT_EQ(clock.Shown(kPly, Micros(0)), Micros(1'500'000));
}

TEST(MatchClock, ShowsWhatIsLeftWhileItRuns) {
  MatchClock clock = ClockOf("1 setup=3");
  clock.Start(kPly, Micros(100));
  EXPECT_EQ(clock.Shown(kPly, Micros(50)), Micros(1'000'000));
  EXPECT_EQ(clock.Shown(kPly, Micros(400'100)), Micros(600'000));
  EXPECT_EQ(clock.Shown(kPly, Micros(1'010'000)), Micros(0)) << "the margin is not shown";
  EXPECT_EQ(clock.Shown(kSetUp, Micros(400'100)), Micros(3'000'000));
}

TEST(MatchClock, WhatWillBeGivenBackIsShownAsLeft_2_4) {
  MatchClock clock = ClockOf("1");
  clock.Start(kPly, Micros(100), Micros(150'000));
  EXPECT_EQ(clock.Shown(kPly, Micros(100'100)), Micros(1'000'000)) << "all of it may be the way";
  EXPECT_EQ(clock.Shown(kPly, Micros(400'100)), Micros(750'000));
}

TEST(MatchClockDeathTest, AnAnswerAfterTheDeadlineIsTheCallersError) {
  MatchClock clock = ClockOf("1 margin=20");
  clock.Start(kPly, Micros(0));
  EXPECT_DEATH(clock.Stop(Micros(1'020'001)), "check failed");
}

}  // namespace
}  // namespace flagfall
