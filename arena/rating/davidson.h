#ifndef ARENA_RATING_DAVIDSON_H_
#define ARENA_RATING_DAVIDSON_H_

#include <vector>

#include "absl/types/span.h"
#include "arena/rating/elo.h"

namespace flagfall::arena::rating {

// The games in which the bot with index `red` had Red and the one with index `blue` had Blue. The tally is Red's.
struct PairScore {
  int red = 0;
  int blue = 0;
  Tally tally = {};
};

// Davidson's model of a game. With x the lead of Red in natural units (400 / ln 10 Elo), Red's advantage in it, and the
// draw parameter ν > 0, the same for all games:
//     P(Red wins) = e^(x/2) / Z,   P(draw) = ν / Z,   P(Blue wins) = e^(-x/2) / Z,   Z = e^(x/2) + ν + e^(-x/2).
// (R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments", 1970.)
// The model is an exponential family: only the points of each bot, Red's points and the number of draws matter, a draw
// counts as half a win, and the log-likelihood is concave in strengths, advantage and ln ν together. In the model of
// Rao and Kupper, which BayesElo uses, a draw says as much as a win and a loss together, that is as two games.

// The prior of a parameter: normal, with a standard deviation ≥ 0. A deviation of 0 fixes the parameter.
struct NormalPrior {
  double mean = 0;
  double deviation = 0;
};

// The result of a fit. The parameters are the bots' strengths by index, then Red's advantage, both in natural units,
// then ln ν.
struct DavidsonFit {
  // The parameters at which the posterior density is highest.
  std::vector<double> mode;
  // The inverse of the information there: a square matrix, row by row, with zeros for fixed parameters.
  std::vector<double> covariance;
};

// Fits the model for priors.size() - 2 bots. The mean strength of each group in `held` is held at its prior mean. A
// group must be all the bots of one connected part of the games, with the same prior, so that neither games nor priors
// contradict that. A pair may have several entries in `scores`, and a bot may have no games. All results are finite as
// long as no deviation is above 25 and there are at most 10⁹ games. The time is that of some Cholesky decompositions of
// the covariance and of as many passes over `scores`.
DavidsonFit FitDavidson(absl::Span<const NormalPrior> priors, absl::Span<const PairScore> scores,
                        absl::Span<const std::vector<int>> held);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_DAVIDSON_H_
