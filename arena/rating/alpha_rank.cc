// The stationary distribution of a Markov chain by state reduction, without a subtraction. (W. K. Grassmann, M. I.
// Taksar, D. P. Heyman, "Regenerative analysis and steady state distributions for Markov chains", Operations Research
// 33, 1985.) States are taken out one after the other: the way over the state that is gone, i → k → j, is added to the
// direct one, i → j. Since only sums, products and quotients of positive numbers are taken, each mass is exact to the
// last digits, and so the method works on any numbers that have these three:
//
// - logarithms, for a finite α: with α = 1000 the chances to go from a bot to a worse one are as small as e^-25000;
// - leading terms factor·ε^exponent with ε = e^-α, for the limit of α → ∞. A sum has the smaller exponent of both. The
//   chance to go to a worse bot is about 1·ε^(m·|A|); all others have the exponent 0.
//
// Example: r beats p beats s beats r, each with 3 points of 4, and all beat x. The chain leaves x for good, and goes
// round r → s → p: masses 1/3, 1/3, 1/3 and 0.
#include "arena/rating/alpha_rank.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "referee/base/check.h"

namespace flagfall::arena::rating {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// Exponents of leading terms are sums of a few m·|A|, and A is a fraction with the number of games below it. They are
// the same where they differ by rounding.
constexpr double kSameExponent = 1e-9;
constexpr double kSameLog = 1e-9;

// A number ≥ 0 by its logarithm.
struct LogNumber {
  double log = -kInfinite;

  static LogNumber One() { return {0}; }
  friend LogNumber operator+(LogNumber a, LogNumber b) {
    const double high = std::max(a.log, b.log), low = std::min(a.log, b.log);
    return low == -kInfinite ? LogNumber{high} : LogNumber{high + std::log1p(std::exp(low - high))};
  }
  friend LogNumber operator*(LogNumber a, LogNumber b) { return {a.log + b.log}; }
  friend LogNumber operator/(LogNumber a, LogNumber b) { return {a.log - b.log}; }
};

// factor·ε^exponent, for ε → 0. 0 has the factor 0.
struct LeadingTerm {
  double exponent = kInfinite;
  double factor = 0;

  static LeadingTerm One() { return {0, 1}; }
  friend LeadingTerm operator+(LeadingTerm a, LeadingTerm b) {
    if (a.factor == 0 || b.factor == 0) return a.factor == 0 ? b : a;
    if (std::abs(a.exponent - b.exponent) <= kSameExponent) {
      return {std::min(a.exponent, b.exponent), a.factor + b.factor};
    }
    return a.exponent < b.exponent ? a : b;
  }
  friend LeadingTerm operator*(LeadingTerm a, LeadingTerm b) { return {a.exponent + b.exponent, a.factor * b.factor}; }
  friend LeadingTerm operator/(LeadingTerm a, LeadingTerm b) { return {a.exponent - b.exponent, a.factor / b.factor}; }
};

// The chance that a bot takes over which has the advantage A over the present one.
LogNumber Fixation(double advantage, double alpha) {
  constexpr double kM = kAlphaPopulation;
  const double u = std::abs(alpha * kM / (kM - 1) * advantage);
  if (u < 1e-12) return {-std::log(kM)};
  const double upwards = std::log(-std::expm1(-u)) - std::log(-std::expm1(-kM * u));
  return {advantage > 0 ? upwards : upwards - (kM - 1) * u};
}

LeadingTerm FixationInTheLimit(double advantage) {
  constexpr double kM = kAlphaPopulation;
  if (advantage == 0) return {0, 1 / kM};
  return {advantage > 0 ? 0 : -kM * advantage, 1};
}

// Returns the stationary distribution, up to a common factor, of the chain with so many states and the positive rates
// `rate(from, to)`.
template <typename Number, typename Rate>
std::vector<Number> Stationary(int states, Rate rate) {
  const auto n = static_cast<std::size_t>(states);
  std::vector<Number> rates(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j) rates[i * n + j] = rate(static_cast<int>(i), static_cast<int>(j));
    }
  }
  for (std::size_t k = n; k-- > 1;) {
    Number out = {};
    for (std::size_t j = 0; j < k; ++j) out = out + rates[k * n + j];
    for (std::size_t i = 0; i < k; ++i) {
      Number& in = rates[i * n + k];
      in = in / out;
      for (std::size_t j = 0; j < k; ++j) {
        if (i != j) rates[i * n + j] = rates[i * n + j] + in * rates[k * n + j];
      }
    }
  }
  std::vector<Number> masses(n);
  if (n > 0) masses[0] = Number::One();
  for (std::size_t k = 1; k < n; ++k) {
    for (std::size_t i = 0; i < k; ++i) masses[k] = masses[k] + masses[i] * rates[i * n + k];
  }
  return masses;
}

// Makes the sum 1.
void Normalise(std::vector<double>& masses) {
  double sum = 0;
  for (const double mass : masses) sum += mass;
  for (double& mass : masses) mass /= sum;
}

AlphaRanks RanksAt(const Payoffs& payoffs, double alpha) {
  const std::vector<LogNumber> terms =
      Stationary<LogNumber>(payoffs.bots(), [&](int from, int to) { return Fixation(payoffs.At(to, from), alpha); });
  double highest = -kInfinite;
  for (const LogNumber& term : terms) highest = std::max(highest, term.log);
  AlphaRanks ranks;
  std::vector<double> logs;
  for (const LogNumber& term : terms) {
    logs.push_back(term.log);
    ranks.masses.push_back(std::exp(term.log - highest));
  }
  Normalise(ranks.masses);
  ranks.places = PlacesBy(logs, kSameLog);
  return ranks;
}

AlphaRanks RanksInTheLimit(const Payoffs& payoffs) {
  const std::vector<LeadingTerm> terms = Stationary<LeadingTerm>(
      payoffs.bots(), [&](int from, int to) { return FixationInTheLimit(payoffs.At(to, from)); });
  double least = kInfinite;
  for (const LeadingTerm& term : terms) least = std::min(least, term.exponent);
  AlphaRanks ranks;
  for (const LeadingTerm& term : terms) {
    ranks.masses.push_back(term.exponent - least <= kSameExponent ? term.factor : 0);
  }
  Normalise(ranks.masses);
  const auto vanishes_alike = [](const LeadingTerm& a, const LeadingTerm& b) {
    return std::abs(a.exponent - b.exponent) <= kSameExponent;
  };
  for (const LeadingTerm& term : terms) {
    int ahead = 0;
    for (const LeadingTerm& other : terms) {
      ahead += vanishes_alike(term, other) ? std::log(other.factor) - std::log(term.factor) > kSameLog
                                           : other.exponent < term.exponent;
    }
    ranks.places.push_back(ahead + 1);
  }
  return ranks;
}

}  // namespace

AlphaRanks AlphaRank(const Payoffs& payoffs, std::optional<double> alpha) {
  FLAGFALL_CHECK(!alpha.has_value() || (*alpha > 0 && *alpha <= kAlphaMax));
  return alpha.has_value() ? RanksAt(payoffs, *alpha) : RanksInTheLimit(payoffs);
}

}  // namespace flagfall::arena::rating
