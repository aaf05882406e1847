// Newton's method on the logarithm of the posterior density, which the priors make strictly concave. Each step solves
// with the information (the negative Hessian), and is halved while it leads downhill. The iteration ends when the
// square of a step's length in standard deviations, gᵀI⁻¹g, is small.
//
// Games say nothing about a shift of all strengths of a connected group. In that direction the priors are the only
// information, a thousandth or less of what there is in other directions. To hold a group's mean, we add information of
// the usual order in the direction of ones of the group. The mode has the wanted mean anyway and does not move. The
// variance that remains in that direction, which is known and small, is then subtracted from the covariance.
//
// Example: ann and bob play 100 games, each half of them with Red; ann wins 60, 20 are drawn. Without priors ln(60/20)
// is ann's lead, 1.0986 or 190.85 Elo, since P(win)/P(loss) = e^x; and ν = 20/√(60·20) = 0.5774.
#include "arena/rating/davidson.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "referee/base/check.h"

namespace flagfall::arena::rating {
namespace {

constexpr int kStepsMax = 200;
// Before the last step the mode, and with it the covariance, is then known to a ten-millionth of a standard deviation.
constexpr double kSettled = 1e-14;
// How far the logarithm of the density may seem to fall because of rounding, relative to its value.
constexpr double kRounding = 1e-11;

// The logarithm of the density at a point, with its gradient and its negative Hessian, of which `information` holds the
// lower triangle.
struct Local {
  double log_density = 0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd information;
};

class Posterior {
 public:
  Posterior(absl::Span<const NormalPrior> priors, absl::Span<const PairScore> scores,
            absl::Span<const std::vector<int>> held)
      : priors_(priors),
        scores_(scores),
        held_(held),
        red_(static_cast<Eigen::Index>(priors.size()) - 2),
        draw_(red_ + 1),
        held_information_(1) {
    for (const PairScore& pair : scores) held_information_ += static_cast<double>(pair.tally.Games());
    held_information_ /= static_cast<double>(draw_);
  }

  Eigen::VectorXd Start() const {
    Eigen::VectorXd point(draw_ + 1);
    for (Eigen::Index i = 0; i <= draw_; ++i) point[i] = priors_[i].mean;
    return point;
  }

  Local At(const Eigen::VectorXd& point) const {
    Local local{.gradient = Eigen::VectorXd::Zero(draw_ + 1),
                .information = Eigen::MatrixXd::Zero(draw_ + 1, draw_ + 1)};
    // The last two rows are gathered apart, because neighbours in a row are far from each other in memory.
    Eigen::VectorXd with_red = Eigen::VectorXd::Zero(draw_ + 1);
    Eigen::VectorXd with_draw = Eigen::VectorXd::Zero(draw_ + 1);
    const double nu = std::exp(point[draw_]);
    for (const PairScore& pair : scores_) AddGames(point, nu, pair, local, with_red, with_draw);
    local.information.row(red_).head(red_ + 1) = with_red.head(red_ + 1).transpose();
    local.information.row(draw_) = with_draw.transpose();
    AddPriors(point, local);
    AddHeldMeans(point, local);
    return local;
  }

  // Corrects the inverse of the information: fixed parameters and held means have no variance.
  void RemoveFixedVariance(Eigen::Map<Eigen::MatrixXd>& covariance) const {
    for (Eigen::Index i = 0; i <= draw_; ++i) {
      if (IsKnown(i)) covariance(i, i) = 0;
    }
    for (const std::vector<int>& group : held_) {
      const double variance = 1 / (PrecisionOf(group.front()) + held_information_) / static_cast<double>(group.size());
      for (const int i : group) {
        for (const int j : group) covariance(i, j) -= variance;
      }
    }
  }

 private:
  void AddGames(const Eigen::VectorXd& point, double nu, const PairScore& pair, Local& local, Eigen::VectorXd& with_red,
                Eigen::VectorXd& with_draw) const {
    const auto wins = static_cast<double>(pair.tally.wins);
    const auto draws = static_cast<double>(pair.tally.draws);
    const auto losses = static_cast<double>(pair.tally.losses);
    const double games = wins + draws + losses;
    const double half_lead = (point[pair.red] - point[pair.blue] + point[red_]) / 2;
    // All in units of e^|half_lead|, so that very different strengths do not overflow.
    const double smaller = std::exp(-std::abs(half_lead));
    double win = half_lead > 0 ? 1 : smaller * smaller;
    double draw = nu * smaller;
    double loss = half_lead > 0 ? smaller * smaller : 1;
    const double z = win + draw + loss;
    win /= z;
    draw /= z;
    loss /= z;
    local.log_density +=
        (wins - losses) * half_lead + draws * point[draw_] - games * (std::abs(half_lead) + std::log(z));

    // Each outcome by itself: wins - games·(win - loss) is equal, but would be pure rounding error when all games were
    // won.
    const double by_lead = (wins * (draw + 2 * loss) + draws * (loss - win) - losses * (draw + 2 * win)) / 2;
    local.gradient[pair.red] += by_lead;
    local.gradient[pair.blue] -= by_lead;
    local.gradient[red_] += by_lead;
    local.gradient[draw_] += draws * (win + loss) - (wins + losses) * draw;

    const double lead_twice = games * (draw * (win + loss) + 4 * win * loss) / 4;
    const double lead_draw = games * (loss - win) * draw / 2;
    local.information(pair.red, pair.red) += lead_twice;
    local.information(pair.blue, pair.blue) += lead_twice;
    local.information(std::max(pair.red, pair.blue), std::min(pair.red, pair.blue)) -= lead_twice;
    with_red[pair.red] += lead_twice;
    with_red[pair.blue] -= lead_twice;
    with_red[red_] += lead_twice;
    with_draw[pair.red] += lead_draw;
    with_draw[pair.blue] -= lead_draw;
    with_draw[red_] += lead_draw;
    with_draw[draw_] += games * draw * (win + loss);
  }

  void AddPriors(const Eigen::VectorXd& point, Local& local) const {
    for (Eigen::Index i = 0; i <= draw_; ++i) {
      if (IsKnown(i)) {
        // A fixed parameter: no other depends on it.
        local.gradient[i] = 0;
        local.information.row(i).head(i).setZero();
        local.information.col(i).tail(draw_ - i).setZero();
        local.information(i, i) = 1;
        continue;
      }
      const double off = point[i] - priors_[i].mean;
      local.log_density -= off * off * PrecisionOf(i) / 2;
      local.gradient[i] -= off * PrecisionOf(i);
      local.information(i, i) += PrecisionOf(i);
    }
  }

  void AddHeldMeans(const Eigen::VectorXd& point, Local& local) const {
    for (const std::vector<int>& group : held_) {
      const double each = held_information_ / static_cast<double>(group.size());
      double off = 0;
      for (const int i : group) off += point[i] - priors_[i].mean;
      local.log_density -= off * off * each / 2;
      for (const int i : group) {
        local.gradient[i] -= off * each;
        for (const int j : group) local.information(i, j) += each;
      }
    }
  }

  bool IsKnown(Eigen::Index i) const { return priors_[i].deviation == 0; }
  double PrecisionOf(Eigen::Index i) const { return 1 / (priors_[i].deviation * priors_[i].deviation); }

  const absl::Span<const NormalPrior> priors_;
  const absl::Span<const PairScore> scores_;
  const absl::Span<const std::vector<int>> held_;
  // The indices of Red's advantage and ln ν among the parameters.
  const Eigen::Index red_;
  const Eigen::Index draw_;
  // The information that is added to the mean of each held group: as much as a bot's games give.
  double held_information_;
};

DavidsonFit FitOf(const Posterior& posterior, const Eigen::VectorXd& mode,
                  const Eigen::LLT<Eigen::MatrixXd>& information) {
  const Eigen::Index size = mode.size();
  DavidsonFit fit{.mode = {mode.begin(), mode.end()}, .covariance = std::vector<double>(size * size)};
  // The matrix is symmetric, so the order of rows and columns does not matter.
  Eigen::Map<Eigen::MatrixXd> covariance(fit.covariance.data(), size, size);
  covariance.setIdentity();
  information.solveInPlace(covariance);
  posterior.RemoveFixedVariance(covariance);
  return fit;
}

}  // namespace

DavidsonFit FitDavidson(absl::Span<const NormalPrior> priors, absl::Span<const PairScore> scores,
                        absl::Span<const std::vector<int>> held) {
  FLAGFALL_CHECK(priors.size() >= 2);
  const Posterior posterior(priors, scores, held);
  Eigen::VectorXd point = posterior.Start();
  Local here = posterior.At(point);
  for (int count = 0;; ++count) {
    const Eigen::LLT<Eigen::MatrixXd> information(here.information);
    FLAGFALL_CHECK(information.info() == Eigen::Success);
    const Eigen::VectorXd step = information.solve(here.gradient);
    if (here.gradient.dot(step) < kSettled || count == kStepsMax) return FitOf(posterior, point + step, information);
    const double enough = here.log_density - kRounding * std::abs(here.log_density);
    double length = 1;
    Local next = posterior.At(point + step);
    while (!(next.log_density >= enough) && length > kRounding) {
      length /= 2;
      next = posterior.At(point + length * step);
    }
    point += length * step;
    here = std::move(next);
  }
}

}  // namespace flagfall::arena::rating
