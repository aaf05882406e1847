#ifndef ARENA_ANALYSIS_LOG_WINNINGS_H_
#define ARENA_ANALYSIS_LOG_WINNINGS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace flagfall::arena::analysis {

// Bets keep the logarithms of what they have won, since the winnings themselves are soon larger than a double can be,
// and as soon too small.

// As far as winnings are told as numbers of their own: not above this, nor is a p below 1 divided by it.
inline constexpr double kWinningsMax = 1e300;
inline constexpr double kPMin = 1e-300;

// The logarithm of the mean of what such bets have won.
template <std::size_t kBets>
double LogOfMean(const std::array<double, kBets>& log_winnings) {
  const double most = *std::max_element(log_winnings.begin(), log_winnings.end());
  double sum = 0;
  for (const double log : log_winnings) sum += std::exp(log - most);
  return most + std::log(sum / static_cast<double>(kBets));
}

// At most kWinningsMax.
inline double WinningsOf(double log_winnings) {
  return log_winnings < std::log(kWinningsMax) ? std::exp(log_winnings) : kWinningsMax;
}

// What Ville's inequality makes of the most that bets were ever worth; at least kPMin.
inline double POf(double log_most) { return std::max(std::exp(-log_most), kPMin); }

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_LOG_WINNINGS_H_
