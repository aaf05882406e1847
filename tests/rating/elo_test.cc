#include "arena/rating/elo.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace flagfall::arena::rating {
namespace {

constexpr v1::Result kResults[] = {v1::RESULT_RED_WINS, v1::RESULT_BLUE_WINS, v1::RESULT_DRAW};

TEST(Elo, ExpectedScoreIsTheFormulas) {
  struct Row {
    double difference;
    double expected;
  };
  for (const Row& row :
       {Row{0, 0.5}, Row{400, 10.0 / 11}, Row{-400, 1.0 / 11}, Row{100, 0.640065}, Row{800, 100.0 / 101}}) {
    EXPECT_NEAR(ExpectedScore(row.difference), row.expected, 1e-6) << row.difference;
  }
}

TEST(Elo, OneKForBoth) {
  struct Row {
    int red_games, blue_games, k;
  };
  for (const Row& row :
       {Row{0, 0, 32}, Row{29, 100, 32}, Row{100, 29, 32}, Row{30, 30, 16}, Row{29, 29, 32}, Row{500, 31, 16}}) {
    EXPECT_EQ(KOf(row.red_games, row.blue_games), row.k) << row.red_games << " " << row.blue_games;
  }
}

TEST(Elo, ChangesByHand) {
  struct Row {
    double red, blue;
    int k;
    v1::Result result;
    MicroElo change;
  };
  for (const Row& row : {
           Row{1500, 1500, 32, v1::RESULT_RED_WINS, 16'000'000},
           Row{1500, 1500, 16, v1::RESULT_BLUE_WINS, -8'000'000},
           Row{1500, 1500, 32, v1::RESULT_DRAW, 0},
           Row{1900, 1500, 16, v1::RESULT_RED_WINS, 1'454'545},
           Row{1900, 1500, 16, v1::RESULT_BLUE_WINS, -14'545'455},
           Row{1500, 1900, 32, v1::RESULT_DRAW, 13'090'909},
           Row{1600, 1500, 16, v1::RESULT_BLUE_WINS, -10'241'040},
       }) {
    const auto red = static_cast<MicroElo>(row.red * kMicrosPerElo);
    const auto blue = static_cast<MicroElo>(row.blue * kMicrosPerElo);
    EXPECT_EQ(RatingChange(red, blue, row.k, row.result), row.change)
        << row.red << " " << row.blue << " " << row.result;
  }
}

// For random ratings, near and far apart: swapping sides changes exactly the sign, a change is never above K and never
// against the result, and a win brings more the less it was expected.
TEST(Elo, ChangesAreZeroSumBoundedAndMonotone) {
  std::mt19937_64 random(20260101);
  for (int i = 0; i < 200'000; ++i) {
    const auto spread = static_cast<MicroElo>(1) << (10 + random() % 24);
    const MicroElo red =
        kStartRating + static_cast<MicroElo>(random() % static_cast<std::uint64_t>(spread)) - spread / 2;
    const MicroElo blue =
        kStartRating + static_cast<MicroElo>(random() % static_cast<std::uint64_t>(spread)) - spread / 2;
    const int k = i % 2 == 0 ? kProvisionalK : kEstablishedK;
    const MicroElo win = RatingChange(red, blue, k, v1::RESULT_RED_WINS);
    const MicroElo draw = RatingChange(red, blue, k, v1::RESULT_DRAW);
    const MicroElo loss = RatingChange(red, blue, k, v1::RESULT_BLUE_WINS);
    ASSERT_EQ(win, -RatingChange(blue, red, k, v1::RESULT_BLUE_WINS)) << red << " " << blue;
    ASSERT_EQ(draw, -RatingChange(blue, red, k, v1::RESULT_DRAW)) << red << " " << blue;
    ASSERT_EQ(loss, -RatingChange(blue, red, k, v1::RESULT_RED_WINS)) << red << " " << blue;
    ASSERT_LE(win, k * kMicrosPerElo);
    ASSERT_GE(win, 0);
    ASSERT_LE(loss, 0);
    ASSERT_GE(loss, -k * kMicrosPerElo);
    ASSERT_TRUE(red == blue ? draw == 0 : red > blue ? draw <= 0 : draw >= 0) << red << " " << blue;
    ASSERT_GE(RatingChange(red, blue + kMicrosPerElo, k, v1::RESULT_RED_WINS), win);
    ASSERT_LE(std::abs(win - loss - k * kMicrosPerElo), 1) << "a win and a loss are K apart but for one rounding";
  }
}

TEST(Elo, ThePoolsSumNeverChangesByAMillionth) {
  std::mt19937_64 random(7);
  std::vector<MicroElo> ratings(20, kStartRating);
  std::vector<std::int64_t> games(20, 0);
  for (int i = 0; i < 100'000; ++i) {
    const std::size_t red = random() % 20;
    const std::size_t blue = (red + 1 + random() % 19) % 20;
    // The bot with the lower index is the stronger one, so that ratings spread.
    const v1::Result result = random() % 20 < red ? v1::RESULT_BLUE_WINS : kResults[random() % 3];
    const MicroElo change = RatingChange(ratings[red], ratings[blue], KOf(games[red]++, games[blue]++), result);
    ratings[red] += change;
    ratings[blue] -= change;
    ASSERT_EQ(std::accumulate(ratings.begin(), ratings.end(), MicroElo{0}), 20 * kStartRating);
  }
  EXPECT_NE(ratings.front(), kStartRating);
}

TEST(EloEstimate, ByHand) {
  const EloEstimate even = EstimateElo({.wins = 10, .draws = 0, .losses = 10});
  EXPECT_EQ(even.difference, 0);
  EXPECT_EQ(even.los, 0.5);

  // s = 0.505, v = (32·0.495² + 340·0.005² + 28·0.505²) / 400 = 0.037475.
  const EloEstimate close = EstimateElo({.wins = 32, .draws = 340, .losses = 28});
  EXPECT_NEAR(close.difference, 3.474, 0.001);
  const double half_width = 1.959964 * std::sqrt(0.037475 / 400);
  EXPECT_NEAR(close.error, half_width * 4 * 347.4356 / 2, 0.01) << "d(s) is nearly straight at one half";
  EXPECT_NEAR(close.los, 0.5 * std::erfc(-0.005 / std::sqrt(0.037475 / 400) / std::sqrt(2.0)), 1e-12);

  const EloEstimate three_to_one = EstimateElo({.wins = 75, .draws = 0, .losses = 25});
  EXPECT_NEAR(three_to_one.difference, 190.849, 0.001);
  EXPECT_GT(three_to_one.los, 0.999999);
}

TEST(EloEstimate, WithoutABoundSaysSo) {
  EXPECT_TRUE(std::isinf(EstimateElo({}).error));
  EXPECT_EQ(EstimateElo({}).los, 0.5);
  const EloEstimate all_won = EstimateElo({.wins = 5});
  EXPECT_EQ(all_won.difference, INFINITY);
  EXPECT_EQ(all_won.error, INFINITY);
  EXPECT_GT(all_won.los, 0.99);
  EXPECT_LT(all_won.los, 1) << "five games do not prove it";
  EXPECT_EQ(all_won.normalized, INFINITY);
  EXPECT_EQ(all_won.normalized_error, INFINITY);
  EXPECT_LT(EstimateElo({.wins = 1}).los, 0.8);
  const EloEstimate all_lost = EstimateElo({.losses = 5});
  EXPECT_EQ(all_lost.difference, -INFINITY);
  EXPECT_NEAR(all_lost.los, 1 - all_won.los, 1e-12);
  const EloEstimate few = EstimateElo({.wins = 2, .losses = 1});
  EXPECT_FALSE(std::isinf(few.difference));
  EXPECT_EQ(few.error, INFINITY) << "the interval reaches a score of 1";
  const EloEstimate all_drawn = EstimateElo({.draws = 9});
  EXPECT_EQ(all_drawn.difference, 0);
  EXPECT_EQ(all_drawn.los, 0.5);
  EXPECT_EQ(all_drawn.normalized, 0);
  // As of nine draws with a loss and a win: v = 2·0.5²/11, and s± = 0.5 ± 1.959964·√(v/11).
  const double half_width = 1.959964 * std::sqrt(0.5 / 11 / 11);
  EXPECT_NEAR(all_drawn.error, -400 * std::log10(1 / (0.5 + half_width) - 1), 1e-9);
  EXPECT_NEAR(all_drawn.normalized_error, 1.959964 * kNormalizedEloUnit / std::sqrt(6), 1e-9);
  EXPECT_LT(EstimateElo({.draws = 900}).error, all_drawn.error / 80);
}

// Without draws t = (p - ½)/√(p(1-p)), which changes by 1/(4·(p(1-p))^1.5) for each unit of p.
TEST(EloEstimate, NormalizedIntervalsKnowThatTheVarianceIsEstimated) {
  for (const std::int64_t wins : {51, 60, 75, 90, 99}) {
    const double variance = static_cast<double>(wins * (100 - wins)) / 10'000;
    const double deviation = std::sqrt(variance / 97) / (4 * std::pow(variance, 1.5));
    const EloEstimate elo = EstimateElo({.wins = wins, .losses = 100 - wins});
    EXPECT_NEAR(elo.normalized_error, 1.959964 * kNormalizedEloUnit * deviation, 1e-6) << wins;
  }
  // Between equals it is that of Fishtest and fastchess, but for Student's t.
  EXPECT_NEAR(EstimateElo({.wins = 100, .draws = 800, .losses = 100}).normalized_error,
              1.959964 * kNormalizedEloUnit / std::sqrt(997), 1e-9);
  EXPECT_EQ(EstimateElo({.wins = 2, .losses = 1}).normalized_error, INFINITY);
}

TEST(EloEstimate, MirrorsAndSharpens) {
  for (std::int64_t wins = 1; wins <= 12; ++wins) {
    for (std::int64_t draws = 0; draws <= 6; ++draws) {
      for (std::int64_t losses = 1; losses <= 12; ++losses) {
        const EloEstimate one = EstimateElo({.wins = wins, .draws = draws, .losses = losses});
        const EloEstimate other = EstimateElo({.wins = losses, .draws = draws, .losses = wins});
        ASSERT_NEAR(one.difference, -other.difference, 1e-9);
        ASSERT_NEAR(one.los, 1 - other.los, 1e-12);
        const EloEstimate longer = EstimateElo({.wins = 100 * wins, .draws = 100 * draws, .losses = 100 * losses});
        ASSERT_NEAR(one.difference, longer.difference, 1e-9);
        ASSERT_LT(longer.error, one.error);
      }
    }
  }
}

}  // namespace
}  // namespace flagfall::arena::rating
