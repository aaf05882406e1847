#include "arena/analysis/mean_bets.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace flagfall::arena::analysis {

void MeanBets::Add(double x, double range) {
  const double won = std::max(x, -range) / range;
  for (std::size_t bet = 0; bet < kShares.size(); ++bet) log_winnings_[bet] += std::log1p(kShares[bet] * won);
  most_ = std::max(most_, Winnings());
}

double MeanBets::Winnings() const {
  double sum = 0;
  for (const double log : log_winnings_) sum += std::exp(log);
  return sum / static_cast<double>(log_winnings_.size());
}

}  // namespace flagfall::arena::analysis
