#ifndef TESTS_RATING_POOLS_H_
#define TESTS_RATING_POOLS_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/rating/pool_ratings.h"

namespace flagfall::arena::rating {

using Names = std::vector<std::string>;
using Scores = std::vector<PairScore>;

inline Names NamesOf(std::size_t bots) {
  Names names;
  for (std::size_t i = 0; i < bots; ++i) names.push_back(absl::StrCat("bot", i));
  return names;
}

inline PoolRatings MustRate(std::size_t bots, const Scores& scores, const PoolOptions& options = {}) {
  const auto ratings = RatePool(NamesOf(bots), scores, options);
  EXPECT_TRUE(ratings.ok()) << ratings.status();
  return ratings.value_or(PoolRatings{});
}

// Each bot has each side in half of the games; the wins are the first bot's.
inline Scores Match(int a, int b, std::int64_t wins, std::int64_t draws, std::int64_t losses) {
  return {{.red = a, .blue = b, .tally = {.wins = wins / 2, .draws = draws / 2, .losses = losses / 2}},
          {.red = b,
           .blue = a,
           .tally = {.wins = losses - losses / 2, .draws = draws - draws / 2, .losses = wins - wins / 2}}};
}

inline Scores operator+(Scores some, const Scores& others) {
  some.insert(some.end(), others.begin(), others.end());
  return some;
}

}  // namespace flagfall::arena::rating

#endif  // TESTS_RATING_POOLS_H_
