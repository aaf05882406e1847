// Thousands of matches in which it is known what the deal is worth: the score without luck must be unbiased and its 95
// % intervals must contain the truth as often as they say, with a value function that was fitted to other games,
// whether it is right, wrong or knows nothing; and it must not where it was fitted to the games that it corrects, which
// is why that is never done.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "arena/rating/control_variate.h"
#include "arena/rating/logistic.h"
#include "arena/rating/value_fit.h"
#include "tests/rating/chance.h"

namespace flagfall::arena::rating {
namespace {

constexpr std::size_t kColumns = 12;
constexpr int kDealtMatches = 4000;
constexpr int kDealtPairs = 50;

using Deal = std::array<double, kColumns>;

// What is dealt, and what it does to Red's chances: the first numbers are worth something, and a product of two, which
// no value function here knows of.
Deal DrawDeal(std::mt19937_64& random) {
  Deal deal;
  // The difference of two draws from the same lopsided distribution.
  for (double& number : deal) number = -std::log(1 - Uniform(random)) + std::log(1 - Uniform(random));
  return deal;
}

double WorthOf(const Deal& deal) {
  return 0.5 * deal[0] - 0.4 * deal[1] + 0.3 * deal[2] + 0.2 * deal[3] * std::abs(deal[4]);
}

// Red's score; `lead` is Red's, in log-odds. A tenth of the games are drawn.
double PlayDealtGame(const Deal& deal, double lead, std::mt19937_64& random) {
  if (Uniform(random) < 0.1) return 0.5;
  return Uniform(random) < Logistic(lead + WorthOf(deal)) ? 1 : 0;
}

ValueFit FitTo(int games, std::mt19937_64& random) {
  std::vector<DealtGame> dealt;
  for (int i = 0; i < games; ++i) {
    const Deal deal = DrawDeal(random);
    dealt.push_back({.red = "a",
                     .blue = "b",
                     .red_score = PlayDealtGame(deal, 0.2, random),
                     .deal = {deal.begin(), deal.end()},
                     .group = i});
  }
  return FitValue(dealt, kColumns);
}

double LuckOf(const ValueFit& fit, const Deal& deal) {
  double odds = 0;
  for (std::size_t i = 0; i < kColumns; ++i) odds += fit.weights[i] * deal[i];
  return fit.coefficient * odds;
}

// A pair of games with sides changed, from the first bot's point of view; it leads by `lead`, and Red by 0.2.
DealtSample PlayDealtPair(const ValueFit& fit, double lead, bool is_duplicate, std::mt19937_64& random) {
  const Deal one = DrawDeal(random);
  const Deal two = is_duplicate ? one : DrawDeal(random);
  const double first = PlayDealtGame(one, 0.2 + lead, random);
  const double second = 1 - PlayDealtGame(two, 0.2 - lead, random);
  return {.score = (first + second) / 2, .luck = (LuckOf(fit, one) - LuckOf(fit, two)) / 2};
}

struct SimulatedOutcome {
  // How many standard errors the mean of all scores is from the truth, and the share of intervals that contain it.
  double bias = 0;
  double coverage = 0;
  double plain_coverage = 0;
  double variance_factor = 0;
};

SimulatedOutcome PlayDealtMatches(const ValueFit& fit, double lead, bool is_duplicate, double truth,
                                  std::uint64_t seed) {
  std::mt19937_64 random(seed);
  SimulatedOutcome outcome;
  std::vector<DealtSample> all;
  for (int match = 0; match < kDealtMatches; ++match) {
    std::vector<DealtSample> samples;
    for (int pair = 0; pair < kDealtPairs; ++pair) samples.push_back(PlayDealtPair(fit, lead, is_duplicate, random));
    const CorrectedEstimate estimate = EstimateByControlVariate(samples);
    outcome.coverage += (std::abs(estimate.score - truth) <= estimate.error) / double{kDealtMatches};
    outcome.plain_coverage += (std::abs(estimate.plain_score - truth) <= estimate.plain_error) / double{kDealtMatches};
    all.insert(all.end(), samples.begin(), samples.end());
  }
  const CorrectedEstimate total = EstimateByControlVariate(all);
  outcome.bias = (total.score - truth) / (total.error / StudentQuantile(total.samples - 1));
  outcome.variance_factor = total.variance_factor;
  return outcome;
}

// The score that the first bot has in the long run.
double LongRunScore(double lead) {
  std::mt19937_64 random(99);
  double sum = 0;
  constexpr int kDraws = 4'000'000;
  for (int i = 0; i < kDraws; ++i) {
    const Deal deal = DrawDeal(random);
    const double as_red = Logistic(0.2 + lead + WorthOf(deal)), as_blue = 1 - Logistic(0.2 - lead + WorthOf(deal));
    sum += 0.05 + 0.9 * (as_red + as_blue) / 2;
  }
  return sum / kDraws;
}

void SayOutcome(const std::string& what, const SimulatedOutcome& outcome) {
  std::cout << what << ": variance " << outcome.variance_factor << ", coverage " << outcome.coverage << " (plain "
            << outcome.plain_coverage << "), bias " << outcome.bias << " standard errors\n";
}

// Of 4000 matches, 95 % with a deviation of 0.34 %.
void ExpectHonest(const SimulatedOutcome& outcome) {
  EXPECT_NEAR(outcome.coverage, 0.95, 0.012);
  EXPECT_LT(std::abs(outcome.bias), 4);
}

class ControlVariateSimulation : public testing::Test {
 protected:
  static ValueFit Fitted(int games) {
    std::mt19937_64 random(1);
    return FitTo(games, random);
  }
};

TEST_F(ControlVariateSimulation, EqualBotsWithTheirFit) {
  const SimulatedOutcome outcome = PlayDealtMatches(Fitted(3000), 0, false, 0.5, 2);
  SayOutcome("fitted to 3000 games", outcome);
  ExpectHonest(outcome);
  EXPECT_LT(outcome.variance_factor, 0.88);
}

TEST_F(ControlVariateSimulation, UnequalBotsWithTheFitOfOthers) {
  const SimulatedOutcome outcome = PlayDealtMatches(Fitted(3000), 0.8, false, LongRunScore(0.8), 3);
  SayOutcome("a lead of 0.8", outcome);
  // The truth is itself known to a ten-thousandth only.
  EXPECT_NEAR(outcome.coverage, 0.95, 0.012);
  EXPECT_LT(std::abs(outcome.bias), 5);
  EXPECT_LT(outcome.variance_factor, 0.9);
}

TEST_F(ControlVariateSimulation, DuplicatePairsCancelTheDealAlready) {
  const SimulatedOutcome outcome = PlayDealtMatches(Fitted(3000), 0, true, 0.5, 4);
  SayOutcome("duplicate pairs", outcome);
  ExpectHonest(outcome);
  EXPECT_NEAR(outcome.variance_factor, 1, 1e-9);
}

TEST_F(ControlVariateSimulation, AWrongValueFunctionIsHonestToo) {
  ValueFit wrong{.weights = std::vector<double>(kColumns, 0.0), .coefficient = 0.2};
  wrong.weights[0] = -0.5;
  wrong.weights[5] = 1.5;
  const SimulatedOutcome outcome = PlayDealtMatches(wrong, 0, false, 0.5, 5);
  SayOutcome("wrong", outcome);
  ExpectHonest(outcome);
  EXPECT_GT(outcome.variance_factor, 1.2);
}

// Thirty games of a match in which the first bot leads, and twelve weights that were fitted to these very games: what
// was learnt of their chance pulls the score to one half, and makes the intervals too narrow.
TEST_F(ControlVariateSimulation, FittedToItsOwnGamesItClaimsTooMuch) {
  std::mt19937_64 random(6);
  constexpr double kLead = 1;
  double truth = 0;
  constexpr int kDraws = 400'000;
  for (int i = 0; i < kDraws; ++i) truth += (0.05 + 0.9 * Logistic(kLead + WorthOf(DrawDeal(random)))) / kDraws;
  int covers = 0;
  double sum = 0;
  constexpr int kOwnMatches = 1000;
  for (int match = 0; match < kOwnMatches; ++match) {
    LogisticRows rows{.columns = kColumns};
    std::vector<Deal> deals;
    for (int game = 0; game < 30; ++game) {
      deals.push_back(DrawDeal(random));
      rows.Add(deals.back(), PlayDealtGame(deals.back(), kLead, random));
    }
    const std::vector<double> precisions(kColumns, 1.0), start(kColumns, 0.0);
    const ValueFit own{.weights = FitLogistic(rows, precisions, start), .coefficient = 1};
    std::vector<DealtSample> samples;
    double products = 0, squares = 0;
    for (std::size_t i = 0; i < deals.size(); ++i) {
      const double odds = LuckOf(own, deals[i]);
      products += (rows.scores[i] - 0.5) * odds;
      squares += odds * odds;
      samples.push_back({.score = rows.scores[i], .luck = odds});
    }
    for (DealtSample& sample : samples) sample.luck *= products / squares;
    const CorrectedEstimate estimate = EstimateByControlVariate(samples);
    covers += std::abs(estimate.score - truth) <= estimate.error;
    sum += estimate.score;
  }
  std::cout << "fitted to its own games: covers " << covers << " of " << kOwnMatches << ", mean score "
            << sum / kOwnMatches << " instead of " << truth << "\n";
  EXPECT_LT(covers, 0.9 * kOwnMatches);
  EXPECT_LT(sum / kOwnMatches, truth - 0.02);
}

}  // namespace
}  // namespace flagfall::arena::rating
