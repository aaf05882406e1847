// The exact test of Fisher, for scores of 0, 1 and 2 and for many tables at once.
//
// A machine has played n of the N games of a stratum, of which a, b and c have the scores 0, 1 and 2. If machines make
// no difference, its n games are any n of the N. So the number of those with score 2 is hypergeometric, given that the
// number of those with score 1 is too, and the probability of each sum of scores follows by adding up. The strata are
// independent of each other, so the distribution of the sum over all of them is the convolution of theirs.
//
// Example: of two games one was won (2) and one lost (0), and the machine played one of them. Its sum is 0 or 2, each
// with a probability of 1/2.
#include "arena/cluster/stratified_tails.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace flagfall::arena::cluster {
namespace {

// Terms whose logarithm is below this are left out, and ends of a distribution that are smaller than the second.
constexpr double kLogTermMin = -600;
constexpr double kTermMin = 1e-280;

// log(0!), log(1!), …
using LogFactorials = std::vector<double>;

LogFactorials LogFactorialsTo(std::int64_t n) {
  LogFactorials logs(static_cast<std::size_t>(n) + 1, 0.0);
  for (std::size_t i = 2; i < logs.size(); ++i) logs[i] = logs[i - 1] + std::log(static_cast<double>(i));
  return logs;
}

double LogChoose(const LogFactorials& logs, std::int64_t n, std::int64_t k) {
  return logs[static_cast<std::size_t>(n)] - logs[static_cast<std::size_t>(k)] - logs[static_cast<std::size_t>(n - k)];
}

// Calls `take(k, log)` with the logarithm of the probability that k of `drawn` games are among the `marked` ones of all
// `games`, for each k at which it is not negligible.
template <typename Take>
void ForEachHypergeometric(const LogFactorials& logs, std::int64_t games, std::int64_t marked, std::int64_t drawn,
                           Take take) {
  const double all = LogChoose(logs, games, drawn);
  const std::int64_t first = std::max<std::int64_t>(0, drawn - (games - marked));
  const std::int64_t last = std::min(drawn, marked);
  for (std::int64_t k = first; k <= last; ++k) {
    const double log = LogChoose(logs, marked, k) + LogChoose(logs, games - marked, drawn - k) - all;
    if (log >= kLogTermMin) take(k, log);
  }
}

std::int64_t GamesIn(const Stratum::Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::int64_t ScoreOf(const Stratum::Counts& counts) { return counts[1] + 2 * counts[2]; }

// The probabilities of sums from `first` on.
struct Distribution {
  std::int64_t first = 0;
  std::vector<double> terms = {1.0};

  void CutEnds() {
    const auto is_large = [](double term) { return term >= kTermMin; };
    const auto begin = std::find_if(terms.begin(), terms.end(), is_large);
    const auto end = std::find_if(terms.rbegin(), terms.rend(), is_large).base();
    if (begin >= end) return;
    first += begin - terms.begin();
    terms = std::vector<double>(begin, end);
  }
};

Distribution DistributionOf(const Stratum& stratum, const LogFactorials& logs) {
  const std::int64_t drawn = GamesIn(stratum.mine);
  const std::int64_t games = GamesIn(stratum.all);
  Distribution sums{.first = 0, .terms = std::vector<double>(static_cast<std::size_t>(2 * drawn) + 1, 0.0)};
  ForEachHypergeometric(logs, games, stratum.all[2], drawn, [&](std::int64_t twos, double log_twos) {
    const std::int64_t others = games - stratum.all[2];
    ForEachHypergeometric(logs, others, stratum.all[1], drawn - twos, [&](std::int64_t ones, double log_ones) {
      sums.terms[static_cast<std::size_t>(2 * twos + ones)] += std::exp(log_twos + log_ones);
    });
  });
  sums.CutEnds();
  return sums;
}

Distribution Convolved(const Distribution& a, const Distribution& b) {
  Distribution sum{.first = a.first + b.first, .terms = std::vector<double>(a.terms.size() + b.terms.size() - 1, 0.0)};
  for (std::size_t i = 0; i < a.terms.size(); ++i) {
    for (std::size_t k = 0; k < b.terms.size(); ++k) sum.terms[i + k] += a.terms[i] * b.terms[k];
  }
  sum.CutEnds();
  return sum;
}

}  // namespace

Tails TailsOf(absl::Span<const Stratum> strata) {
  std::int64_t games_max = 0;
  for (const Stratum& stratum : strata) games_max = std::max(games_max, GamesIn(stratum.all));
  const LogFactorials logs = LogFactorialsTo(games_max);
  Tails tails;
  Distribution sums;
  for (const Stratum& stratum : strata) {
    const std::int64_t games = GamesIn(stratum.all);
    if (games == 0) continue;
    tails.observed += ScoreOf(stratum.mine);
    tails.expected += static_cast<double>(GamesIn(stratum.mine)) * static_cast<double>(ScoreOf(stratum.all)) /
                      static_cast<double>(games);
    sums = Convolved(sums, DistributionOf(stratum, logs));
  }
  tails.at_most = tails.at_least = 0;
  for (std::size_t i = 0; i < sums.terms.size(); ++i) {
    const std::int64_t sum = sums.first + static_cast<std::int64_t>(i);
    if (sum <= tails.observed) tails.at_most += sums.terms[i];
    if (sum >= tails.observed) tails.at_least += sums.terms[i];
  }
  // An observed sum beyond the ends that were cut off.
  tails.at_most = std::clamp(tails.at_most, kTermMin, 1.0);
  tails.at_least = std::clamp(tails.at_least, kTermMin, 1.0);
  return tails;
}

}  // namespace flagfall::arena::cluster
