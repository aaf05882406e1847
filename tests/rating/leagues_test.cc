// Leagues between bots of known strength: the intervals of maximum-likelihood ratings must contain the true values as
// often as they should.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/rating/pool_ratings.h"
#include "tests/rating/chance.h"

namespace flagfall::arena::rating {
namespace {

struct League {
  // The strength of each bot in the model's own Elo, with a mean of 1500.
  std::vector<double> strengths;
  double red_advantage = 0;
  double nu = 0;

  // What a lead in the model's own Elo, as the strengths are, is in Elo: see RatePool.
  double InElo(double lead) const { return lead * 2 / (2 + nu); }
};

League LeagueAtRandom(std::mt19937_64& random) {
  League league;
  const int bots = 20 + static_cast<int>(random() % 21);
  double sum = 0;
  for (int i = 0; i < bots; ++i) sum += league.strengths.emplace_back(200 * NearlyNormal(random));
  for (double& strength : league.strengths) strength += 1500 - sum / bots;
  league.red_advantage = 40 * NearlyNormal(random);
  league.nu = 1.5 * Uniform(random);
  return league;
}

// The pairings as (red, blue): all bots against each other, once with each side; all against four of them; or random
// opponents.
std::vector<std::pair<int, int>> PairingsOf(int bots, std::uint64_t format, std::mt19937_64& random) {
  std::vector<std::pair<int, int>> pairings;
  for (int red = 0; red < bots; ++red) {
    for (int blue = 0; blue < bots; ++blue) {
      const bool to_and_fro = format == 0 || (format == 1 && (red < 4) != (blue < 4));
      for (int game = 0; game < (format == 1 ? 6 : 1) && red != blue && to_and_fro; ++game) {
        pairings.emplace_back(red, blue);
      }
    }
    for (int game = 0; game < 25 && format == 2; ++game) {
      pairings.emplace_back(red, (red + 1 + static_cast<int>(random() % (bots - 1))) % bots);
    }
  }
  return pairings;
}

std::vector<PairScore> Play(const League& league, const std::vector<std::pair<int, int>>& pairings,
                            std::mt19937_64& random) {
  std::map<std::pair<int, int>, Tally> tallies;
  for (const auto& [red, blue] : pairings) {
    const double lead = league.strengths[red] - league.strengths[blue] + league.red_advantage;
    const double ratio = std::pow(10, lead / 400);
    const double all = ratio + league.nu * std::sqrt(ratio) + 1;
    const double chance = Uniform(random) * all;
    Tally& tally = tallies[{red, blue}];
    ++(chance < ratio ? tally.wins : chance < ratio + 1 ? tally.losses : tally.draws);
  }
  std::vector<PairScore> scores;
  for (const auto& [pair, tally] : tallies) {
    scores.push_back({.red = pair.first, .blue = pair.second, .tally = tally});
  }
  return scores;
}

// The number of intervals that contain the true value, and of all intervals.
struct Coverage {
  int held = 0;
  int all = 0;

  void Add(const PoolEstimate& estimate, double truth) {
    ++all;
    if (std::abs(estimate.value - truth) <= estimate.error) ++held;
  }
  double Share() const { return static_cast<double>(held) / all; }
};

TEST(Leagues, NinetyFivePercentIntervalsHoldNinetyFivePercent) {
  Coverage ratings_held;
  Coverage leads_held;
  Coverage advantages_held;
  // The sum of the LOS of the bot that is ahead, and how often that bot was really stronger.
  double superior_expected = 0;
  Coverage superior;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    std::mt19937_64 random(seed);
    const League league = LeagueAtRandom(random);
    const int bots = static_cast<int>(league.strengths.size());
    std::vector<std::string> names;
    for (int i = 0; i < bots; ++i) names.push_back(absl::StrCat("bot", i));
    const auto ratings = RatePool(names, Play(league, PairingsOf(bots, seed % 3, random), random), {});
    ASSERT_TRUE(ratings.ok()) << ratings.status();
    ASSERT_EQ(ratings->scales(), 1);
    advantages_held.Add(ratings->red_advantage(), league.InElo(league.red_advantage));
    for (int a = 0; a < bots; ++a) {
      ratings_held.Add(ratings->bots()[a].rating, 1500 + league.InElo(league.strengths[a] - 1500));
      for (int b = 0; b < a; ++b) {
        const PoolLead lead = *ratings->Lead(a, b);
        const double truth = league.InElo(league.strengths[a] - league.strengths[b]);
        leads_held.Add(lead.elo, truth);
        superior_expected += std::max(lead.los, 1 - lead.los);
        superior.Add({.value = 0, .error = 0}, (truth > 0) == (lead.los > 0.5) ? 0 : 1);
      }
    }
  }
  std::cout << "held: ratings " << ratings_held.Share() << " of " << ratings_held.all << ", leads "
            << leads_held.Share() << " of " << leads_held.all << ", Red's advantage " << advantages_held.Share()
            << " of " << advantages_held.all << "; who is ahead is stronger: " << superior.Share() << ", expected "
            << superior_expected / superior.all << "\n";
  EXPECT_GE(ratings_held.Share(), 0.93);
  EXPECT_LE(ratings_held.Share(), 0.97);
  EXPECT_GE(leads_held.Share(), 0.93);
  EXPECT_LE(leads_held.Share(), 0.97);
  // There are only 50 of them, so the bound is three standard deviations.
  EXPECT_GE(advantages_held.Share(), 0.95 - 3 * std::sqrt(0.95 * 0.05 / 50));
  EXPECT_NEAR(superior.Share(), superior_expected / superior.all, 0.01);
}

}  // namespace
}  // namespace flagfall::arena::rating
