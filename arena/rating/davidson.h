#ifndef ARENA_RATING_DAVIDSON_H_
#define ARENA_RATING_DAVIDSON_H_

#include <vector>

#include "absl/types/span.h"
#include "arena/rating/elo.h"

namespace flagfall::arena {

// All games in which `red` had Red and `blue` Blue; bots by their indices, the tally Red's.
struct PairScore {
  int red = 0;
  int blue = 0;
  Tally tally = {};
};

// Davidson's model of a game. With x the lead of Red in natural units (400 / ln 10 Elo), Red's advantage in it, and the
// draw parameter ν > 0, the same for all games:
//     P(Red wins) = e^(x/2) / Z,   P(draw) = ν / Z,   P(Blue wins) = e^(-x/2) / Z,   Z = e^(x/2) + ν + e^(-x/2).
// (R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments", 1970.)
// It is an exponential family: the points of each bot, Red's points and the number of draws are all that counts of the
// games, a draw counts as half a win, and the log-likelihood is concave in strengths, advantage and ln ν together.
// In Rao and Kupper's model, which is BayesElo's, a draw tells as much as a win and a loss together: as two games.

// What is known of a parameter beforehand: normal, with a standard deviation ≥ 0; 0 for what is known exactly.
struct NormalPrior {
  double mean = 0;
  double deviation = 0;
};

// The parameters are the bots' strengths, in natural units and by index, then Red's advantage, in natural units, then
// ln ν.
struct DavidsonFit {
  // Where the posterior density is highest.
  std::vector<double> mode;
  // The inverse of the information there, row by row: square, zeros for what was known exactly.
  std::vector<double> covariance;
};

// The fit for priors.size() - 2 bots. The mean strength of the bots of each group in `held` is held at its prior mean;
// a group is all the bots of one connected part of the games, with the same prior, so that neither games nor priors
// speak against it. A pair may come in several parts; bots may be without games. All results are finite as long as no
// deviation is above 25 and there are no more than 10⁹ games. The time is that of some Cholesky decompositions of the
// covariance and of as many passes over `scores`.
DavidsonFit FitDavidson(absl::Span<const NormalPrior> priors, absl::Span<const PairScore> scores,
                        absl::Span<const std::vector<int>> held);

}  // namespace flagfall::arena

#endif  // ARENA_RATING_DAVIDSON_H_
