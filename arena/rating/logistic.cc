// Newton's method on the logarithm of the posterior density, which the priors make strictly concave. A step is halved
// while it leads downhill.
//
// Example: one column that is 1 in all of four rows, of which three were won, and a precision of almost 0. The weight
// is ln(3 / 1) = 1.0986.
#include "arena/rating/logistic.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "referee/base/check.h"

namespace flagfall::arena::rating {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr int kNewtonStepsMax = 100;
// The square of a step's length in standard deviations below which the mode is found.
constexpr double kNewtonSettled = 1e-14;
// How far the logarithm of the density may seem to fall because of rounding, relative to its value.
constexpr double kNewtonRounding = 1e-12;
// Rows whose part of the information is computed at once, so that the copy that it takes stays small.
constexpr Eigen::Index kRowsAtOnce = 4096;

class LogisticPosterior {
 public:
  LogisticPosterior(const LogisticRows& rows, absl::Span<const double> precisions)
      : rows_(rows.values.data(), static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.columns)),
        scores_(rows.scores.data(), static_cast<Eigen::Index>(rows.size())),
        precisions_(precisions.data(), static_cast<Eigen::Index>(precisions.size())) {}

  // The logarithm of the density at the weights, but for a constant.
  double LogDensity(const Eigen::VectorXd& weights) const {
    const Eigen::VectorXd odds = rows_ * weights;
    double sum = -0.5 * weights.cwiseProduct(weights).dot(precisions_);
    for (Eigen::Index i = 0; i < odds.size(); ++i) {
      // ln(1 + e^x) without an overflow.
      sum += scores_[i] * odds[i] - std::max(odds[i], 0.0) - std::log1p(std::exp(-std::abs(odds[i])));
    }
    return sum;
  }

  // Newton's step from the weights, and the square of its length in standard deviations.
  Eigen::VectorXd Step(const Eigen::VectorXd& weights, double& length) const {
    const Eigen::VectorXd expected = (rows_ * weights).unaryExpr([](double x) { return Logistic(x); });
    const Eigen::VectorXd gradient = rows_.transpose() * (scores_ - expected) - precisions_.cwiseProduct(weights);
    Eigen::MatrixXd information = precisions_.asDiagonal();
    const Eigen::VectorXd roots = expected.unaryExpr([](double p) { return std::sqrt(p * (1 - p)); });
    for (Eigen::Index from = 0; from < rows_.rows(); from += kRowsAtOnce) {
      const Eigen::Index count = std::min(kRowsAtOnce, rows_.rows() - from);
      const RowMatrix scaled = roots.segment(from, count).asDiagonal() * rows_.middleRows(from, count);
      information.selfadjointView<Eigen::Lower>().rankUpdate(scaled.transpose());
    }
    const Eigen::LLT<Eigen::MatrixXd> solver(information.selfadjointView<Eigen::Lower>());
    FLAGFALL_CHECK(solver.info() == Eigen::Success);
    Eigen::VectorXd step = solver.solve(gradient);
    length = gradient.dot(step);
    return step;
  }

 private:
  const Eigen::Map<const RowMatrix> rows_;
  const Eigen::Map<const Eigen::VectorXd> scores_;
  const Eigen::Map<const Eigen::VectorXd> precisions_;
};

}  // namespace

double Logistic(double x) { return 1 / (1 + std::exp(-x)); }

void LogisticRows::Add(absl::Span<const double> row, double score) {
  FLAGFALL_CHECK(row.size() == columns);
  values.insert(values.end(), row.begin(), row.end());
  scores.push_back(score);
}

std::vector<double> FitLogistic(const LogisticRows& rows, absl::Span<const double> precisions,
                                absl::Span<const double> start) {
  FLAGFALL_CHECK(rows.size() > 0 && precisions.size() == rows.columns && start.size() == rows.columns);
  const LogisticPosterior posterior(rows, precisions);
  Eigen::VectorXd weights = Eigen::Map<const Eigen::VectorXd>(start.data(), static_cast<Eigen::Index>(start.size()));
  double density = posterior.LogDensity(weights);
  for (int i = 0; i < kNewtonStepsMax; ++i) {
    double length = 0;
    Eigen::VectorXd step = posterior.Step(weights, length);
    double reached = posterior.LogDensity(weights + step);
    for (int halved = 0; halved < kNewtonStepsMax && reached < density - kNewtonRounding * std::abs(density);
         ++halved) {
      step /= 2;
      reached = posterior.LogDensity(weights + step);
    }
    weights += step;
    density = reached;
    if (length < kNewtonSettled) break;
  }
  return {weights.data(), weights.data() + weights.size()};
}

}  // namespace flagfall::arena::rating
