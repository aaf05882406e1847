#include "arena/rating/confidence_sequence.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/rating/chance.h"

namespace flagfall::arena::rating {
namespace {

TEST(ConfidenceSequenceTest, BeginsWithAllScores) {
  EXPECT_NEAR(HedgedCapitalRange({}).low, 0, 1e-6);
  EXPECT_NEAR(HedgedCapitalRange({}).high, 1, 1e-6);
  EXPECT_EQ(NormalMixtureRange(0, 0).low, 0);
  EXPECT_EQ(NormalMixtureRange(0, 0).high, 1);
}

TEST(ConfidenceSequenceTest, SwappingTheSidesMirrorsIt) {
  std::mt19937_64 random(1);
  std::vector<double> samples, turned;
  for (int i = 0; i < 100; ++i) {
    samples.push_back(static_cast<double>(random() % 5) / 4);
    turned.push_back(1 - samples.back());
  }
  EXPECT_NEAR(HedgedCapitalRange(samples).low, 1 - HedgedCapitalRange(turned).high, 1e-6);
  EXPECT_NEAR(HedgedCapitalRange(samples).high, 1 - HedgedCapitalRange(turned).low, 1e-6);
  EXPECT_NEAR(NormalMixtureRange(30, 100).low, 1 - NormalMixtureRange(70, 100).high, 1e-12);
}

TEST(ConfidenceSequenceTest, NormalMixtureIsTheFormula) {
  // By hand: ρ = 12.5 / (5.99146 + ln 6.99146) = 1.57507; v = 25; √(26.57507·(ln 16.87231 + 5.99146)) = 15.3074.
  const ScoreRange range = NormalMixtureRange(60, 100);
  EXPECT_NEAR(range.low, 0.6 - 0.153074, 1e-5);
  EXPECT_NEAR(range.high, 0.6 + 0.153074, 1e-5);
}

TEST(ConfidenceSequenceTest, BetsGainWhereSamplesVaryLess) {
  // A match of draws mostly, and one without.
  std::vector<double> draws(200, 0.5), wins;
  for (int i = 0; i < 200; ++i) wins.push_back(i % 2);
  const ScoreRange of_draws = HedgedCapitalRange(draws), of_wins = HedgedCapitalRange(wins);
  EXPECT_LT(of_draws.low, 0.5);
  EXPECT_GT(of_draws.high, 0.5);
  EXPECT_LT(of_draws.high - of_draws.low, (of_wins.high - of_wins.low) / 3);
}

TEST(ConfidenceSequenceTest, AllWonLeavesRoomBelow) {
  const std::vector<double> won(20, 1.0);
  const ScoreRange range = HedgedCapitalRange(won);
  EXPECT_GT(range.low, 0.5);
  EXPECT_LT(range.low, 1);
  EXPECT_NEAR(range.high, 1, 1e-6);
}

}  // namespace
}  // namespace flagfall::arena::rating
