#ifndef ARENA_RATING_LOGISTIC_H_
#define ARENA_RATING_LOGISTIC_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"

namespace flagfall::arena::rating {

// Returns 1 / (1 + e^-x), the probability whose log-odds are x.
double Logistic(double x);

// What a logistic regression is fitted to: a row of `columns` numbers for each game, and what was scored in it.
struct LogisticRows {
  std::size_t columns = 0;
  // Row by row.
  std::vector<double> values = {};
  // 0 to 1; a draw is ½.
  std::vector<double> scores = {};

  std::size_t size() const { return scores.size(); }
  absl::Span<const double> Row(std::size_t i) const {
    return absl::MakeConstSpan(values).subspan(i * columns, columns);
  }
  void Add(absl::Span<const double> row, double score);
};

// Returns the weight of each column at which the posterior density is highest, where the log-odds of a row's score are
// the sum of its numbers times the weights, and each weight has a normal prior about 0 with a precision (1 / variance)
// above 0. A score of ½ counts as half a win and half a loss. Newton's method begins at `start`, one number for each
// column, and ends at the same place from everywhere, since the density is log-concave. There must be a row.
std::vector<double> FitLogistic(const LogisticRows& rows, absl::Span<const double> precisions,
                                absl::Span<const double> start);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_LOGISTIC_H_
