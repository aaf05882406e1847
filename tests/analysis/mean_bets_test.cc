#include "arena/analysis/mean_bets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "arena/analysis/log_winnings.h"

namespace flagfall::arena::analysis {
namespace {

TEST(MeanBets, BeginWithNothingWon) {
  const MeanBets bets;
  EXPECT_DOUBLE_EQ(bets.Winnings(), 1);
  EXPECT_DOUBLE_EQ(bets.P(), 1);
}

TEST(MeanBets, WinByTheirShares) {
  MeanBets bets;
  bets.Add(0.5);
  EXPECT_NEAR(bets.Winnings(), 1 + 0.5 * (0.05 + 0.15 + 0.35 + 0.6 + 0.8 + 0.95) / 6, 1e-12);
  const double most = bets.Winnings();
  bets.Add(-1);
  EXPECT_LT(bets.Winnings(), most);
  EXPECT_GT(bets.Winnings(), 0) << "no bet is ruined";
  EXPECT_DOUBLE_EQ(bets.P(), 1 / most) << "what was once won counts";
}

TEST(MeanBets, WinMoreWhereLessCanBeLost) {
  MeanBets bets;
  bets.Add(0.5, 0.25);
  EXPECT_NEAR(bets.Winnings(), 1 + 2 * (0.05 + 0.15 + 0.35 + 0.6 + 0.8 + 0.95) / 6, 1e-12);
  MeanBets lost;
  lost.Add(-0.5, 0.25);
  EXPECT_NEAR(lost.Winnings(), 1 - (0.05 + 0.15 + 0.35 + 0.6 + 0.8 + 0.95) / 6, 1e-12) << "no more than the stake";
}

TEST(MeanBets, AreCountedHoweverMuchTheyWin) {
  MeanBets bets;
  for (int i = 0; i < 5000; ++i) bets.Add(1);
  EXPECT_EQ(bets.Winnings(), kWinningsMax);
  EXPECT_EQ(bets.P(), kPMin);
}

// The sharpest numbers of mean 0 are -1 and 1; the most cunning ones are seldom and large.
TEST(MeanBets, AreSeldomWonWhereTheMeanIsZero) {
  std::mt19937_64 random(7);
  constexpr int kTrials = 4000;
  for (const double up : {0.5, 0.1}) {
    int below = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      MeanBets bets;
      for (int i = 0; i < 200; ++i) {
        const double down = up / (1 - up);
        bets.Add(std::uniform_real_distribution<double>()(random) < up ? 1 : -down, down);
      }
      below += bets.P() <= 0.05 ? 1 : 0;
    }
    EXPECT_LT(below, 0.05 * kTrials + 3 * std::sqrt(0.05 * 0.95 * kTrials)) << up;
    EXPECT_GT(below, 0) << up;
  }
}

TEST(MeanBets, AreWonSoonWhereTheMeanIsAboveZero) {
  MeanBets bets;
  for (int i = 0; i < 48; ++i) bets.Add(i % 4 == 0 ? -0.1 : 0.5);
  EXPECT_LT(bets.P(), 1e-4);
}

}  // namespace
}  // namespace flagfall::arena::analysis
