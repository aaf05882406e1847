#include "arena/cluster/stratified_tails.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::cluster {
namespace {

// The distribution of the sum by trying every choice of games.
std::map<int, double> ByTrying(const std::vector<Stratum>& strata) {
  std::map<int, double> sums = {{0, 1.0}};
  for (const Stratum& stratum : strata) {
    std::vector<int> scores;
    for (int score = 0; score < 3; ++score) {
      scores.insert(scores.end(), static_cast<std::size_t>(stratum.all[static_cast<std::size_t>(score)]), score);
    }
    const int drawn = static_cast<int>(stratum.mine[0] + stratum.mine[1] + stratum.mine[2]);
    std::map<int, double> own;
    double choices = 0;
    for (std::uint32_t choice = 0; choice < 1U << scores.size(); ++choice) {
      if (__builtin_popcount(choice) != drawn) continue;
      int sum = 0;
      for (std::size_t i = 0; i < scores.size(); ++i) sum += (choice >> i & 1U) != 0 ? scores[i] : 0;
      ++own[sum];
      ++choices;
    }
    std::map<int, double> next;
    for (const auto& [sum, p] : sums) {
      for (const auto& [more, count] : own) next[sum + more] += p * count / choices;
    }
    sums = next;
  }
  return sums;
}

TEST(StratifiedTails, FishersLadyTastesTea) {
  // Of eight cups four had the milk first; she named four, of which three were right.
  const Tails tails = TailsOf(std::vector<Stratum>{{.mine = {1, 3, 0}, .all = {4, 4, 0}}});
  EXPECT_NEAR(tails.at_least, 17.0 / 70, 1e-12);
  EXPECT_NEAR(tails.at_most, 69.0 / 70, 1e-12);
  EXPECT_DOUBLE_EQ(tails.expected, 2);
  EXPECT_EQ(tails.observed, 3);
}

TEST(StratifiedTails, NothingIsNoEvidence) {
  EXPECT_EQ(TailsOf({}).at_least, 1);
  const Tails alone = TailsOf(std::vector<Stratum>{{.mine = {1, 2, 3}, .all = {1, 2, 3}}, {}});
  EXPECT_NEAR(alone.at_least, 1, 1e-12);
  EXPECT_NEAR(alone.at_most, 1, 1e-12);
}

TEST(StratifiedTails, AreThoseOfAllChoices) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 200; ++trial) {
    SCOPED_TRACE(absl::StrCat("trial ", trial));
    std::vector<Stratum> strata(1 + random() % 3);
    for (Stratum& stratum : strata) {
      for (std::size_t score = 0; score < 3; ++score) {
        stratum.mine[score] = random() % 3;
        stratum.all[score] = stratum.mine[score] + random() % 3;
      }
    }
    const Tails tails = TailsOf(strata);
    double at_most = 0;
    double at_least = 0;
    double expected = 0;
    for (const auto& [sum, p] : ByTrying(strata)) {
      expected += sum * p;
      if (sum <= tails.observed) at_most += p;
      if (sum >= tails.observed) at_least += p;
    }
    EXPECT_NEAR(tails.at_most, at_most, 1e-9);
    EXPECT_NEAR(tails.at_least, at_least, 1e-9);
    EXPECT_NEAR(tails.expected, expected, 1e-9);
  }
}

TEST(StratifiedTails, LargeStrataAreNearlyNormal) {
  // 1000 of 4000 games, of which half were won; 560 of them are more by 60 / sqrt(1000 * 1/4 * 3/4) = 4.38 deviations.
  const Tails tails = TailsOf(std::vector<Stratum>{{.mine = {440, 560, 0}, .all = {2000, 2000, 0}}});
  const double z = (60 - 0.5) / std::sqrt(1000 * 0.25 * 3000 / 3999);
  EXPECT_NEAR(tails.at_least / (std::erfc(z / std::sqrt(2)) / 2), 1, 0.1);
}

TEST(StratifiedTails, StayAboveNothingWhateverWasObserved) {
  const Tails tails = TailsOf(std::vector<Stratum>{{.mine = {0, 0, 3000}, .all = {3000, 0, 3000}}});
  EXPECT_GT(tails.at_least, 0);
  EXPECT_LT(tails.at_least, 1e-20);
}

}  // namespace
}  // namespace flagfall::arena::cluster
