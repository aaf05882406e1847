#include "referee/net/recent_cost.h"

#include <gtest/gtest.h>

namespace flagfall {
namespace {

TEST(RecentCost, CountsTheTurnsThatEndedSince) {
  RecentCost cost;
  cost.Add(Micros(100), Micros(10));
  cost.Add(Micros(200), Micros(20));
  cost.Add(Micros(300), Micros(30));
  EXPECT_EQ(cost.Since(Micros(0), Micros(300)), Micros(60));
  EXPECT_EQ(cost.Since(Micros(100), Micros(300)), Micros(50)) << "a turn that ended then was before";
  EXPECT_EQ(cost.Since(Micros(300), Micros(400)), Micros(0));
}

TEST(RecentCost, IsNoMoreThanThePassedTime) {
  RecentCost cost;
  cost.Add(Micros(1000), Micros(900));
  EXPECT_EQ(cost.Since(Micros(950), Micros(1000)), Micros(50));
}

TEST(RecentCost, AsManyTurnsAsAreRememberedAreCountedOneByOne) {
  RecentCost cost;
  for (std::size_t i = 1; i <= RecentCost::kTurns; ++i) cost.Add(Micros(10 * i), Micros(1));
  EXPECT_EQ(cost.Since(Micros(0), Micros(1000)), Micros(RecentCost::kTurns));
  EXPECT_EQ(cost.Since(Micros(10), Micros(1000)), Micros(RecentCost::kTurns - 1));
}

// Otherwise many connections, with a turn each, would make the others' cost be forgotten.
TEST(RecentCost, WhoeverHadMoreTurnsThanAreRememberedHasCostAllTheTime) {
  RecentCost cost;
  for (std::size_t i = 1; i <= RecentCost::kTurns + 1; ++i) cost.Add(Micros(10 * i), Micros(1));
  EXPECT_EQ(cost.Since(Micros(9), Micros(1000)), Micros(991));
  EXPECT_EQ(cost.Since(Micros(10), Micros(1000)), Micros(990)) << "what was forgotten may have ended later";
  EXPECT_EQ(cost.Since(Micros(20), Micros(1000)), Micros(RecentCost::kTurns - 1));
}

}  // namespace
}  // namespace flagfall
