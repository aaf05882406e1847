#include "tests/rating/pool_search.h"

#include <cmath>
#include <utility>

namespace flagfall::arena::rating {
namespace {

using Real = long double;
using Matrix = std::vector<std::vector<Real>>;

// Derivatives are taken over so many Elo, and as many hundredths of ln ν, to each side.
constexpr Real kNear = 0.01L;
constexpr Real kFar = 0.1L;

Real CentreOf(const SmallPool& pool, int scale) {
  Real sum = 0;
  int anchors = 0;
  for (const auto& [bot, rating] : pool.anchors) {
    if (pool.scale_of[bot] != scale) continue;
    sum += rating;
    ++anchors;
  }
  return anchors == 0 ? pool.options.mean : sum / anchors;
}

std::vector<int> FreeParameters(const SmallPool& pool) {
  const int bots = static_cast<int>(pool.scale_of.size());
  std::vector<int> free;
  for (int i = 0; i < bots; ++i) {
    if (!pool.anchors.contains(i)) free.push_back(i);
  }
  if (pool.options.red_advantage_deviation > 0) free.push_back(bots);
  free.push_back(bots + 1);
  return free;
}

Real ValueNear(const SmallPool& pool, PoolPoint point, int i, Real off_i, int j, Real off_j) {
  const int log_draw = static_cast<int>(pool.scale_of.size()) + 1;
  point[i] += off_i * (i == log_draw ? 0.01L : 1);
  point[j] += off_j * (j == log_draw ? 0.01L : 1);
  return LogPosterior(pool, point);
}

std::vector<Real> Gradient(const SmallPool& pool, const PoolPoint& point, const std::vector<int>& free) {
  std::vector<Real> gradient;
  for (const int i : free) {
    gradient.push_back((ValueNear(pool, point, i, kNear, i, 0) - ValueNear(pool, point, i, -kNear, i, 0)) /
                       (2 * kNear));
  }
  return gradient;
}

Matrix Information(const SmallPool& pool, const PoolPoint& point, const std::vector<int>& free) {
  Matrix information;
  for (const int i : free) {
    auto& row = information.emplace_back();
    for (const int j : free) {
      row.push_back(-(ValueNear(pool, point, i, kFar, j, kFar) - ValueNear(pool, point, i, kFar, j, -kFar) -
                      ValueNear(pool, point, i, -kFar, j, kFar) + ValueNear(pool, point, i, -kFar, j, -kFar)) /
                    (4 * kFar * kFar));
    }
  }
  return information;
}

// Gauss-Jordan elimination with pivots.
Matrix Inverse(Matrix matrix) {
  const std::size_t size = matrix.size();
  for (std::size_t i = 0; i < size; ++i) {
    matrix[i].resize(2 * size, 0);
    matrix[i][size + i] = 1;
  }
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column; row < size; ++row) {
      if (std::abs(matrix[row][column]) > std::abs(matrix[pivot][column])) pivot = row;
    }
    std::swap(matrix[column], matrix[pivot]);
    const Real divisor = matrix[column][column];
    for (Real& value : matrix[column]) value /= divisor;
    for (std::size_t row = 0; row < size; ++row) {
      if (row == column) continue;
      const Real factor = matrix[row][column];
      for (std::size_t k = 0; k < 2 * size; ++k) matrix[row][k] -= factor * matrix[column][k];
    }
  }
  for (auto& row : matrix) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(size));
  return matrix;
}

// Returns the covariance of the parameters after the mean of each scale without an anchor was subtracted from its bots.
Matrix WithMeansHeld(const SmallPool& pool, const Matrix& covariance) {
  const std::size_t bots = pool.scale_of.size();
  Matrix projection(bots + 2, std::vector<Real>(bots + 2, 0));
  projection[bots][bots] = projection[bots + 1][bots + 1] = 1;
  for (std::size_t i = 0; i < bots; ++i) {
    int size = 0;
    bool anchored = false;
    for (std::size_t j = 0; j < bots; ++j) {
      if (pool.scale_of[i] != pool.scale_of[j]) continue;
      ++size;
      anchored = anchored || pool.anchors.contains(static_cast<int>(j));
    }
    for (std::size_t j = 0; j < bots; ++j) {
      projection[i][j] = (i == j ? 1 : 0) - (!anchored && pool.scale_of[i] == pool.scale_of[j] ? 1.0L / size : 0);
    }
  }
  Matrix held(bots + 2, std::vector<Real>(bots + 2, 0));
  for (std::size_t i = 0; i < bots + 2; ++i) {
    for (std::size_t j = 0; j < bots + 2; ++j) {
      for (std::size_t k = 0; k < bots + 2; ++k) {
        for (std::size_t l = 0; l < bots + 2; ++l) held[i][j] += projection[i][k] * covariance[k][l] * projection[j][l];
      }
    }
  }
  return held;
}

PoolPoint StartOf(const SmallPool& pool) {
  PoolPoint point;
  for (const int scale : pool.scale_of) point.push_back(CentreOf(pool, scale));
  for (const auto& [bot, rating] : pool.anchors) point[bot] = rating;
  point.insert(point.end(), {0, 0});
  return point;
}

}  // namespace

long double LogPosterior(const SmallPool& pool, const PoolPoint& point) {
  const std::size_t bots = pool.scale_of.size();
  const Real nu = std::exp(point[bots + 1]);
  Real sum = -point[bots + 1] * point[bots + 1] / (2 * 2 * 2);
  const Real advantage_deviation = pool.options.red_advantage_deviation;
  if (advantage_deviation > 0) sum -= std::pow(point[bots] / advantage_deviation, 2.0L) / 2;
  for (std::size_t i = 0; i < bots; ++i) {
    const Real off = point[i] - CentreOf(pool, pool.scale_of[i]);
    if (!pool.anchors.contains(static_cast<int>(i))) sum -= std::pow(off / pool.options.rating_deviation, 2.0L) / 2;
  }
  for (const PairScore& pair : pool.scores) {
    const Real red = std::pow(10.0L, (point[pair.red] + point[bots] - point[pair.blue]) / 400);
    const Real level = nu * std::sqrt(red);
    const Real all = red + level + 1;
    sum += pair.tally.wins * std::log(red / all) + pair.tally.draws * std::log(level / all) +
           pair.tally.losses * std::log(1 / all);
  }
  return sum;
}

SearchedRatings RateBySearch(const SmallPool& pool) {
  const std::vector<int> free = FreeParameters(pool);
  const std::size_t bots = pool.scale_of.size();
  // ln ν is measured in hundredths.
  const auto unit_of = [&](int parameter) { return parameter == static_cast<int>(bots) + 1 ? 0.01L : 1.0L; };
  PoolPoint point = StartOf(pool);
  for (int round = 0; round < 100; ++round) {
    const std::vector<Real> gradient = Gradient(pool, point, free);
    const Matrix inverse = Inverse(Information(pool, point, free));
    Real length = 1;
    for (PoolPoint next; length > 1e-6L; length /= 2) {
      next = point;
      for (std::size_t i = 0; i < free.size(); ++i) {
        for (std::size_t j = 0; j < free.size(); ++j) {
          next[free[i]] += unit_of(free[i]) * length * inverse[i][j] * gradient[j];
        }
      }
      if (LogPosterior(pool, next) <= LogPosterior(pool, point)) continue;
      point = next;
      break;
    }
    if (length <= 1e-6L) break;
  }
  const Matrix inverse = Inverse(Information(pool, point, free));
  SearchedRatings found;
  found.point = point;
  Matrix covariance(bots + 2, std::vector<Real>(bots + 2, 0));
  for (std::size_t i = 0; i < free.size(); ++i) {
    for (std::size_t j = 0; j < free.size(); ++j) {
      covariance[free[i]][free[j]] = inverse[i][j] * unit_of(free[i]) * unit_of(free[j]);
    }
  }
  found.covariance = WithMeansHeld(pool, covariance);
  return found;
}

}  // namespace flagfall::arena::rating
