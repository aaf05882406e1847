#ifndef TESTS_RATING_POOL_SEARCH_H_
#define TESTS_RATING_POOL_SEARCH_H_

#include <map>
#include <vector>

#include "arena/rating/pool_ratings.h"

namespace flagfall::arena::rating {

// A second implementation of RatePool for small pools, which shares no code with it: Davidson's probabilities as he
// wrote them, in Elo and in long double, derivatives by differences, and equations by elimination.
struct SmallPool {
  // The scale of each bot, as the test knows it.
  std::vector<int> scale_of;
  std::vector<PairScore> scores = {};
  std::map<int, double> anchors = {};
  PoolOptions options = {};
};

// A point: the bots' ratings and Red's advantage, in the model's own Elo (400 / ln 10 for each natural unit), and ln ν.
// Anchors are given in it too.
using PoolPoint = std::vector<long double>;

// Returns the logarithm of the posterior density, up to a constant.
long double LogPosterior(const SmallPool& pool, const PoolPoint& point);

struct SearchedRatings {
  PoolPoint point;
  // The covariance of the parameters of the point, with the mean of each scale without an anchor fixed.
  std::vector<std::vector<long double>> covariance;
};

SearchedRatings RateBySearch(const SmallPool& pool);

}  // namespace flagfall::arena::rating

#endif  // TESTS_RATING_POOL_SEARCH_H_
