// Alpha-rank, Nash averaging, and rankings of pools. tests/rating/rankings_test.py compares the first two with values
// that are computed in another way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "arena/rating/alpha_rank.h"
#include "arena/rating/nash_averaging.h"
#include "arena/rating/payoffs.h"
#include "arena/rating/pool_ranking.h"
#include "tests/rating/chance.h"
#include "tests/rating/pools.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::rating {
namespace {

using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pointwise;
using testing::SizeIs;

constexpr double kExact = 1e-9;

// A transitive pool: the score is Elo's.
Payoffs Ladder(const std::vector<double>& elo) {
  Payoffs payoffs(static_cast<int>(elo.size()));
  for (int i = 0; i < payoffs.bots(); ++i) {
    for (int j = 0; j < i; ++j) payoffs.Set(i, j, ExpectedScore(elo[i] - elo[j]) - 0.5);
  }
  return payoffs;
}

// Each bot beats the next one of three by so much.
Payoffs Circle(double by) {
  Payoffs payoffs(3);
  for (int i = 0; i < 3; ++i) payoffs.Set(i, (i + 1) % 3, by);
  return payoffs;
}

Payoffs AtRandom(int bots, std::mt19937_64& random) {
  Payoffs payoffs(bots);
  for (int i = 0; i < bots; ++i) {
    // Twentieths, so that some are 0 or alike.
    for (int j = 0; j < i; ++j) payoffs.Set(i, j, std::floor(21 * Uniform(random)) / 20 - 0.5);
  }
  return payoffs;
}

// The same with one bot more, the last one, which plays as `original` does.
Payoffs WithClone(const Payoffs& payoffs, int original) {
  const int n = payoffs.bots();
  Payoffs more(n + 1);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) more.Set(i, j, payoffs.At(i, j));
    more.Set(n, i, payoffs.At(original, i));
  }
  return more;
}

TEST(AlphaRankTest, RanksATransitivePoolAsEloDoes) {
  const std::vector<double> elo = {1400, 1700, 1500, 1650, 1450, 1501};
  const std::vector<int> places = {6, 1, 4, 2, 5, 3};
  for (const double alpha : {0.01, 0.1, 1.0, 10.0, 1000.0, kAlphaMax}) {
    EXPECT_EQ(AlphaRank(Ladder(elo), alpha).places, places) << alpha;
  }
  const AlphaRanks limit = AlphaRank(Ladder(elo), std::nullopt);
  EXPECT_EQ(limit.places, places);
  EXPECT_THAT(limit.masses, ElementsAre(0, 1, 0, 0, 0, 0));
}

TEST(AlphaRankTest, GivesACircleEqualMasses) {
  for (const std::optional<double> alpha :
       {std::optional<double>(0.5), std::optional<double>(1e5), std::optional<double>()}) {
    const AlphaRanks ranks = AlphaRank(Circle(0.25), alpha);
    EXPECT_THAT(ranks.masses, Each(DoubleNear(1.0 / 3, kExact)));
    EXPECT_THAT(ranks.places, Each(1));
  }
}

TEST(AlphaRankTest, TheLimitIsWhatLargeAlphasComeTo) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    const Payoffs payoffs = AtRandom(2 + round % 7, random);
    const AlphaRanks limit = AlphaRank(payoffs, std::nullopt);
    const AlphaRanks large = AlphaRank(payoffs, 1000.0);
    EXPECT_THAT(limit.masses, Pointwise(DoubleNear(1e-6), large.masses));
    EXPECT_NEAR(std::accumulate(limit.masses.begin(), limit.masses.end(), 0.0), 1, kExact);
  }
}

TEST(AlphaRankTest, SmallPoolsHaveRanks) {
  EXPECT_THAT(AlphaRank(Payoffs(0), std::nullopt).masses, IsEmpty());
  EXPECT_THAT(AlphaRank(Payoffs(1), 2.0).masses, ElementsAre(1));
  EXPECT_THAT(AlphaRank(Payoffs(2), std::nullopt).masses, ElementsAre(0.5, 0.5)) << "all games between them were drawn";
}

TEST(NashAveragingTest, RanksATransitivePoolAsEloDoes) {
  const NashAverage average = AverageByNash(Ladder({1400, 1700, 1500, 1650, 1450, 1501}));
  EXPECT_THAT(average.places, ElementsAre(6, 1, 4, 2, 5, 3));
  EXPECT_THAT(average.weights, ElementsAre(0, 1, 0, 0, 0, 0));
  EXPECT_NEAR(average.scores[0], ExpectedScore(-300), kExact);
}

TEST(NashAveragingTest, GivesACircleEqualWeights) {
  const NashAverage average = AverageByNash(Circle(0.01));
  EXPECT_THAT(average.weights, Each(DoubleNear(1.0 / 3, kExact)));
  EXPECT_THAT(average.scores, Each(0.5));
  EXPECT_THAT(average.places, Each(1));
}

TEST(NashAveragingTest, OfManyEquilibriaTheEntropyIsHighest) {
  EXPECT_THAT(AverageByNash(Payoffs(4)).weights, Each(DoubleNear(0.25, kExact))) << "all are equal";
  // The first two are level and beat the other two, so that any mixture of them is an equilibrium.
  Payoffs payoffs(4);
  payoffs.Set(0, 2, 0.1);
  payoffs.Set(1, 2, 0.3);
  payoffs.Set(0, 3, 0.2);
  payoffs.Set(1, 3, 0.1);
  const NashAverage average = AverageByNash(payoffs);
  EXPECT_THAT(average.weights, ElementsAre(DoubleNear(0.5, kExact), DoubleNear(0.5, kExact), 0, 0));
  EXPECT_NEAR(average.scores[2], 0.3, kExact);
}

TEST(NashAveragingTest, HighestEntropyMayLieWhereABotWithoutWeightIsLevel) {
  // The first two are level. The third gains on their mixtures with less than 0.8 of the first, such as half and half.
  Payoffs payoffs(3);
  payoffs.Set(2, 0, -0.1);
  payoffs.Set(2, 1, 0.4);
  const NashAverage average = AverageByNash(payoffs);
  EXPECT_THAT(average.weights, ElementsAre(DoubleNear(0.8, 1e-6), DoubleNear(0.2, 1e-6), 0));
  EXPECT_NEAR(average.scores[2], 0.5, 1e-6);
}

TEST(NashAveragingTest, IsAnEquilibriumInWhichNoBotGains) {
  std::mt19937_64 random(8);
  for (int round = 0; round < 400; ++round) {
    const NashAverage average = AverageByNash(AtRandom(1 + round % 30, random));
    EXPECT_NEAR(std::accumulate(average.weights.begin(), average.weights.end(), 0.0), 1, kExact);
    EXPECT_THAT(average.weights, Each(testing::Ge(0)));
    EXPECT_THAT(average.scores, Each(testing::Le(0.5)));
  }
}

TEST(NashAveragingTest, ACloneChangesNothingForTheOthers) {
  std::mt19937_64 random(9);
  for (int round = 0; round < 200; ++round) {
    // Without two scores that are the same there is one equilibrium.
    Payoffs payoffs(2 + round % 8);
    for (int i = 0; i < payoffs.bots(); ++i) {
      for (int j = 0; j < i; ++j) payoffs.Set(i, j, Uniform(random) - 0.5);
    }
    const int original = round % payoffs.bots();
    const NashAverage before = AverageByNash(payoffs);
    NashAverage after = AverageByNash(WithClone(payoffs, original));
    EXPECT_NEAR(after.weights[original], after.weights.back(), 1e-6) << "two that play alike share their weight";
    after.weights[original] += after.weights.back();
    after.weights.pop_back();
    EXPECT_THAT(after.weights, Pointwise(DoubleNear(1e-6), before.weights));
    EXPECT_NEAR(after.scores.back(), before.scores[original], 1e-6);
    after.scores.pop_back();
    EXPECT_THAT(after.scores, Pointwise(DoubleNear(1e-6), before.scores));
  }
}

Encounter Games(int a, int b, std::int64_t wins, std::int64_t draws, std::int64_t losses) {
  return {.a = a, .b = b, .games = {.wins = wins, .draws = draws, .losses = losses}};
}

TEST(PoolRankingTest, BotsThatHaveNotMetAllAreLeftOut) {
  // 3 has met 0 only, and 4 nobody.
  const std::vector<Encounter> games = {Games(0, 1, 6, 0, 4), Games(1, 2, 6, 0, 4), Games(2, 0, 6, 0, 4),
                                        Games(3, 0, 9, 0, 0), Games(3, 4, 0, 0, 0)};
  EXPECT_THAT(BotsThatAllMet(5, games), ElementsAre(0, 1, 2));
  const auto ranking = RankPool(5, games, {.method = RankMethod::kNash});
  ASSERT_THAT(ranking, IsOk());
  EXPECT_THAT(ranking->bots, SizeIs(3));
  EXPECT_THAT(ranking->left_out, ElementsAre(3, 4));
  EXPECT_THAT(BotsThatAllMet(4, {Games(0, 1, 1, 0, 0), Games(2, 3, 1, 0, 0)}), ElementsAre(0, 1));
  EXPECT_THAT(BotsThatAllMet(0, {}), IsEmpty());
}

TEST(PoolRankingTest, IntervalsHaveTheValueAndShrinkWithGames) {
  for (const RankMethod method : {RankMethod::kAlpha, RankMethod::kNash}) {
    double width = 1;
    for (const std::int64_t scale : {5, 50, 500}) {
      std::vector<Encounter> games;
      for (int i = 0; i < 3; ++i) games.push_back(Games(i, (i + 1) % 3, 12 * scale, 4 * scale, 4 * scale));
      const auto ranking = RankPool(
          3, games, {.method = method, .alpha = method == RankMethod::kAlpha ? std::optional(1.0) : std::nullopt});
      ASSERT_THAT(ranking, IsOk());
      EXPECT_EQ(ranking->resamples, kResamplesMax);
      for (const RankedBot& bot : ranking->bots) {
        EXPECT_NEAR(bot.share.value, 1.0 / 3, kExact);
        EXPECT_LT(bot.share.low, bot.share.value);
        EXPECT_GT(bot.share.high, bot.share.value);
      }
      EXPECT_LT(ranking->bots[0].share.high - ranking->bots[0].share.low, width / 2);
      width = ranking->bots[0].share.high - ranking->bots[0].share.low;
    }
  }
}

TEST(PoolRankingTest, TheSameGamesGiveTheSameIntervalsHoweverTheyAreCounted) {
  const std::vector<Encounter> whole = {Games(0, 1, 6, 2, 4), Games(1, 2, 5, 3, 4), Games(2, 0, 6, 1, 5)};
  const std::vector<Encounter> parts = {Games(1, 0, 4, 0, 6), Games(0, 1, 0, 2, 0), Games(1, 2, 5, 3, 4),
                                        Games(0, 2, 5, 1, 6)};
  const auto a = RankPool(3, whole, {}), b = RankPool(3, parts, {});
  ASSERT_THAT(a, IsOk());
  ASSERT_THAT(b, IsOk());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(a->bots[i].bot, b->bots[i].bot);
    EXPECT_EQ(a->bots[i].share.low, b->bots[i].share.low);
    EXPECT_EQ(a->bots[i].score.high, b->bots[i].score.high);
    EXPECT_EQ(a->bots[i].place_high, b->bots[i].place_high);
  }
}

TEST(PoolRankingTest, PairsAreDrawnWhole) {
  // Each pair ends level, by a win of whoever has Red: nothing varies but that such samples are never certain.
  Encounter level{.a = 0, .b = 1};
  level.pairs.pairs[2] = level.pairs.one_each = 500;
  const auto by_pair = RankPool(2, {level}, {.method = RankMethod::kAlpha, .alpha = 1.0});
  const auto by_game = RankPool(2, {Games(0, 1, 500, 0, 500)}, {.method = RankMethod::kAlpha, .alpha = 1.0});
  ASSERT_THAT(by_pair, IsOk());
  ASSERT_THAT(by_game, IsOk());
  const auto width = [](const RankEstimate& estimate) { return estimate.high - estimate.low; };
  EXPECT_GT(width(by_pair->bots[0].share), 0);
  EXPECT_LT(width(by_pair->bots[0].share), width(by_game->bots[0].share) / 4);
}

TEST(PoolRankingTest, BotsThatWonAllGamesAreNotCertain) {
  const auto ranking = RankPool(2, {Games(0, 1, 3, 0, 0)}, {.method = RankMethod::kNash});
  ASSERT_THAT(ranking, IsOk());
  EXPECT_EQ(ranking->bots[0].bot, 0);
  EXPECT_EQ(ranking->bots[0].share.value, 1);
  EXPECT_LT(ranking->bots[1].score.low, ranking->bots[1].score.high);
}

TEST(PoolRankingTest, IntervalsHaveTheValueHoweverFewTheGames) {
  std::mt19937_64 random(3);
  std::uniform_int_distribution<int> count(0, 2);
  for (int pool = 0; pool < 60; ++pool) {
    std::vector<Encounter> games;
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < i; ++j) games.push_back(Games(i, j, 1 + count(random), count(random), count(random)));
    }
    for (const RankMethod method : {RankMethod::kAlpha, RankMethod::kNash}) {
      const auto ranking = RankPool(4, games, {.method = method});
      ASSERT_THAT(ranking, IsOk());
      for (const RankedBot& bot : ranking->bots) {
        for (const RankEstimate& estimate : {bot.share, bot.score}) {
          EXPECT_LE(estimate.low, estimate.value);
          EXPECT_GE(estimate.high, estimate.value);
        }
        EXPECT_LE(bot.place_low, bot.place);
        EXPECT_GE(bot.place_high, bot.place);
      }
    }
  }
}

TEST(PoolRankingTest, RefusesWhatItCannotRank) {
  for (const double alpha : {0.0, -1.0, 2 * kAlphaMax, std::nan("")}) {
    EXPECT_THAT(RankPool(2, {}, {.alpha = alpha}), IsError(absl::StatusCode::kInvalidArgument, "must be above 0"));
  }
  EXPECT_THAT(RankPool(2, {}, {.method = RankMethod::kNash, .alpha = 1.0}),
              IsError(absl::StatusCode::kInvalidArgument, "not by alpha-rank"));
  std::vector<Encounter> games;
  for (int i = 0; i <= kRankedBotsMax; ++i) {
    for (int j = 0; j < i; ++j) games.push_back(Games(i, j, 1, 0, 0));
  }
  EXPECT_THAT(RankPool(kRankedBotsMax + 1, games, {}), IsError(absl::StatusCode::kInvalidArgument, "at most 150"));
}

}  // namespace
}  // namespace flagfall::arena::rating
