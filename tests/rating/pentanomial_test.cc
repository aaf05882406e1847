#include "arena/rating/pentanomial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>

#include "arena/rating/elo.h"

namespace flagfall::arena::rating {
namespace {

Pentanomial Mirrored(const Pentanomial& pairs) {
  Pentanomial mirrored = pairs;
  std::reverse(mirrored.pairs.begin(), mirrored.pairs.end());
  return mirrored;
}

TEST(Pentanomial, CountsPairsByTheirHalfPoints) {
  Pentanomial pairs;
  for (int first = 0; first <= 2; ++first) {
    for (int second = 0; second <= 2; ++second) pairs.Add(first, second);
  }
  EXPECT_EQ(pairs, (Pentanomial{.pairs = {1, 2, 3, 2, 1}, .one_each = 2}));
  EXPECT_EQ(pairs.Pairs(), 9);
  EXPECT_EQ(pairs.Games(), 18);
  EXPECT_DEATH(pairs.Add(3, 0), "check failed");
  EXPECT_DEATH(pairs.Add(0, -1), "check failed");
}

TEST(Pentanomial, Ratios) {
  const Pentanomial pairs = {.pairs = {1, 25, 145, 27, 2}, .one_each = 5};
  EXPECT_DOUBLE_EQ(pairs.DrawRatio(), 0.725);
  EXPECT_DOUBLE_EQ(pairs.PairsRatio(), 29.0 / 26);
  EXPECT_DOUBLE_EQ(pairs.OneEachToDrawnRatio(), 5.0 / 140);
  EXPECT_EQ(Pentanomial{}.DrawRatio(), 0);
  EXPECT_EQ(Pentanomial{}.PairsRatio(), 1);
  EXPECT_EQ(Pentanomial{}.OneEachToDrawnRatio(), 1);
  EXPECT_EQ((Pentanomial{.pairs = {0, 0, 3, 1, 0}, .one_each = 3}.PairsRatio()), INFINITY);
  EXPECT_EQ((Pentanomial{.pairs = {0, 0, 3, 1, 0}, .one_each = 3}.OneEachToDrawnRatio()), INFINITY);
  EXPECT_EQ((Pentanomial{.pairs = {2, 0, 0, 0, 0}}.PairsRatio()), 0);
}

// Elo, its error and LOS as get_elo of Fishtest's stat_util.py computes them, normalized Elo as nt of LLRcalc.py's
// LLR_normalized_alt times 800 / ln 10.
TEST(EloEstimate, OfPairsAsFishtestComputesIt) {
  struct Row {
    Pentanomial pairs;
    double elo, error, los, normalized;
  };
  for (const Row& row : {
           Row{{{10789, 19328, 33806, 19402, 10543}},
               -0.7735773359165423,
               1.2775798957280218,
               0.1176588580327751,
               -0.9516290044726476},
           Row{{{39, 2226, 31451, 2412, 40}},
               0.902981048809024,
               0.6625314859816553,
               0.9962220973354207,
               3.450799606946096},
           Row{{{1187, 7410, 13475, 7378, 1164}},
               -0.4426077992236841,
               1.7298590276177421,
               0.3080138791226903,
               -0.7041412082298373},
           Row{{{50, 400, 1000, 450, 60}},
               6.204866471299001,
               6.235842323937144,
               0.9744626991857153,
               10.825692474877238},
       }) {
    const EloEstimate elo = EstimateElo(row.pairs);
    EXPECT_NEAR(elo.difference, row.elo, 1e-9);
    EXPECT_NEAR(elo.error, row.error, 1e-6) << "1.959964 has seven digits";
    EXPECT_NEAR(elo.los, row.los, 1e-9);
    EXPECT_NEAR(elo.normalized, row.normalized, 1e-9);
  }
  EXPECT_NEAR(EstimateElo(Pentanomial{{5, 5, 5, 5, 5}}).error, 98.88906720326875, 1e-4);
}

// fastchess: the example of output in its manual, and elo_test.cpp of its tests, where counts are given as
// (LL, LD, WL, DD, WD, WW).
TEST(EloEstimate, OfPairsAsFastchessPrintsIt) {
  struct Row {
    Pentanomial pairs;
    double elo, error, normalized, los;
  };
  for (const Row& row : {
           Row{{{1, 25, 145, 27, 2}}, 3.47, 13.62, 8.69, 0.6916},
           Row{{{34, 54, 63, 64, 75}}, 55.58, 27.65, 57.94, 1.0000},
           Row{{{332, 433, 498, 333, 334}}, -8.64, 10.33, -9.17, 0.0505},
           Row{{{7895, 8757, 5685, 568, 9999}}, -21.04, 2.95, -19.01, 0.0000},
       }) {
    const EloEstimate elo = EstimateElo(row.pairs);
    EXPECT_NEAR(elo.difference, row.elo, 0.005);
    EXPECT_NEAR(elo.error, row.error, 0.005);
    EXPECT_NEAR(elo.normalized, row.normalized, 0.005);
    EXPECT_NEAR(elo.los, row.los, 0.00005);
  }
}

// The same tests' EloWDL, whose counts are (wins, losses, draws).
TEST(EloEstimate, OfGamesAsFastchessPrintsIt) {
  struct Row {
    Tally tally;
    double normalized;
  };
  for (const Row& row : {
           Row{{.wins = 76, .draws = 123, .losses = 89}, -20.76},
           Row{{.wins = 136, .draws = 111, .losses = 96}, 49.77},
           Row{{.wins = 34, .draws = 0, .losses = 356}, -508.44},
       }) {
    const EloEstimate elo = EstimateElo(row.tally);
    EXPECT_NEAR(elo.normalized, row.normalized, 0.005);
  }
  const EloEstimate elo = EstimateElo({.wins = 136, .draws = 111, .losses = 96});
  EXPECT_NEAR(elo.difference, 40.70, 0.005);
  EXPECT_NEAR(elo.error, 30.43, 0.005);
  EXPECT_NEAR(elo.los, 0.9960, 0.00005);
}

TEST(EloEstimate, OfPairsWithoutABoundSaysSo) {
  const EloEstimate nothing = EstimateElo(Pentanomial{});
  EXPECT_EQ(nothing.difference, 0);
  EXPECT_EQ(nothing.error, INFINITY);
  EXPECT_EQ(nothing.los, 0.5);
  EXPECT_EQ(nothing.normalized, 0);
  EXPECT_EQ(nothing.normalized_error, INFINITY);
  const EloEstimate all_won = EstimateElo(Pentanomial{{0, 0, 0, 0, 7}});
  EXPECT_EQ(all_won.difference, INFINITY);
  EXPECT_EQ(all_won.error, INFINITY);
  EXPECT_EQ(all_won.normalized, INFINITY);
  EXPECT_EQ(all_won.normalized_error, INFINITY);
  EXPECT_GT(all_won.los, 0.999);
  EXPECT_LT(all_won.los, 1);
  const EloEstimate all_level = EstimateElo(Pentanomial{{0, 0, 7, 0, 0}});
  EXPECT_EQ(all_level.difference, 0);
  EXPECT_GT(all_level.error, 100) << "seven pairs do not prove that all are level";
  EXPECT_EQ(all_level.normalized, 0);
  EXPECT_EQ(all_level.los, 0.5);
}

// When the games of pairs are independent, pairs and games say nearly the same; when each pair is level by winning one
// game each, pairs say that nobody is ahead, and games only that nobody is far ahead.
TEST(EloEstimate, PairsSeeWhatTheirGamesHaveInCommon) {
  std::mt19937_64 random(11);
  Pentanomial pairs;
  Tally games;
  for (int i = 0; i < 40'000; ++i) {
    const int first = static_cast<int>(random() % 3);
    const int second = static_cast<int>(random() % 3);
    pairs.Add(first, second);
    for (const int half_points : {first, second}) {
      ++(half_points == 2 ? games.wins : half_points == 1 ? games.draws : games.losses);
    }
  }
  const EloEstimate by_pairs = EstimateElo(pairs);
  const EloEstimate by_games = EstimateElo(games);
  EXPECT_NEAR(by_pairs.difference, by_games.difference, 1e-9);
  EXPECT_NEAR(by_pairs.error, by_games.error, 0.02 * by_games.error);
  EXPECT_NEAR(by_pairs.normalized_error, by_games.normalized_error, 0.01 * by_games.normalized_error);

  EXPECT_LT(EstimateElo(Pentanomial{.pairs = {0, 0, 50, 0, 0}, .one_each = 50}).error, 20);
  EXPECT_GT(EstimateElo({.wins = 50, .losses = 50}).error, 60);
  const EloEstimate all_alike = EstimateElo(Pentanomial{{0, 0, 0, 9, 0}});
  EXPECT_NEAR(all_alike.difference, 400 * std::log10(3), 1e-9);
  EXPECT_GT(all_alike.error, 100) << "a win and a draw in each of nine pairs";
}

TEST(EloEstimate, OfPairsMirrorsAndSharpens) {
  std::mt19937_64 random(12);
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    Pentanomial pairs;
    for (std::int64_t& count : pairs.pairs) count = 1 + static_cast<std::int64_t>(random() % 40);
    const EloEstimate one = EstimateElo(pairs);
    const EloEstimate other = EstimateElo(Mirrored(pairs));
    ASSERT_NEAR(one.difference, -other.difference, 1e-9);
    ASSERT_NEAR(one.normalized, -other.normalized, 1e-9);
    ASSERT_NEAR(one.los, 1 - other.los, 1e-12);
    Pentanomial longer = pairs;
    for (std::int64_t& count : longer.pairs) count *= 100;
    ASSERT_NEAR(EstimateElo(longer).difference, one.difference, 1e-9);
    ASSERT_NEAR(EstimateElo(longer).normalized, one.normalized, 1e-9);
    ASSERT_LT(EstimateElo(longer).error, one.error);
    ASSERT_NEAR(EstimateElo(longer).normalized_error,
                one.normalized_error *
                    std::sqrt(static_cast<double>(pairs.Pairs() - 3) / static_cast<double>(longer.Pairs() - 3)),
                1e-6 * one.normalized_error);
  }
}

}  // namespace
}  // namespace flagfall::arena::rating
