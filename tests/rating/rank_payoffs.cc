// For rankings_test.py: ranks each payoff matrix that it reads. A matrix is the words METHOD ALPHA BOTS and its
// entries, row by row; METHOD is alpha or nash, and ALPHA 0 for the limit. Prints a line for each: the shares.
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "arena/rating/alpha_rank.h"
#include "arena/rating/nash_averaging.h"
#include "arena/rating/payoffs.h"

int main() {
  namespace rating = flagfall::arena::rating;
  std::string method;
  double alpha = 0;
  int bots = 0;
  while (std::cin >> method >> alpha >> bots) {
    rating::Payoffs payoffs(bots);
    for (int i = 0; i < bots; ++i) {
      for (int j = 0; j < bots; ++j) {
        double value = 0;
        std::cin >> value;
        if (j < i) payoffs.Set(i, j, value);
      }
    }
    const std::vector<double> shares =
        method == "nash" ? rating::AverageByNash(payoffs).weights
                         : rating::AlphaRank(payoffs, alpha == 0 ? std::nullopt : std::optional(alpha)).masses;
    for (const double share : shares) std::printf("%.17g ", share);
    std::printf("\n");
  }
  return 0;
}
