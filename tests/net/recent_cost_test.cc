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

TEST(RecentCost, RemembersTheTurnsOfTwoRoundsOfAnAddress) {
  RecentCost cost;
  for (int i = 1; i <= 1000; ++i) cost.Add(Micros(10 * i), Micros(1));
  EXPECT_EQ(cost.Since(Micros(10'000 - 128 * 10), Micros(10'000)), Micros(128));
}

}  // namespace
}  // namespace flagfall
