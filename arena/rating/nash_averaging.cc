// First some equilibrium is found that gives a weight to every bot that has one in any equilibrium, then the one with
// the highest entropy among those that give weights to these bots.
//
// 1. An equilibrium is p ≥ 0 with s = -A·p ≥ 0 and Σp = 1. Since A is skew-symmetric, p'·s = 0 follows. We relax that
//    to p(i)·s(i) = μ for all i, with s = v - A·p for some v, and let μ go to 0 with Newton steps (the central path of
//    a linear program that is its own dual). The path ends in the analytic centre of all equilibria (A. J. Goldman, A.
//    W. Tucker, "Theory of linear programming", 1956: there is an equilibrium in which either p(i) > 0 or s(i) > 0;
//    O. Güler and Y. Ye, "Convergence behavior of interior-point algorithms", Mathematical Programming 60, 1993: the
//    path ends in such a one). There p(i) is far from 0 or of the order of μ, and s(i) the other way round.
// 2. With S the bots that have weights there, all equilibria are the solutions of A(S, S)·p(S) = 0, Σp = 1, p ≥ 0 and
//    s ≥ 0 for the others. Mostly there is one solution. Else we go from the centre in the null space to the highest
//    entropy, with logarithmic barriers for s.
//
// Example: rock, paper, scissors, and a second rock. p = (x, 1/3, 1/3, 1/3 - x) is an equilibrium for each x between 0
// and 1/3. The centre is x = 1/6, which has the highest entropy too.
#include "arena/rating/nash_averaging.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace flagfall::arena::rating {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Where the central path is left.
constexpr double kPathEnd = 1e-12;
constexpr int kPathStepsMax = 200;
// By how much a step makes μ smaller, and which part of the way to the edge it goes.
constexpr double kCentering = 0.2;
constexpr double kPartOfTheWay = 0.9;
// Singular values below this part of the largest one are 0: scores are fractions of some games.
constexpr double kSingular = 1e-10;
constexpr double kLeastBarrier = 1e-13;
// Scores that differ by no more share a place: that of a bot which is just level with the highest entropy is as exact
// as the last barrier.
constexpr double kSameScore = 1e-6;

struct Point {
  VectorXd p;
  VectorXd s;
};

// Returns the largest step, at most 1, with which `part` of the way to the edge of x ≥ 0 is not left.
double StepWithin(const VectorXd& x, const VectorXd& dx, double part) {
  double step = 1;
  for (Index i = 0; i < x.size(); ++i) {
    if (dx[i] < 0) step = std::min(step, -part * x[i] / dx[i]);
  }
  return step;
}

Point CentralEquilibrium(const MatrixXd& a) {
  const Index n = a.rows();
  const VectorXd ones = VectorXd::Ones(n);
  // Close to the path for a large μ.
  Point point{.p = ones / static_cast<double>(n), .s = VectorXd()};
  point.s = 10 * ones - a * point.p;
  double mu = point.p.dot(point.s) / static_cast<double>(n);
  for (int steps = 0; mu > kPathEnd && steps < kPathStepsMax; ++steps) {
    // s·dp + p·ds = r and ds = dv - A·dp, so (diag(s) - diag(p)·A)·dp + p·dv = r; Σdp = 0.
    MatrixXd system(n + 1, n + 1);
    system.topLeftCorner(n, n) = -(point.p.asDiagonal() * a);
    system.topLeftCorner(n, n).diagonal() += point.s;
    system.topRightCorner(n, 1) = point.p;
    system.bottomLeftCorner(1, n).setOnes();
    system(n, n) = 0;
    VectorXd right = VectorXd::Zero(n + 1);
    right.head(n) = (kCentering * mu * ones - point.p.cwiseProduct(point.s));
    const VectorXd solution = system.partialPivLu().solve(right);
    const VectorXd dp = solution.head(n);
    const VectorXd ds = solution[n] * ones - a * dp;
    const double step = std::min(StepWithin(point.p, dp, kPartOfTheWay), StepWithin(point.s, ds, kPartOfTheWay));
    point.p += step * dp;
    point.s += step * ds;
    mu = point.p.dot(point.s) / static_cast<double>(n);
  }
  return point;
}

// The equilibria that give weights to some bots only: p = `inner` + `free`·y, where s = `slack` - `others`·`free`·y of
// all other bots must not be negative.
struct Face {
  VectorXd inner;
  MatrixXd free;
  MatrixXd others;
};

// Maximizes the entropy with weights of `barrier` on the logarithms of s. `y` is inside and stays there.
void Climb(const Face& face, double barrier, VectorXd& y) {
  const MatrixXd others_free = face.others * face.free;
  const VectorXd slack = -(face.others * face.inner);
  const auto p_at = [&](const VectorXd& at) -> VectorXd { return face.inner + face.free * at; };
  const auto s_at = [&](const VectorXd& at) -> VectorXd { return slack - others_free * at; };
  // To be minimized.
  const auto value_at = [&](const VectorXd& at) {
    const VectorXd p = p_at(at);
    return p.dot(p.array().log().matrix()) - barrier * s_at(at).array().log().sum();
  };
  for (int steps = 0; steps < 100; ++steps) {
    const VectorXd p = p_at(y), s = s_at(y);
    const VectorXd by_p = p.array().log() + 1;
    const VectorXd by_s = barrier * s.cwiseInverse();
    const VectorXd gradient = face.free.transpose() * by_p + others_free.transpose() * by_s;
    const MatrixXd curvature = face.free.transpose() * p.cwiseInverse().asDiagonal() * face.free +
                               others_free.transpose() * by_s.cwiseQuotient(s).asDiagonal() * others_free;
    const VectorXd dy = -curvature.ldlt().solve(gradient);
    const double fall = -gradient.dot(dy);
    if (!(fall > 1e-22)) return;
    double step = std::min(StepWithin(p, face.free * dy, 0.99), StepWithin(s, -(others_free * dy), 0.99));
    const double value = value_at(y);
    while (step > 1e-10 && value_at(y + step * dy) > value - 0.1 * step * fall + 1e-15) step /= 2;
    if (step <= 1e-10) return;
    y += step * dy;
  }
}

// Returns the equilibrium with the highest entropy that gives weights to the bots `support` only, near `centre`.
VectorXd HighestEntropy(const MatrixXd& a, const std::vector<Index>& support, const std::vector<Index>& rest,
                        const VectorXd& centre) {
  const Index k = std::ssize(support);
  MatrixXd equal(k + 1, k);
  equal.topRows(k) = a(support, support);
  equal.bottomRows(1).setOnes();
  VectorXd right = VectorXd::Zero(k + 1);
  right[k] = 1;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
  solver.setThreshold(kSingular);
  solver.compute(equal);
  const VectorXd near = centre(support);
  Face face{.inner = near + solver.solve(right - equal * near), .free = {}, .others = a(rest, support)};
  const Index free = k - solver.rank();
  if (free <= 0) return face.inner;
  // The last columns of Z' are the null space: equal = Q·[T 0; 0 0]·Z·P'.
  MatrixXd basis = MatrixXd::Zero(k, free);
  basis.bottomRows(free).setIdentity();
  face.free = solver.colsPermutation() * (solver.matrixZ().adjoint() * basis);
  VectorXd y = VectorXd::Zero(free);
  for (double barrier = rest.empty() ? kLeastBarrier : 1e-2; barrier >= kLeastBarrier; barrier /= 10) {
    Climb(face, barrier, y);
  }
  return face.inner + face.free * y;
}

}  // namespace

NashAverage AverageByNash(const Payoffs& payoffs) {
  const Index n = payoffs.bots();
  NashAverage average;
  if (n == 0) return average;
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const MatrixXd a = Eigen::Map<const RowMajor>(payoffs.values().data(), n, n);
  const Point centre = CentralEquilibrium(a);
  std::vector<Index> support, rest;
  for (Index i = 0; i < n; ++i) (centre.p[i] > centre.s[i] ? support : rest).push_back(i);
  const VectorXd weights = HighestEntropy(a, support, rest, centre.p);
  average.weights.resize(payoffs.bots());
  double sum = 0;
  for (std::size_t i = 0; i < support.size(); ++i) {
    sum += average.weights[support[i]] = std::max(weights[static_cast<Index>(i)], 0.0);
  }
  for (double& weight : average.weights) weight /= sum;
  for (int i = 0; i < payoffs.bots(); ++i) {
    const double score = payoffs.ScoreAgainst(i, average.weights);
    // Free of rounding, where it is known.
    average.scores.push_back(std::min(average.weights[i] > 0 ? 0.5 : score, 0.5));
  }
  average.places = PlacesBy(average.scores, kSameScore);
  return average;
}

}  // namespace flagfall::arena::rating
