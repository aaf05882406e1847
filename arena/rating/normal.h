#ifndef ARENA_RATING_NORMAL_H_
#define ARENA_RATING_NORMAL_H_

#include <cmath>

namespace flagfall::arena::rating {

// 95 % of a normal distribution lie within so many standard deviations of its mean: Φ(kZ95) = 0.975.
inline constexpr double kZ95 = 1.959964;

// Returns the likelihood of superiority, 0 to 1, of a bot that is estimated to be `ahead` with a standard deviation of
// `sigma` ≥ 0: Φ(ahead / sigma), which is ½ when `ahead` is 0, and otherwise 0 or 1 when `sigma` is 0.
inline double LikelihoodOfSuperiority(double ahead, double sigma) {
  if (ahead == 0) return 0.5;
  if (sigma == 0) return ahead > 0 ? 1 : 0;
  return 0.5 * std::erfc(-ahead / (sigma * std::sqrt(2.0)));
}

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_NORMAL_H_
