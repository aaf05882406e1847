// Compares RatePool with a search that shares no code with it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/rating/pool_ratings.h"
#include "tests/rating/pool_search.h"
#include "tests/rating/pools.h"

namespace flagfall::arena::rating {
namespace {

constexpr double kModelEloPerUnit = 173.71779276130073;

double CentreOfBot(const SmallPool& pool, int bot) {
  double sum = 0;
  int anchors = 0;
  for (const auto& [anchor, rating] : pool.anchors) {
    if (pool.scale_of[anchor] != pool.scale_of[bot]) continue;
    sum += rating;
    ++anchors;
  }
  return anchors == 0 ? pool.options.mean : sum / anchors;
}

// Returns the point in the model's own Elo, in which the search looks for it.
PoolPoint PointOf(const SmallPool& pool, const PoolRatings& ratings) {
  const double model_elo = kModelEloPerUnit / ratings.elo_per_unit();
  PoolPoint point;
  for (int bot = 0; bot < static_cast<int>(ratings.bots().size()); ++bot) {
    const double centre = CentreOfBot(pool, bot);
    point.push_back(centre + (ratings.bots()[bot].rating.value - centre) * model_elo);
  }
  point.push_back(ratings.red_advantage().value * model_elo);
  point.push_back(std::log(ratings.draw_parameter()));
  return point;
}

// Returns the searched covariance of two parameters in Elo²: Elo is that of the model times 2 / (2 + ν), whose
// logarithm falls by ν / (2 + ν) for each unit of ln ν, unless anchors give it.
long double CovarianceInElo(const SmallPool& pool, const SearchedRatings& searched, const PoolRatings& ratings, int i,
                            int j) {
  const std::size_t draw = searched.point.size() - 1;
  const long double factor = ratings.elo_per_unit() / kModelEloPerUnit;
  const long double nu = std::exp(searched.point[draw]);
  const long double weight = pool.anchors.size() > 1 ? 0 : nu / (2 + nu);
  const auto falls = [&](int parameter) {
    const bool is_bot = parameter < static_cast<int>(pool.scale_of.size());
    return weight * (searched.point[parameter] - (is_bot ? CentreOfBot(pool, parameter) : 0));
  };
  const auto& covariance = searched.covariance;
  return factor * factor *
         (covariance[i][j] - falls(i) * covariance[draw][j] - falls(j) * covariance[i][draw] +
          falls(i) * falls(j) * covariance[draw][draw]);
}

// Checks that no small step in any direction leads to a likelier point.
void ExpectPeak(const SmallPool& pool, const PoolPoint& point, std::mt19937_64& random) {
  const long double here = LogPosterior(pool, point);
  for (int i = 0; i < 100; ++i) {
    PoolPoint near = point;
    for (std::size_t k = 0; k < near.size(); ++k) {
      const bool known = k == pool.scale_of.size() ? pool.options.red_advantage_deviation == 0
                                                   : pool.anchors.contains(static_cast<int>(k));
      const long double unit = k + 1 == near.size() ? 0.001L : 0.1L;
      if (!known) near[k] += unit * (static_cast<double>(random() % 2001) / 1000 - 1);
    }
    ASSERT_LE(LogPosterior(pool, near), here);
  }
}

void ExpectAgrees(SmallPool pool, std::mt19937_64& random) {
  const std::size_t bots = pool.scale_of.size();
  for (const auto& [bot, rating] : pool.anchors) pool.options.anchors.push_back({absl::StrCat("bot", bot), rating});
  const PoolRatings ratings = MustRate(bots, pool.scores, pool.options);
  const PoolPoint point = PointOf(pool, ratings);
  SmallPool in_model_elo = pool;
  for (auto& [bot, rating] : in_model_elo.anchors) rating = static_cast<double>(point[bot]);
  const SearchedRatings searched = RateBySearch(in_model_elo);
  for (std::size_t i = 0; i < bots + 2; ++i) ASSERT_NEAR(point[i], searched.point[i], 1e-3) << "parameter " << i;
  for (int i = 0; i < static_cast<int>(bots); ++i) {
    ASSERT_EQ(ratings.bots()[i].scale, pool.scale_of[i]);
    for (int j = 0; j < static_cast<int>(bots); ++j) {
      const auto expected = [&](int a, int b) { return CovarianceInElo(pool, searched, ratings, a, b); };
      ASSERT_NEAR(ratings.Covariance(i, j), expected(i, j), 1e-4 * std::sqrt(expected(i, i) * expected(j, j)) + 1e-5)
          << i << " " << j;
    }
  }
  const int red = static_cast<int>(bots);
  ASSERT_NEAR(ratings.red_advantage().error, 1.959964 * std::sqrt(CovarianceInElo(pool, searched, ratings, red, red)),
              1e-2);
  ExpectPeak(in_model_elo, point, random);
}

TEST(RatePool, AgreesWithADirectSearch) {
  std::mt19937_64 random(31);
  const Scores chain = Match(0, 1, 12, 3, 5) + Match(1, 2, 8, 0, 9);
  for (const SmallPool& pool : {
           SmallPool{{0, 0}, Match(0, 1, 60, 20, 20), {}, {}},
           SmallPool{{0, 0, 0}, chain, {}, {}},
           SmallPool{{0, 0, 0}, chain, {{1, 2000}}, {}},
           SmallPool{{0, 0, 0}, chain, {{0, 1200}, {2, 1800}}, {}},
           SmallPool{{0, 0, 0}, chain, {{0, 1200}, {1, 1300}, {2, 1800}}, {}},
           SmallPool{{0, 0, 0}, chain, {}, {.mean = 0, .rating_deviation = 300, .red_advantage_deviation = 0}},
           // All won; all drawn; one side only.
           SmallPool{{0, 0}, Match(0, 1, 10, 0, 0), {}, {}},
           SmallPool{{0, 0, 0}, Match(0, 1, 0, 30, 0) + Match(0, 2, 0, 30, 0), {}, {}},
           SmallPool{{0, 0}, {{.red = 0, .blue = 1, .tally = {.wins = 30, .draws = 5, .losses = 20}}}, {}, {}},
           // Not connected; connected only by anchors; without games.
           SmallPool{{0, 1, 0, 1}, Match(0, 2, 7, 2, 4) + Match(1, 3, 1, 1, 9), {}, {}},
           SmallPool{{0, 0, 0, 0}, Match(0, 2, 7, 2, 4) + Match(1, 3, 1, 1, 9), {{0, 1500}, {3, 1700}}, {}},
           SmallPool{{0, 1, 0, 2}, Match(0, 2, 7, 2, 4) + Match(1, 3, 0, 0, 0), {{3, 1700}}, {}},
       }) {
    ASSERT_NO_FATAL_FAILURE(ExpectAgrees(pool, random));
  }
}

TEST(RatePool, AgreesWithADirectSearchOnPoolsAtRandom) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    std::mt19937_64 random(seed);
    const int bots = 2 + static_cast<int>(random() % 4);
    SmallPool pool{.scale_of = std::vector<int>(bots, 0)};
    // A chain of games, so that there is one scale, and other games.
    const std::uint64_t most = 1 + random() % 40;
    const auto some = [&] { return static_cast<std::int64_t>(random() % 3 == 0 ? 0 : random() % most); };
    for (int red = 0; red < bots; ++red) {
      for (int blue = 0; blue < bots; ++blue) {
        if (red == blue) continue;
        Tally tally = {.wins = some(), .draws = some(), .losses = some()};
        if (blue == red + 1) ++tally.wins;
        pool.scores.push_back({.red = red, .blue = blue, .tally = tally});
      }
    }
    for (int bot = 0; bot < bots; ++bot) {
      if (random() % 4 == 0) pool.anchors[bot] = 1000 + static_cast<double>(random() % 1000);
    }
    ASSERT_NO_FATAL_FAILURE(ExpectAgrees(pool, random));
  }
}

}  // namespace
}  // namespace flagfall::arena::rating
