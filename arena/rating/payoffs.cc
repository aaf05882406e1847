#include "arena/rating/payoffs.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <tuple>

#include "referee/base/check.h"

namespace flagfall::arena::rating {

double Payoffs::ScoreAgainst(int i, absl::Span<const double> weights) const {
  FLAGFALL_CHECK(static_cast<int>(weights.size()) == bots_);
  double score = 0.5;
  for (int j = 0; j < bots_; ++j) score += At(i, j) * weights[j];
  return score;
}

std::vector<int> BotsThatAllMet(int bots, absl::Span<const Encounter> encounters) {
  std::vector<std::vector<bool>> has_met(bots, std::vector<bool>(bots));
  std::vector<std::int64_t> games(bots);
  for (const Encounter& encounter : encounters) {
    FLAGFALL_CHECK(encounter.a != encounter.b);
    if (encounter.Games() == 0) continue;
    has_met[encounter.a][encounter.b] = has_met[encounter.b][encounter.a] = true;
    games[encounter.a] += encounter.Games();
    games[encounter.b] += encounter.Games();
  }
  std::vector<int> left(bots);
  std::iota(left.begin(), left.end(), 0);
  std::vector<int> not_met(bots);
  for (int i = 0; i < bots; ++i) {
    for (int j = 0; j < bots; ++j) not_met[i] += i != j && !has_met[i][j];
  }
  while (!left.empty()) {
    const auto worst = std::max_element(left.begin(), left.end(), [&](int a, int b) {
      return std::tuple(not_met[a], -games[a], a) < std::tuple(not_met[b], -games[b], b);
    });
    if (not_met[*worst] == 0) break;
    const int gone = *worst;
    left.erase(worst);
    for (const int bot : left) not_met[bot] -= !has_met[bot][gone];
  }
  return left;
}

std::vector<int> PlacesBy(absl::Span<const double> values, double tolerance) {
  std::vector<int> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return values[a] > values[b]; });
  std::vector<int> places(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool is_shared = i > 0 && values[order[i - 1]] - values[order[i]] <= tolerance;
    places[order[i]] = is_shared ? places[order[i - 1]] : static_cast<int>(i) + 1;
  }
  return places;
}

}  // namespace flagfall::arena::rating
