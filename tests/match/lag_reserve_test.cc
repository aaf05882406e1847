// Time on the network, given back from a bounded reserve (protocol 2.4).
#include "referee/match/lag_reserve.h"

#include <gtest/gtest.h>

#include "tests/match/driver.h"

namespace flagfall {
namespace {

using std::chrono::milliseconds;

TEST(LagReserve, GivesBackARoundTripAsFarAsItReaches_2_4) {
  LagReserve reserve(milliseconds(100));
  EXPECT_EQ(reserve.CreditFor(milliseconds(40)), milliseconds(40));
  EXPECT_EQ(reserve.CreditFor(milliseconds(5000)), milliseconds(300)) << "it begins with three times its gain";
  EXPECT_EQ(reserve.CreditFor(milliseconds(-1)), milliseconds(0));
}

TEST(LagReserve, GainsWithEachDecisionUpToABound_2_4) {
  LagReserve reserve(milliseconds(100));
  reserve.Spend(milliseconds(300));
  EXPECT_EQ(reserve.CreditFor(milliseconds(5000)), milliseconds(100));
  reserve.Spend(milliseconds(40));
  EXPECT_EQ(reserve.CreditFor(milliseconds(5000)), milliseconds(160)) << "what was not used is kept";
  for (int i = 0; i < 100; ++i) reserve.Spend(milliseconds(0));
  EXPECT_EQ(reserve.CreditFor(milliseconds(5000)), milliseconds(700)) << "seven times its gain at most";
}

TEST(LagReserve, WithoutGainGivesNothing_2_4) {
  LagReserve reserve(milliseconds(0));
  EXPECT_EQ(reserve.CreditFor(milliseconds(50)), milliseconds(0));
}

// A match of 1 s a player whose bots are 80 ms away, and have as much to gain with each decision as said.
class LagInMatch : public testing::Test {
 protected:
  static MatchSpec Spec(milliseconds gain) {
    MatchSpec spec = CountingSpec("1 setup=5 margin=0");
    spec.policy.set_lag_gain_micros(Micros(gain).count());
    return spec;
  }
  static void BeginPlay(Driver& driver) {
    driver.hands_over = false;
    driver.Begin();
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      driver.Sent(side, 1);
      driver.SetUp(side);
    }
    driver.Sent(v1::SIDE_RED, 2, milliseconds(80));
  }
};

TEST_F(LagInMatch, TheClockIsNotChargedForTheWay_2_4) {
  Driver driver(Spec(milliseconds(100)));
  BeginPlay(driver);
  driver.now += milliseconds(380);
  driver.Ply();
  const v1::Acted& acted = driver.LastEntry().acted();
  EXPECT_EQ(acted.round_trip_micros(), 80'000);
  EXPECT_EQ(acted.lag_credit_micros(), 80'000);
  EXPECT_EQ(acted.clock_micros(), 700'000);
}

TEST_F(LagInMatch, TheFlagFallsLaterByWhatWillBeGivenBack_2_4) {
  Driver driver(Spec(milliseconds(100)));
  BeginPlay(driver);
  driver.now += milliseconds(1080);
  driver.TimePassed();
  EXPECT_FALSE(driver.match().IsOver());
  driver.now += Micros(1);
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
}

TEST_F(LagInMatch, AnAnswerQuickerThanTheWayUsesNoMoreThanItTook_2_4) {
  Driver driver(Spec(milliseconds(100)));
  BeginPlay(driver);
  driver.now += milliseconds(30);
  driver.Ply();
  EXPECT_EQ(driver.LastEntry().acted().lag_credit_micros(), 30'000);
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 1'000'000);
}

TEST_F(LagInMatch, WithoutGainTheWayIsThePlayers_2_4) {
  Driver driver(Spec(milliseconds(0)));
  BeginPlay(driver);
  driver.now += milliseconds(380);
  driver.Ply();
  EXPECT_EQ(driver.LastEntry().acted().lag_credit_micros(), 0);
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 620'000);
}

}  // namespace
}  // namespace flagfall
