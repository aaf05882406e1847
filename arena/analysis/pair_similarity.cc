#include "arena/analysis/pair_similarity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "arena/analysis/mean_bets.h"
#include "arena/rating/residuals.h"
#include "referee/base/check.h"

namespace flagfall::arena::analysis {
namespace {

constexpr std::size_t kWeighingViewsMax = 5;

// A game in which more than so many times as much agreement is allowed as in those before it on average counts as if it
// were so much. Such games are rare, since each is a mean of many views.
constexpr double kAllowedRange = 1.5;

// How often answers of different times agree, out of how many that there were.
struct Agreements {
  double agreed = 0;
  double of = 0;

  double share() const { return agreed / of; }
};

Agreements AcrossTimes(const std::vector<int>& a, const std::vector<int>& b) {
  Agreements agreements;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (i == k || a[i] == kNoAnswer || b[k] == kNoAnswer) continue;
      agreements.agreed += a[i] == b[k] ? 1 : 0;
      agreements.of += 1;
    }
  }
  return agreements;
}

Agreements AtSameTimes(const std::vector<int>& a, const std::vector<int>& b) {
  Agreements agreements;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == kNoAnswer || b[i] == kNoAnswer) continue;
    agreements.agreed += a[i] == b[i] ? 1 : 0;
    agreements.of += 1;
  }
  return agreements;
}

// The ply of a view that both have answered most.
board::Ply CommonPly(const ComparedView& view, std::size_t first, std::size_t second) {
  std::vector<int> votes(view.legal.size());
  for (std::size_t ply = 0; ply < votes.size(); ++ply) {
    const auto count = [&](std::size_t bot) {
      return static_cast<int>(std::count(view.answers[bot].begin(), view.answers[bot].end(), static_cast<int>(ply)));
    };
    votes[ply] = count(first) * count(second);
  }
  return view.legal[static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin())];
}

// Sums of a pair's figures over some views.
struct PairSums {
  double views = 0;
  double agreement = 0;
  double others = 0;
  double self = 0;
  double chance = 0;
  double same_seed = 0;

  void Add(const PairSums& sums, double weight) {
    views += weight * sums.views;
    agreement += weight * sums.agreement;
    others += weight * sums.others;
    self += weight * sums.self;
    chance += weight * sums.chance;
    same_seed += weight * sums.same_seed;
  }
};

// One view, with the agreement of each two bots in it.
class ViewAgreements {
 public:
  explicit ViewAgreements(const ComparedView& view) : view_(view), bots_(view.answers.size()), table_(bots_ * bots_) {
    sums_.resize(bots_);
    for (std::size_t i = 0; i < bots_; ++i) {
      for (std::size_t k = i; k < bots_; ++k) {
        const Agreements agreements = AcrossTimes(view.answers[i], view.answers[k]);
        table_[i * bots_ + k] = table_[k * bots_ + i] = agreements;
        if (i == k || agreements.of == 0) continue;
        for (const std::size_t bot : {i, k}) {
          sums_[bot].agreed += agreements.share();
          sums_[bot].of += 1;
        }
      }
    }
  }

  // Absent where one of them, or all others, gave too few answers to be compared.
  std::optional<PairSums> Of(std::size_t first, std::size_t second) const {
    const Agreements& pair = At(first, second);
    const Agreements same_seed = AtSameTimes(view_.answers[first], view_.answers[second]);
    if (pair.of == 0 || same_seed.of == 0 || At(first, first).of == 0 || At(second, second).of == 0) return {};
    PairSums sums{.views = 1, .agreement = pair.share(), .same_seed = same_seed.share()};
    for (const std::size_t bot : {first, second}) {
      const double others = sums_[bot].of - 1;
      if (others < 1) return {};
      sums.others += (sums_[bot].agreed - pair.share()) / others / 2;
      sums.self += At(bot, bot).share() / 2;
    }
    sums.chance = 1 / static_cast<double>(view_.legal.size());
    sums.others = std::clamp(sums.others, sums.chance, 1.0);
    return sums;
  }

 private:
  const Agreements& At(std::size_t first, std::size_t second) const { return table_[first * bots_ + second]; }

  const ComparedView& view_;
  const std::size_t bots_;
  std::vector<Agreements> table_;
  // By bot, the sum of its shares with all others, and with how many.
  std::vector<Agreements> sums_;
};

void Weigh(const ComparedViews& compared, std::size_t index, const PairSums& sums, PairSimilarity& pair) {
  const double weight = sums.agreement - sums.others;
  if (weight <= 0) return;
  std::vector<WeighingView>& weighing = pair.weighing;
  const std::vector<ComparedView>& views = compared.views();
  const auto same = std::find_if(weighing.begin(), weighing.end(), [&](const WeighingView& other) {
    return views[other.view].game == views[index].game;
  });
  if (same != weighing.end()) {
    if (same->weight >= weight) return;
    weighing.erase(same);
  }
  if (weighing.size() == kWeighingViewsMax && weighing.back().weight >= weight) return;
  const auto is_heavier = [](const WeighingView& a, const WeighingView& b) { return a.weight > b.weight; };
  const WeighingView weighed{.view = index, .ply = CommonPly(views[index], pair.first, pair.second), .weight = weight};
  weighing.insert(std::upper_bound(weighing.begin(), weighing.end(), weighed, is_heavier), weighed);
  if (weighing.size() > kWeighingViewsMax) weighing.pop_back();
}

// The figures of a pair of which the views of each unit have been summed.
void Conclude(const std::vector<PairSums>& units, double allowed, PairSimilarity& pair) {
  PairSums means;
  MeanBets bets;
  // Of all units before.
  double prices = 0;
  for (const PairSums& unit : units) {
    if (unit.views == 0) continue;
    PairSums mean;
    mean.Add(unit, 1 / unit.views);
    means.Add(mean, 1);
    ++pair.units;
    pair.views += static_cast<std::uint32_t>(unit.views);
    // The agreement up to which nothing is won: no game can lose more than this.
    const double price = (1 - allowed) * mean.others + allowed * mean.self;
    bets.Add(mean.agreement - price, pair.units == 1 ? 1 : std::min(1.0, kAllowedRange * prices / (pair.units - 1)));
    prices += price;
  }
  if (pair.units == 0) return;
  const auto count = static_cast<double>(pair.units);
  pair.agreement = means.agreement / count;
  pair.others = means.others / count;
  pair.self = means.self / count;
  pair.chance = means.chance / count;
  pair.same_seed = means.same_seed / count;
  pair.p = bets.P();
  const double room = means.self - means.others;
  if (room < kTellingMin * count) return;
  const double similarity = (means.agreement - means.others) / room;
  pair.similarity = similarity;
  if (pair.units < 2) return;
  double squares = 0;
  for (const PairSums& unit : units) {
    if (unit.views == 0) continue;
    const double above = unit.agreement - unit.others - similarity * (unit.self - unit.others);
    squares += std::pow(above / unit.views, 2);
  }
  pair.standard_error = std::sqrt(count / (count - 1) * squares) / room;
}

}  // namespace

std::vector<PairSimilarity> ComparePairs(const ComparedViews& compared, double allowed) {
  FLAGFALL_CHECK(compared.bots() >= kComparedBotsMin);
  std::vector<PairSimilarity> pairs;
  for (std::size_t first = 0; first < compared.bots(); ++first) {
    for (std::size_t second = first + 1; second < compared.bots(); ++second) {
      pairs.push_back({.first = first, .second = second});
    }
  }
  std::vector<std::vector<PairSums>> units(pairs.size(), std::vector<PairSums>(compared.units()));
  for (std::size_t index = 0; index < compared.views().size(); ++index) {
    const ComparedView& view = compared.views()[index];
    const ViewAgreements agreements(view);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::optional<PairSums> sums = agreements.Of(pairs[i].first, pairs[i].second);
      if (!sums.has_value()) continue;
      units[i][compared.UnitOf(view.game)].Add(*sums, 1);
      Weigh(compared, index, *sums, pairs[i]);
    }
  }
  std::vector<double> p;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    Conclude(units[i], allowed, pairs[i]);
    p.push_back(pairs[i].p);
  }
  const std::vector<double> adjusted = rating::AdjustByHolm(p);
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i].adjusted_p = adjusted[i];
  std::stable_sort(pairs.begin(), pairs.end(), [](const PairSimilarity& a, const PairSimilarity& b) {
    // Those without a similarity come last.
    constexpr double kNone = -std::numeric_limits<double>::infinity();
    return std::tuple(a.adjusted_p, -a.similarity.value_or(kNone)) <
           std::tuple(b.adjusted_p, -b.similarity.value_or(kNone));
  });
  return pairs;
}

}  // namespace flagfall::arena::analysis
