#include "arena/rating/residuals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "arena/rating/pool_ratings.h"
#include "tests/rating/chance.h"
#include "tests/rating/pools.h"

namespace flagfall::arena::rating {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pointwise;

Residuals Of(int bots, const Scores& scores, const std::vector<Encounter>& encounters = {}) {
  return ResidualsOf(*FitPool(bots, scores), scores, encounters);
}

// Plays games between bots of these strengths in Elo, each side for half of them; `thrown` of those of bots 0 and 1 are
// won by 0 whatever happens.
Scores Played(const std::vector<double>& elo, int games, double thrown, std::mt19937_64& random) {
  Scores scores;
  for (int red = 0; red < static_cast<int>(elo.size()); ++red) {
    for (int blue = 0; blue < static_cast<int>(elo.size()); ++blue) {
      if (red == blue) continue;
      PairScore& score = scores.emplace_back(PairScore{.red = red, .blue = blue});
      for (int game = 0; game < games / 2; ++game) {
        const bool is_thrown = red + blue == 1 && Uniform(random) < thrown;
        const bool is_won = is_thrown ? red == 0 : Uniform(random) < ExpectedScore(elo[red] - elo[blue]);
        ++(is_won ? score.tally.wins : score.tally.losses);
      }
    }
  }
  return scores;
}

TEST(HolmTest, IsThatOfTheTextbook) {
  EXPECT_THAT(AdjustByHolm({0.01, 0.04, 0.03, 0.005}),
              Pointwise(DoubleNear(1e-12), std::vector<double>{0.03, 0.06, 0.06, 0.02}));
  EXPECT_THAT(AdjustByHolm({0.6, 0.7}), ElementsAre(1, 1));
  EXPECT_THAT(AdjustByHolm({}), IsEmpty());
}

TEST(ResidualsTest, ACircleIsNotForetold) {
  // All three are level by the ratings.
  const Residuals residuals = Of(3, Match(0, 1, 30, 0, 10) + Match(1, 2, 30, 0, 10) + Match(2, 0, 30, 0, 10));
  ASSERT_EQ(residuals.pairs.size(), 3u);
  for (const PairResidual& pair : residuals.pairs) {
    EXPECT_EQ(pair.opponent, (pair.bot + 1) % 3);
    EXPECT_EQ(pair.games, 40);
    EXPECT_EQ(pair.points, 30);
    EXPECT_NEAR(pair.expected, 20, 1e-6);
    // The circle is one degree of freedom of three: each residual has a third of the variance 10.
    EXPECT_NEAR(pair.z, 10 / std::sqrt(10.0 / 3), 0.05);
    // At least 30 or at most 10 points of 40: 0.00222 by throws of a coin, and a little less with the draws, one game
    // in a hundred, that the prior expects.
    EXPECT_NEAR(pair.p, 0.00191, 0.00005);
    EXPECT_NEAR(pair.adjusted_p, 3 * pair.p, 1e-9);
  }
  EXPECT_NEAR(residuals.p, 3 * residuals.pairs[0].p, 1e-9);
}

TEST(ResidualsTest, TwoBotsAloneDoAsTheirRatingsSay) {
  const Residuals residuals = Of(2, Match(0, 1, 30, 0, 10));
  ASSERT_EQ(residuals.pairs.size(), 1u);
  EXPECT_NEAR(residuals.pairs[0].expected, 30, 0.1);
  EXPECT_EQ(residuals.pairs[0].z, 0);
  EXPECT_GT(residuals.p, 0.9);
  EXPECT_THAT(Of(2, {}).pairs, IsEmpty());
}

TEST(ResidualsTest, FewGamesOfUnequalBotsAreNoEvidence) {
  // A bot that beat all others loses once to the last one: far in deviations, and nothing that is never seen.
  Scores scores = Match(1, 2, 10, 0, 10) + Match(2, 3, 10, 0, 10) + Match(1, 3, 10, 0, 10);
  for (int weak = 1; weak < 3; ++weak) scores = scores + Match(0, weak, 40, 0, 0);
  scores = scores + Match(0, 3, 7, 0, 1);
  const Residuals residuals = Of(4, scores);
  EXPECT_EQ(residuals.pairs[0].bot, 3);
  EXPECT_EQ(residuals.pairs[0].opponent, 0);
  EXPECT_GT(residuals.pairs[0].z, 2);
  EXPECT_GT(residuals.p, 0.1);
}

TEST(ResidualsTest, WhoHasRedIsForetoldToo) {
  // Red wins three of four; 0 and 1 met with one side only.
  Scores scores = {{.red = 0, .blue = 1, .tally = {.wins = 30, .draws = 0, .losses = 10}}};
  for (const auto& [a, b] : {std::pair(0, 2), std::pair(1, 2)}) {
    scores.push_back({.red = a, .blue = b, .tally = {.wins = 300, .draws = 0, .losses = 100}});
    scores.push_back({.red = b, .blue = a, .tally = {.wins = 300, .draws = 0, .losses = 100}});
  }
  const Residuals residuals = Of(3, scores);
  for (const PairResidual& pair : residuals.pairs) EXPECT_LT(std::abs(pair.z), 0.5);
}

TEST(ResidualsTest, ThrownGamesAreFoundAndHonestPoolsAreLeftAlone) {
  const std::vector<double> elo = {1500, 1550, 1400, 1600, 1450, 1520, 1480, 1700};
  std::mt19937_64 random(3);
  int false_alarms = 0, found = 0;
  constexpr int kPools = 300;
  for (int round = 0; round < kPools; ++round) {
    if (Of(8, Played(elo, 40, 0, random)).p < 0.05) ++false_alarms;
    const Residuals thrown = Of(8, Played(elo, 40, 0.8, random));
    const PairResidual& first = thrown.pairs[0];
    found += first.bot == 0 && first.opponent == 1 && first.adjusted_p < 0.05;
  }
  EXPECT_LE(false_alarms, kPools * 0.05) << "seen: " << false_alarms;
  EXPECT_GE(found, kPools * 0.9) << "seen: " << found;
}

TEST(ResidualsTest, StandardScoresAreStandardInHonestPools) {
  std::mt19937_64 random(4);
  double squares = 0, count = 0;
  for (int round = 0; round < 200; ++round) {
    for (const PairResidual& pair : Of(5, Played({1500, 1550, 1400, 1600, 1450}, 60, 0, random)).pairs) {
      squares += pair.z * pair.z;
      ++count;
    }
  }
  EXPECT_NEAR(squares / count, 1, 0.1);
}

TEST(ResidualsTest, GamesThatAreTheSameAgainAreNotCountedTwice) {
  const Scores scores = Match(0, 1, 26, 0, 14) + Match(1, 2, 26, 0, 14) + Match(2, 0, 26, 0, 14);
  std::vector<Encounter> encounters;
  for (int i = 0; i < 3; ++i) {
    // Both games of each pair end alike.
    Encounter& both = encounters.emplace_back(Encounter{.a = i, .b = (i + 1) % 3});
    both.pairs.pairs = {7, 0, 0, 0, 13};
  }
  const Residuals once = Of(3, scores), twice = Of(3, scores, encounters);
  EXPECT_EQ(once.variance_ratio, 1);
  // Twice the variance, but for the factor that makes the variance of few samples fair.
  EXPECT_NEAR(twice.variance_ratio, 2 * 39.0 / 38, 0.03);
  EXPECT_NEAR(twice.pairs[0].z * std::sqrt(twice.variance_ratio), once.pairs[0].z, 1e-9);
  EXPECT_GT(twice.pairs[0].p, 1.5 * once.pairs[0].p);
}

TEST(ResidualsTest, TheVarianceOfPairsOverThatOfGamesByHand) {
  const Scores scores = Match(0, 1, 9, 10, 5) + Match(1, 2, 26, 0, 14) + Match(2, 0, 26, 0, 14);
  Encounter encounter{.a = 0, .b = 1};
  // One of the three pairs in the middle has a win of each, the others two draws: 5 losses, 10 draws and 9 wins in all.
  encounter.pairs.pairs = {1, 2, 3, 4, 2};
  encounter.pairs.one_each = 1;
  // In half points, squared distances from the mean come to 82 - 28²/12 for the pairs and 46 - 28²/24 for the games.
  const double of_pairs = (82 - 28.0 * 28 / 12) / 11, of_games = (46 - 28.0 * 28 / 24) / 23;
  EXPECT_NEAR(Of(3, scores, {encounter}).variance_ratio, of_pairs / (2 * of_games), 1e-12);
  // A single pair has no variance.
  Encounter single{.a = 1, .b = 2};
  single.pairs.pairs = {0, 0, 0, 0, 1};
  EXPECT_NEAR(Of(3, scores, {encounter, single}).variance_ratio, of_pairs / (2 * of_games), 1e-12);
}

TEST(ResidualsTest, ManyGamesCountAsNormal) {
  const auto p_of = [](std::int64_t games) {
    const std::int64_t won = games / 2 + static_cast<std::int64_t>(std::sqrt(static_cast<double>(games)));
    return Of(3, Match(0, 1, won, 0, games - won) + Match(1, 2, won, 0, games - won) + Match(2, 0, won, 0, games - won))
        .pairs[0]
        .p;
  };
  // Two deviations: exact, and not.
  EXPECT_NEAR(p_of(4900), 0.0456, 0.002);
  EXPECT_NEAR(p_of(10000), 0.0455, 0.0001);
}

}  // namespace
}  // namespace flagfall::arena::rating
