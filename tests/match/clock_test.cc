// Protocol 2.1 to 2.5: what clocks and deadlines do to a match.
#include <gmock/gmock.h>

#include "tests/match/driver.h"

namespace flagfall {
namespace {

constexpr Micros kTick = Micros(1);

TEST(Clocks, AClockStartsWhenItsDecisionIsSent_2_2) {
  Driver driver;
  driver.BeginPlay();
  driver.hands_over = false;
  driver.Ply();
  driver.now += milliseconds(700);
  EXPECT_EQ(driver.match().NextDeadline(), driver.now + milliseconds(1300) + kTick)
      << "only the grace for sending is running";
  driver.Sent(kBlue, 2);
  EXPECT_EQ(driver.match().NextDeadline(), driver.now + milliseconds(10'020) + kTick);
  driver.now += seconds(1);
  driver.Sent(kBlue, 2);
  EXPECT_EQ(driver.match().NextDeadline(), driver.now + milliseconds(9'020) + kTick) << "a clock starts once";
  driver.Sent(kBlue, 3);
  driver.Sent(kRed, 2);
  EXPECT_EQ(driver.match().NextDeadline(), driver.now + milliseconds(9'020) + kTick);
}

TEST(Clocks, TheHostsOwnDelayIsChargedToNobody_2_2) {
  Driver driver;
  driver.BeginPlay();
  driver.now += milliseconds(1500);
  driver.Ply(1, milliseconds(200));
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 10'000'000 - 1'300'000);
  EXPECT_EQ(driver.LastEntry().acted().host_delay_micros(), 200'000);
  driver.now += milliseconds(50);
  driver.Ply(1, milliseconds(200));
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 10'000'000) << "never below 0";
  driver.Ply(1, milliseconds(-200));
  EXPECT_EQ(driver.LastEntry().acted().host_delay_micros(), 0);
}

TEST(Clocks, SimultaneousDecisionsRunBothClocks_R10_2) {
  Driver driver;
  driver.Begin();
  driver.now += seconds(3);
  driver.SetUp(kBlue);
  EXPECT_EQ(driver.match().NextDeadline(), driver.now + milliseconds(2'020) + kTick);
  driver.now += milliseconds(2'020) + kTick;
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
}

TEST(Clocks, TheMarginIsSpentOnce_2_1) {
  Driver driver(CountingSpec("1+1 setup=5 margin=20"));
  driver.BeginPlay();
  driver.now += milliseconds(1'015);
  driver.Ply();
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 1'000'000);
  driver.Ply();
  EXPECT_EQ(driver.match().NextDeadline(), driver.now + milliseconds(1'005) + kTick);
}

TEST(Clocks, AnAnswerAtTheDeadlineIsInTime_2_3) {
  Driver driver;
  driver.BeginPlay();
  driver.now += milliseconds(10'020);
  driver.TimePassed();
  EXPECT_FALSE(driver.match().IsOver());
  driver.Ply();
  EXPECT_FALSE(driver.match().IsOver());
}

TEST(Clocks, AnAnswerAMicrosecondLaterHasLost_2_3) {
  Driver driver;
  driver.BeginPlay();
  driver.now += milliseconds(10'020) + kTick;
  driver.Ply();
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
  EXPECT_EQ(driver.LastEntry().acted().action().ply().to(), 1u) << "what came too late is in the record";
  EXPECT_EQ(driver.Record().outcome().detail(), "red overdrew its clock in decision 2");
}

TEST(Clocks, TheHostsDelayMayBringAnAnswerBackIntoTime_2_2) {
  Driver driver;
  driver.BeginPlay();
  driver.now += milliseconds(10'120);
  driver.Ply(1, milliseconds(100));
  EXPECT_FALSE(driver.match().IsOver());
}

TEST(Clocks, NoMessageMovesADeadline_2_3) {
  MatchSpec spec = CountingSpec();
  spec.policy.set_illegal_retries(100);
  Driver driver(spec);
  driver.BeginPlay();
  const auto deadline = driver.match().NextDeadline();
  ASSERT_EQ(deadline, driver.now + milliseconds(10'020) + kTick);
  for (int i = 0; i < 90; ++i) {
    driver.now += milliseconds(100);
    driver.Act(kRed, 2, CountingGame::Count(0, 9));
    driver.Act(kRed, 3, CountingGame::Count(0, 1));
    driver.Act(kRed, 1, CountingGame::Count(0, 1));
    driver.Offer(kRed);
    driver.Accept(kRed);
    driver.Disconnect(kRed);
    EXPECT_LE(driver.match().NextDeadline(), deadline);
    driver.Connect(kRed);
    ASSERT_EQ(driver.match().NextDeadline(), deadline);
  }
  driver.now = *deadline;
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
}

TEST(Clocks, AfterItsDeadlineABotCanNeitherResignNorDraw_2_3) {
  for (const int what : {0, 1, 2}) {
    Driver driver;
    driver.BeginPlay();
    driver.Offer(kBlue);
    driver.now += milliseconds(10'021);
    if (what == 0) driver.Resign(kRed);
    if (what == 1) driver.Offer(kRed);
    if (what == 2) driver.Accept(kRed);
    driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
  }
  Driver driver;
  driver.BeginPlay();
  driver.Offer(kBlue);
  driver.now += milliseconds(10'021);
  driver.Accept(kRed, milliseconds(1));
  driver.ExpectOver(v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
}

TEST(Clocks, TimePassedTooEarlyChangesNothing) {
  Driver driver;
  driver.BeginPlay();
  const int entries = driver.Record().entries_size();
  driver.now += milliseconds(10'021);
  driver.TimePassed(milliseconds(2));
  EXPECT_FALSE(driver.match().IsOver()) << "an answer read in those 2 ms may still be on its way";
  EXPECT_EQ(driver.Record().entries_size(), entries);
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
}

TEST(Clocks, TheEarlierOfTwoFlagsLoses) {
  Driver driver;
  driver.hands_over = false;
  driver.Begin();
  driver.Sent(kBlue, 1);
  driver.now += kTick;
  driver.Sent(kRed, 1);
  driver.now += seconds(6);
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_OUT_OF_TIME);
}

TEST(Clocks, FlagsThatFallAtTheSameMomentVoidTheGame) {
  Driver driver;
  driver.Begin();
  driver.now += seconds(6);
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_VOID, v1::REASON_OUT_OF_TIME);
}

TEST(Clocks, AHostLateByMoreThanItsPolicyVoidsTheGame_2_5) {
  for (const int delay_ms : {250, 251}) {
    for (const bool acted : {false, true}) {
      Driver driver;
      driver.BeginPlay();
      driver.now += milliseconds(10'021 + delay_ms);
      if (acted) {
        driver.Ply(1, milliseconds(delay_ms));
      } else {
        driver.TimePassed(milliseconds(delay_ms));
      }
      if (delay_ms > 250) {
        driver.ExpectOver(v1::RESULT_VOID, v1::REASON_HOST_LATE);
      } else {
        driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
      }
    }
  }
}

// The record names one of two who would have lost by it at the same moment, and a game refereed again the same one.
TEST(Clocks, OfTwoFlagsAtOnceALateHostNamesRed_2_5) {
  Driver driver;
  driver.Begin();
  driver.now += seconds(6);
  driver.TimePassed(milliseconds(251));
  driver.ExpectOver(v1::RESULT_VOID, v1::REASON_HOST_LATE);
  EXPECT_THAT(driver.Record().outcome().detail(), testing::HasSubstr("and red would have lost"));
}

TEST(Clocks, AHostLateWithoutHarmVoidsNothing_2_5) {
  Driver driver;
  driver.BeginPlay();
  driver.now += seconds(5);
  driver.Ply(1, seconds(4));
  EXPECT_FALSE(driver.match().IsOver());
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 9'000'000);
}

TEST(Clocks, TimeNeverGoesBack) {
  Driver driver;
  driver.BeginPlay();
  driver.now -= seconds(1);
  driver.Ply();
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 10'000'000);
}

}  // namespace
}  // namespace flagfall
