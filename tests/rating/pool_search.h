#ifndef TESTS_RATING_POOL_SEARCH_H_
#define TESTS_RATING_POOL_SEARCH_H_

#include <map>
#include <vector>

#include "arena/rating/pool_ratings.h"

namespace flagfall::arena {

// A second opinion on RatePool for small pools. It shares no code with it: Davidson's chances as he wrote them, in Elo
// and in long double, derivatives by differences, equations by elimination.
struct SmallPool {
  // By bot: its scale, as the test knows it.
  std::vector<int> scale_of;
  std::vector<PairScore> scores = {};
  std::map<int, double> anchors = {};
  PoolOptions options = {};
};

// Where it looks: the bots' ratings, Red's advantage, both in Elo, and ln ν.
using PoolPoint = std::vector<long double>;

// The logarithm of the posterior density, but for a constant.
long double LogPosterior(const SmallPool& pool, const PoolPoint& point);

struct SearchedRatings {
  PoolPoint point;
  // Of bots, with each scale's mean held where it has no anchor; in Elo².
  std::vector<std::vector<long double>> covariance;
  long double red_advantage_variance = 0;
};

SearchedRatings RateBySearch(const SmallPool& pool);

}  // namespace flagfall::arena

#endif  // TESTS_RATING_POOL_SEARCH_H_
