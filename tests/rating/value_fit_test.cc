#include "arena/rating/value_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/rating/logistic.h"
#include "tests/rating/chance.h"

namespace flagfall::arena::rating {
namespace {

// Games in which the first of `columns` numbers is worth `worth` in log-odds, and the others nothing.
std::vector<DealtGame> PlantedGames(int games, std::size_t columns, double worth, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<DealtGame> dealt;
  for (int i = 0; i < games; ++i) {
    DealtGame game{.red = absl::StrCat("bot", i % 3), .blue = absl::StrCat("bot", (i + 1) % 3), .group = i / 2};
    for (std::size_t column = 0; column < columns; ++column) game.deal.push_back(NearlyNormal(random));
    game.red_score = Uniform(random) < Logistic(worth * game.deal[0]) ? 1 : 0;
    dealt.push_back(game);
  }
  return dealt;
}

TEST(FitValue, LearnsWhatDealsAreWorth) {
  const ValueFit fit = FitValue(PlantedGames(6000, 20, 0.8, 1), 20);
  EXPECT_NEAR(fit.weights[0], 0.8, 0.1);
  for (std::size_t i = 1; i < 20; ++i) EXPECT_NEAR(fit.weights[i], 0, 0.1) << i;
  // A unit of log-odds is worth p·(1 - p) points, on average over deals a little less than a quarter.
  EXPECT_NEAR(fit.coefficient, 0.21, 0.03);
  EXPECT_LT(fit.variance_factor, 0.92);
  EXPECT_GT(fit.variance_factor, 0.82);
}

TEST(FitValue, TellsThatItHasLearntNothing) {
  double factors = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const ValueFit fit = FitValue(PlantedGames(400, 30, 0, seed), 30);
    factors += fit.variance_factor / 20;
    double squares = 0;
    for (const double weight : fit.weights) squares += weight * weight;
    // Chance that foretells the other folds' games wrongly is worth nothing, and not less.
    EXPECT_GE(fit.coefficient, 0) << seed;
    // In points, a deal of mean size.
    EXPECT_LT(fit.coefficient * std::sqrt(squares), 0.1) << seed;
  }
  EXPECT_GT(factors, 0.98);
}

TEST(FitValue, StrengthsDoNotHideDeals) {
  std::mt19937_64 random(5);
  std::vector<DealtGame> games;
  for (int i = 0; i < 4000; ++i) {
    // Each bot is much stronger than the one before; the stronger one has either side.
    const int weaker = i % 4;
    DealtGame game{.red = absl::StrCat("bot", weaker + (i / 4 % 2)),
                   .blue = absl::StrCat("bot", weaker + 1 - (i / 4 % 2))};
    game.deal = {NearlyNormal(random)};
    game.group = i;
    const double lead = i / 4 % 2 == 0 ? -1.5 : 1.5;
    game.red_score = Uniform(random) < Logistic(lead + 0.6 * game.deal[0]) ? 1 : 0;
    games.push_back(game);
  }
  EXPECT_NEAR(FitValue(games, 1).weights[0], 0.6, 0.1);
}

TEST(FitValue, NumbersThatNeverDifferWeighNothing) {
  std::vector<DealtGame> games = PlantedGames(500, 2, 0.8, 6);
  for (DealtGame& game : games) game.deal[1] = 0;
  EXPECT_EQ(FitValue(games, 2).weights[1], 0);
}

TEST(FitValue, DoesNotDependOnTheScaleOfNumbers) {
  std::vector<DealtGame> games = PlantedGames(500, 2, 0.8, 7);
  const ValueFit small = FitValue(games, 2);
  for (DealtGame& game : games) game.deal[0] *= 1000;
  const ValueFit large = FitValue(games, 2);
  EXPECT_NEAR(small.weights[0], 1000 * large.weights[0], 1e-6);
  EXPECT_NEAR(small.coefficient, large.coefficient, 1e-9);
}

TEST(FitValue, IsTheSameForTheSameGames) {
  const std::vector<DealtGame> games = PlantedGames(500, 5, 0.5, 8);
  const ValueFit one = FitValue(games, 5), other = FitValue(games, 5);
  EXPECT_EQ(one.weights, other.weights);
  EXPECT_EQ(one.coefficient, other.coefficient);
  EXPECT_EQ(one.variance_factor, other.variance_factor);
}

// With both games of a duplicate pair on both sides of the cross-validation, what was learnt of one would foretell the
// other, and chance would seem to be worth something.
TEST(FitValue, GamesOfOneGroupAreNeverOnBothSides) {
  std::mt19937_64 random(9);
  std::vector<DealtGame> games;
  for (int i = 0; i < 100; ++i) {
    DealtGame game{.red = "a", .blue = "b"};
    for (int column = 0; column < 60; ++column) game.deal.push_back(NearlyNormal(random));
    game.red_score = i % 2;
    game.group = i;
    for (int copy = 0; copy < 4; ++copy) games.push_back(game);
  }
  EXPECT_GT(FitValue(games, 60).variance_factor, 0.9);
  for (std::size_t i = 0; i < games.size(); ++i) games[i].group = static_cast<std::int64_t>(i);
  EXPECT_LT(FitValue(games, 60).variance_factor, 0.7);
}

}  // namespace
}  // namespace flagfall::arena::rating
