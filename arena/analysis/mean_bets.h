#ifndef ARENA_ANALYSIS_MEAN_BETS_H_
#define ARENA_ANALYSIS_MEAN_BETS_H_

#include <array>

namespace flagfall::arena::analysis {

// Bets against the claim that numbers have a mean of at most 0, given those before them, and how much they have won.
//
// Each number is at most 1 and, as far as is known before it comes, at least -r. Each bet has a share s below 1 and
// multiplies what it has won by 1 + s x / r, which is above 0. If the claim holds, the mean of this factor is at most
// 1, whatever the distribution of x. So the product is a nonnegative supermartingale, the average over several shares
// is one too, and the chance that it ever reaches W is at most 1 / W (Ville's inequality), however often one looks. (I.
// Waudby-Smith, A. Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal Statistical
// Society B 86, 2024.) The smaller r is, the more is won by numbers that are only a little above 0.
class MeanBets {
 public:
  // `x` is at most 1. `range` is r, above 0, and must not depend on `x`; a number below -r counts as -r.
  void Add(double x, double range = 1);

  // What a stake of 1, spread evenly over the shares, has become; kWinningsMax where it is more.
  double Winnings() const;
  // If the claim holds, this is ever at most p with a chance of at most p: 1 divided by the most that the bets were
  // ever worth; kPMin where that is less.
  double P() const;

 private:
  static constexpr std::array<double, 6> kShares = {0.05, 0.15, 0.35, 0.6, 0.8, 0.95};

  // Natural.
  std::array<double, kShares.size()> log_winnings_{};
  double log_most_ = 0;
};

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_MEAN_BETS_H_
