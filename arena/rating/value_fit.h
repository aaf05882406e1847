#ifndef ARENA_RATING_VALUE_FIT_H_
#define ARENA_RATING_VALUE_FIT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace flagfall::arena::rating {

// A game as a value function is fitted to it.
struct DealtGame {
  std::string red;
  std::string blue;
  // 0, ½ or 1.
  double red_score = 0;
  // What the referee has dealt, from Red's side, in numbers whose mean over all deals is 0.
  std::vector<double> deal = {};
  // Games with the same number share their deal or have otherwise to do with each other: the two games of a pair. They
  // are never on both sides of the cross-validation.
  std::int64_t group = 0;
};

// What a deal is worth to Red, learnt from games.
struct ValueFit {
  // In log-odds, for each number of a deal.
  std::vector<double> weights = {};
  // The points that a deal is worth for each unit of its log-odds, at least 0; 0 where nothing was learnt.
  double coefficient = 0;
  // Of the normal prior of the weights, for numbers that were scaled to a mean square of 1.
  double precision = 0;
  // The variance of a game's score without luck over that of the plain score: by cross-validation, from games that the
  // weights in question were not fitted to. At most 1.
  double variance_factor = 1;
};

// Fits a logistic regression of Red's score on the deal, on Red's advantage and on the strengths of the players who
// have played the most games, kFittedPlayersMax of them. Strengths and deals have nothing to do with each other; they
// are there so that an unequal field does not hide what deals do.
//
// The precision is the one of a fixed list that foretells best by five-fold cross-validation. The coefficient is the
// regression of the scores on what weights from the other folds foretell, so that weights that have learnt chance get a
// small one. Returns the same for the same games in the same order. All deals have `columns` numbers; there must be at
// least kValueFolds groups.
ValueFit FitValue(absl::Span<const DealtGame> games, std::size_t columns);

inline constexpr int kValueFolds = 5;
inline constexpr std::size_t kFittedPlayersMax = 64;

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_VALUE_FIT_H_
