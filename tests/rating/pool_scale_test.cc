// The Elo of a pool's ratings is that of matches, however many games are drawn.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "arena/rating/elo.h"
#include "arena/rating/pool_ratings.h"
#include "tests/rating/pools.h"

namespace flagfall::arena::rating {
namespace {

TEST(RatePool, LeadsAreOnTheScaleOfMatchElo) {
  for (const std::int64_t draws : {0, 300, 600, 800, 950}) {
    SCOPED_TRACE(draws);
    // Of the games that are not drawn, 55 % are won.
    const std::int64_t wins = (1000 - draws) * 55 / 100;
    const std::int64_t losses = 1000 - draws - wins;
    const PoolLead lead = *MustRate(2, Match(0, 1, wins, draws, losses)).Lead(0, 1);
    const EloEstimate match = EstimateElo({.wins = wins, .draws = draws, .losses = losses});
    EXPECT_NEAR(lead.elo.value, match.difference, 0.02 * match.difference);
    EXPECT_NEAR(lead.elo.error, match.error, 0.03 * match.error);
    EXPECT_NEAR(lead.los, match.los, 0.005);
  }
  // Far from 0 the curves of both models differ, but much less than by the share of draws.
  const PoolLead lead = *MustRate(2, Match(0, 1, 150, 800, 50)).Lead(0, 1);
  EXPECT_NEAR(lead.elo.value, 34.86, 1.5);
}

TEST(RatePool, AnchorsAreOnTheScaleOfMatchElo) {
  const PoolRatings drawn = MustRate(3, Match(0, 1, 250, 1500, 250) + Match(1, 2, 300, 1500, 200),
                                     {.anchors = {{"bot0", 1700}, {"bot1", 1700}}});
  EXPECT_NEAR(drawn.bots()[2].rating.value, 1700 + EstimateElo({.wins = 200, .draws = 1500, .losses = 300}).difference,
              0.5);
  const PoolRatings apart = MustRate(3, Match(0, 2, 320, 1500, 180) + Match(1, 2, 360, 1500, 140),
                                     {.anchors = {{"bot0", 1724.4}, {"bot2", 1700}}});
  EXPECT_NEAR(apart.bots()[1].rating.value, 1700 + EstimateElo({.wins = 360, .draws = 1500, .losses = 140}).difference,
              1);
  EXPECT_EQ(apart.bots()[0].rating.value, 1724.4);
  // Anchors that the games contradict stay where they are, and the others between them.
  const PoolRatings contradicted = MustRate(3, Match(0, 1, 10, 1980, 10) + Match(1, 2, 10, 1980, 10),
                                            {.anchors = {{"bot0", kAnchorMax}, {"bot2", -kAnchorMax}}});
  EXPECT_NEAR(contradicted.bots()[1].rating.value, 0, 1);
  EXPECT_EQ(contradicted.bots()[2].rating.value, -kAnchorMax);
}

TEST(RatePool, RedsAdvantageIsOnTheScaleOfMatchElo) {
  const Scores scores = {{.red = 0, .blue = 1, .tally = {.wins = 1200, .draws = 8000, .losses = 800}},
                         {.red = 1, .blue = 0, .tally = {.wins = 1200, .draws = 8000, .losses = 800}}};
  const EloEstimate match = EstimateElo({.wins = 2400, .draws = 16'000, .losses = 1600});
  const PoolRatings ratings = MustRate(2, scores);
  EXPECT_NEAR(ratings.red_advantage().value, match.difference, 0.03 * match.difference);
  EXPECT_NEAR(ratings.red_advantage().error, match.error, 0.03 * match.error);
}

}  // namespace
}  // namespace flagfall::arena::rating
