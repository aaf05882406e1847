#include "arena/analysis/mean_bets.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "arena/analysis/log_winnings.h"

namespace flagfall::arena::analysis {

void MeanBets::Add(double x, double range) {
  const double won = std::max(x, -range) / range;
  for (std::size_t bet = 0; bet < kShares.size(); ++bet) log_winnings_[bet] += std::log1p(kShares[bet] * won);
  log_most_ = std::max(log_most_, LogOfMean(log_winnings_));
}

double MeanBets::Winnings() const { return WinningsOf(LogOfMean(log_winnings_)); }

double MeanBets::P() const { return POf(log_most_); }

}  // namespace flagfall::arena::analysis
