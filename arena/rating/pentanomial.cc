#include "arena/rating/pentanomial.h"

#include <limits>
#include <numeric>

#include "arena/rating/score_counts.h"
#include "referee/base/check.h"

namespace flagfall::arena::rating {
namespace {

double Ratio(std::int64_t some, std::int64_t others) {
  if (others > 0) return static_cast<double>(some) / static_cast<double>(others);
  return some > 0 ? std::numeric_limits<double>::infinity() : 1;
}

}  // namespace

void Pentanomial::Add(int first_half_points, int second_half_points) {
  FLAGFALL_CHECK(first_half_points >= 0 && first_half_points <= 2);
  FLAGFALL_CHECK(second_half_points >= 0 && second_half_points <= 2);
  const int half_points = first_half_points + second_half_points;
  ++pairs[half_points];
  if (half_points == 2 && first_half_points != 1) ++one_each;
}

std::int64_t Pentanomial::Pairs() const { return std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0}); }

double Pentanomial::DrawRatio() const { return Pairs() == 0 ? 0 : Ratio(pairs[2], Pairs()); }
double Pentanomial::PairsRatio() const { return Ratio(pairs[3] + pairs[4], pairs[0] + pairs[1]); }
double Pentanomial::OneEachToDrawnRatio() const { return Ratio(one_each, pairs[2] - one_each); }

EloEstimate EstimateElo(const Pentanomial& pairs) { return EstimateElo(ScoreCounts(pairs)); }

}  // namespace flagfall::arena::rating
