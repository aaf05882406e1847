// How a worker's results are compared with those of other machines.
//
// Games of one tournament with the same Red and the same Blue are a stratum. Where it makes no difference which machine
// plays them, the worker's games are any of the stratum's, so that the exact test of stratified_tails.h applies to
//   - how many were lost on time, and how many came to nothing: more than chance allows;
//   - how many went otherwise when a second worker played them: more. Bots without chance do the same again;
//   - how many were drawn: more or fewer;
//   - the points of each bot: more or fewer. This is what somebody changes who favours a bot.
// Each comparison has its p-value, and the smallest of them counts, multiplied by the number of comparisons, that of
// workers, and pi^2 / 6 times the square of the number of the look. The sum of the inverse squares of all numbers is
// pi^2 / 6, so that all looks that there can ever be have together what one alone would have.
//
// Where one worker lies, the others differ from it as well. So when a worker is found to differ, all that have played
// in its tournaments are compared, and the one with the smallest p-value is the outlier; its games are left out, and
// the worker is compared again.
#include "arena/cluster/worker_outliers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cluster/stratified_tails.h"
#include "referee/base/check.h"

namespace flagfall::arena::cluster {
namespace {

constexpr double kFirstLookGames = 20;
constexpr double kGrowth = 1.25;
// p-values that differ by less are the same: two machines that played the same games between them.
constexpr double kSameP = 1e-6;

// What a comparison counts, as a score of 0, 1 or 2 for each game.
using Scores = Stratum::Counts;

Scores TimeLosses(const GameEnds& ends) { return {ends.Counting() - ends.time_losses, ends.time_losses, 0}; }
Scores Voids(const GameEnds& ends) { return {ends.Counting(), ends.voids, 0}; }
Scores Draws(const GameEnds& ends) { return {ends.red_wins + ends.blue_wins, ends.draws, 0}; }
Scores RedPoints(const GameEnds& ends) { return {ends.blue_wins, ends.draws, ends.red_wins}; }
Scores BluePoints(const GameEnds& ends) { return {ends.red_wins, ends.draws, ends.blue_wins}; }

// A pairing in which the worker and others have played.
struct Contrast {
  const Pairing* pairing = nullptr;
  GameEnds mine;
  GameEnds all;

  Stratum By(Scores (*scores)(const GameEnds&)) const { return {.mine = scores(mine), .all = scores(all)}; }
};

std::vector<Contrast> ContrastsOf(const PlayedGames::Part& played, std::int64_t worker,
                                  const std::set<std::int64_t>& left_out) {
  std::vector<Contrast> contrasts;
  for (const auto* entry : played.games) {
    const auto& [pairing, machines] = *entry;
    const auto mine = machines.find(worker);
    if (mine == machines.end()) continue;
    Contrast contrast{.pairing = &pairing, .mine = mine->second, .all = {}};
    bool has_others = false;
    for (const auto& [machine, ends] : machines) {
      if (left_out.contains(machine)) continue;
      contrast.all.Add(ends);
      has_others |= machine != worker;
    }
    if (has_others) contrasts.push_back(contrast);
  }
  return contrasts;
}

// Games that two workers have played, with a score of 1 where they went otherwise; by pairing.
std::vector<Stratum> DeviationsOf(const PlayedGames::Part& played, std::int64_t worker,
                                  const std::set<std::int64_t>& left_out) {
  std::map<Pairing, Stratum> strata;
  for (const store::ComparedGames* entry : played.compared) {
    const store::ComparedGames& alike = *entry;
    if (left_out.contains(alike.first) || left_out.contains(alike.second)) continue;
    Stratum& stratum = strata[{alike.tournament_id, alike.red, alike.blue}];
    const std::size_t score = alike.is_same ? 0 : 1;
    stratum.all[score] += alike.games;
    if (alike.first == worker || alike.second == worker) stratum.mine[score] += alike.games;
  }
  std::vector<Stratum> deviations;
  for (const auto& [pairing, stratum] : strata) deviations.push_back(stratum);
  return deviations;
}

struct Finding {
  double p = 1;
  // What p is multiplied by.
  double correction = 1;
  std::string reason;

  bool IsBelow(double alpha) const { return p * correction < alpha; }
};

// Takes the comparison of one worker that is the least probable by chance.
class Comparisons {
 public:
  void TakeMore(const std::vector<Stratum>& strata, absl::string_view what) {
    const Tails tails = TailsOf(strata);
    ++count_;
    Take(tails.at_least, absl::StrFormat("games that %s: %d, where the rate of all machines in the same pairings would "
                                         "make %.1f",
                                         what, tails.observed, tails.expected));
  }
  void TakeMoreOrFewer(const std::vector<Stratum>& strata, absl::string_view what, double unit) {
    const Tails tails = TailsOf(strata);
    count_ += 2;
    Take(std::min(tails.at_most, tails.at_least),
         absl::StrFormat("%s: %g, where the rate of all machines in the same pairings would make %.1f", what,
                         static_cast<double>(tails.observed) * unit, tails.expected * unit));
  }

  Finding Strongest(double others_correction) const {
    Finding finding = strongest_;
    finding.correction = others_correction * count_;
    return finding;
  }

 private:
  void Take(double p, std::string reason) {
    if (p < strongest_.p) strongest_ = {.p = p, .reason = std::move(reason)};
  }

  int count_ = 0;
  Finding strongest_;
};

std::int64_t GamesOf(const PlayedGames::Part& played, std::int64_t worker) {
  std::int64_t games = 0;
  for (const auto* entry : played.games) {
    const auto& [pairing, machines] = *entry;
    const auto found = machines.find(worker);
    if (found != machines.end()) games += found->second.Counting() + found->second.voids;
  }
  return games;
}

// Absent when the worker has too few games, or none with which to compare them.
std::optional<Finding> StrongestFindingOf(const PlayedGames::Part& played, std::int64_t worker,
                                          const std::set<std::int64_t>& left_out, const OutlierTest& test) {
  const int look = LookAt(GamesOf(played, worker));
  const std::vector<Contrast> contrasts = ContrastsOf(played, worker, left_out);
  if (look == 0 || contrasts.empty()) return std::nullopt;
  std::vector<Stratum> time_losses;
  std::vector<Stratum> voids;
  std::vector<Stratum> draws;
  std::map<std::string, std::vector<Stratum>> points;
  for (const Contrast& contrast : contrasts) {
    time_losses.push_back(contrast.By(TimeLosses));
    voids.push_back(contrast.By(Voids));
    draws.push_back(contrast.By(Draws));
    points[std::get<1>(*contrast.pairing)].push_back(contrast.By(RedPoints));
    points[std::get<2>(*contrast.pairing)].push_back(contrast.By(BluePoints));
  }
  Comparisons comparisons;
  comparisons.TakeMore(time_losses, "were lost on time");
  comparisons.TakeMore(voids, "came to nothing");
  comparisons.TakeMore(DeviationsOf(played, worker, left_out), "went otherwise when two workers played them");
  comparisons.TakeMoreOrFewer(draws, "games that were drawn", 1);
  for (const auto& [bot, strata] : points) {
    comparisons.TakeMoreOrFewer(strata, absl::StrCat("points of ", bot), 0.5);
  }
  const double looks = std::numbers::pi * std::numbers::pi / 6 * look * look;
  Finding finding = comparisons.Strongest(looks * static_cast<double>(std::max<std::int64_t>(1, test.workers)));
  absl::StrAppendFormat(&finding.reason, " (look %d, p = %.1e, below %.1e)", look, finding.p,
                        test.alpha / finding.correction);
  return finding;
}

// Those that differ most from the rest: one, or two when they differ from each other alone.
std::vector<Outlier> MostDifferent(const PlayedGames::Part& played, const std::set<std::int64_t>& left_out,
                                   const OutlierTest& test) {
  std::set<std::int64_t> workers;
  for (const auto* entry : played.games) {
    const auto& [pairing, machines] = *entry;
    for (const auto& [machine, ends] : machines) {
      if (machine != 0 && !left_out.contains(machine)) workers.insert(machine);
    }
  }
  std::map<std::int64_t, Finding> findings;
  double least = 1;
  for (const std::int64_t worker : workers) {
    std::optional<Finding> finding = StrongestFindingOf(played, worker, left_out, test);
    if (!finding.has_value() || !finding->IsBelow(test.alpha)) continue;
    least = std::min(least, finding->p);
    findings.emplace(worker, *std::move(finding));
  }
  std::vector<Outlier> outliers;
  for (auto& [worker, finding] : findings) {
    if (finding.p <= least * (1 + kSameP)) outliers.push_back({worker, std::move(finding.reason)});
  }
  if (outliers.size() < 2) return outliers;
  for (Outlier& outlier : outliers) {
    absl::StrAppend(&outlier.reason,
                    "; it and another worker differ from each other, and no third machine has played "
                    "enough to tell which of them is right");
  }
  return outliers;
}

}  // namespace

std::int64_t GamesOfLook(int look) {
  FLAGFALL_CHECK(look >= 1);
  return static_cast<std::int64_t>(std::ceil(kFirstLookGames * std::pow(kGrowth, look - 1)));
}

int LookAt(std::int64_t games) {
  int look = 0;
  while (games >= GamesOfLook(look + 1)) ++look;
  return look;
}

std::vector<Outlier> FindOutliers(const PlayedGames& games, std::int64_t worker, const OutlierTest& test) {
  const PlayedGames::Part played = games.AroundWorker(worker);
  std::set<std::int64_t> found = test.left_out;
  std::vector<Outlier> outliers;
  while (!found.contains(worker)) {
    const std::optional<Finding> finding = StrongestFindingOf(played, worker, found, test);
    if (!finding.has_value() || !finding->IsBelow(test.alpha)) break;
    std::vector<Outlier> more = MostDifferent(played, found, test);
    for (Outlier& outlier : more) {
      found.insert(outlier.worker);
      outliers.push_back(std::move(outlier));
    }
  }
  return outliers;
}

}  // namespace flagfall::arena::cluster
