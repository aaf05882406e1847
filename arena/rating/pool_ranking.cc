#include "arena/rating/pool_ranking.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/rating/alpha_rank.h"
#include "arena/rating/nash_averaging.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::rating {
namespace {

constexpr std::uint64_t kBootstrapSeed = 20190709;
// What all rankings of a bootstrap cost, in steps of the innermost loop: about a second.
constexpr double kBootstrapSteps = 6e7;

// The samples of two bots, by kind: three of games and five of pairs, each with how many half points the first bot made
// in how many games.
struct Samples {
  static constexpr std::size_t kKinds = 8;
  static constexpr std::size_t kFirstOfPairs = 3;

  // How many there are of each kind.
  std::array<std::int64_t, kKinds> counts = {};

  static int HalfPointsOf(std::size_t kind) { return static_cast<int>(kind < kFirstOfPairs ? kind : kind - 3); }
  static int GamesOf(std::size_t kind) { return kind < kFirstOfPairs ? 1 : 2; }

  void Add(const Encounter& encounter, bool is_turned) {
    const Tally& games = encounter.games;
    const std::array<std::int64_t, 3> of_games = {games.losses, games.draws, games.wins};
    for (std::size_t k = 0; k < 3; ++k) counts[k] += of_games[is_turned ? 2 - k : k];
    for (std::size_t k = 0; k < 5; ++k) counts[kFirstOfPairs + k] += encounter.pairs.pairs[is_turned ? 4 - k : k];
  }
};

// The payoff A of the first bot.
double PayoffOf(const std::array<std::int64_t, Samples::kKinds>& counts) {
  double half_points = 0, games = 0;
  for (std::size_t kind = 0; kind < Samples::kKinds; ++kind) {
    half_points += static_cast<double>(counts[kind]) * Samples::HalfPointsOf(kind);
    games += static_cast<double>(counts[kind]) * Samples::GamesOf(kind);
  }
  return half_points / (2 * games) - 0.5;
}

// What the bootstrap draws from: the samples, or where they are alike two more.
std::array<std::int64_t, Samples::kKinds> Urn(const Samples& samples) {
  std::array<std::int64_t, Samples::kKinds> urn = samples.counts;
  const auto is_there = [](std::int64_t count) { return count > 0; };
  if (std::count_if(urn.begin(), urn.end(), is_there) != 1) return urn;
  const bool are_games = std::any_of(urn.begin(), urn.begin() + Samples::kFirstOfPairs, is_there);
  ++urn[are_games ? 0 : Samples::kFirstOfPairs];
  ++urn[are_games ? Samples::kFirstOfPairs - 1 : Samples::kKinds - 1];
  return urn;
}

// Draws as many samples as there are, kind by kind: how many come out as this kind, of those that are still to be
// drawn.
double DrawPayoff(const Samples& samples, std::mt19937_64& random) {
  const std::array<std::int64_t, Samples::kKinds> urn = Urn(samples);
  std::int64_t left = 0, to_draw = 0;
  for (const std::int64_t count : urn) left += count;
  for (const std::int64_t count : samples.counts) to_draw += count;
  std::array<std::int64_t, Samples::kKinds> drawn = {};
  for (std::size_t kind = 0; kind < Samples::kKinds && to_draw > 0; ++kind) {
    if (urn[kind] == 0) continue;
    const double chance = static_cast<double>(urn[kind]) / static_cast<double>(left);
    drawn[kind] = urn[kind] == left ? to_draw : std::binomial_distribution<std::int64_t>(to_draw, chance)(random);
    left -= urn[kind];
    to_draw -= drawn[kind];
  }
  return PayoffOf(drawn);
}

// A ranking of the bots of a payoff matrix.
struct Ranks {
  std::vector<double> shares;
  std::vector<double> scores;
  std::vector<int> places;
};

Ranks RanksOf(const Payoffs& payoffs, const RankOptions& options) {
  if (options.method == RankMethod::kNash) {
    NashAverage average = AverageByNash(payoffs);
    return {std::move(average.weights), std::move(average.scores), std::move(average.places)};
  }
  AlphaRanks alpha = AlphaRank(payoffs, options.alpha);
  Ranks ranks{std::move(alpha.masses), {}, std::move(alpha.places)};
  for (int i = 0; i < payoffs.bots(); ++i) ranks.scores.push_back(payoffs.ScoreAgainst(i, ranks.shares));
  return ranks;
}

// The 2.5th and the 97.5th percentile; values are sorted by it.
template <typename Number>
std::pair<Number, Number> Middle95(std::vector<Number>& values) {
  std::sort(values.begin(), values.end());
  const auto last = static_cast<double>(values.size() - 1);
  return {values[static_cast<std::size_t>(std::floor(0.025 * last))],
          values[static_cast<std::size_t>(std::ceil(0.975 * last))]};
}

// With few games the values drawn may all lie on one side of the estimate; an interval that leaves out its own estimate
// would be read as a contradiction, so it reaches at least there.
RankEstimate EstimateFrom(double value, std::vector<double>& drawn) {
  const auto [low, high] = Middle95(drawn);
  return {.value = value, .low = std::min(low, value), .high = std::max(high, value)};
}

// The values of one bot in all rankings of the bootstrap.
struct Drawn {
  std::vector<double> shares;
  std::vector<double> scores;
  std::vector<int> places;
};

absl::Status CheckRankOptions(const RankOptions& options) {
  if (!options.alpha.has_value()) return absl::OkStatus();
  if (options.method != RankMethod::kAlpha) {
    return absl::InvalidArgumentError("alpha is given, but the ranking is not by alpha-rank");
  }
  if (*options.alpha > 0 && *options.alpha <= kAlphaMax) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("alpha is ", *options.alpha, "; it must be above 0 and at most ", kAlphaMax));
}

}  // namespace

absl::StatusOr<PoolRanking> RankPool(int bots, absl::Span<const Encounter> encounters, const RankOptions& options) {
  FLAGFALL_RETURN_IF_ERROR(CheckRankOptions(options));
  const std::vector<int> ranked = BotsThatAllMet(bots, encounters);
  const int n = static_cast<int>(ranked.size());
  if (n > kRankedBotsMax) {
    return absl::InvalidArgumentError(
        absl::StrCat(n, " bots have all met each other; a ranking takes at most ", kRankedBotsMax));
  }
  std::vector<int> row_of(bots, -1);
  for (int i = 0; i < n; ++i) row_of[ranked[i]] = i;
  // By the rows of both bots, the lower one first.
  std::map<std::pair<int, int>, Samples> samples;
  for (const Encounter& encounter : encounters) {
    const int a = row_of[encounter.a], b = row_of[encounter.b];
    if (a >= 0 && b >= 0 && encounter.Games() > 0) samples[std::minmax(a, b)].Add(encounter, a > b);
  }
  Payoffs payoffs(n);
  for (const auto& [pair, of_pair] : samples) payoffs.Set(pair.first, pair.second, PayoffOf(of_pair.counts));
  const Ranks ranks = RanksOf(payoffs, options);

  PoolRanking ranking;
  ranking.resamples =
      static_cast<int>(std::clamp<double>(kBootstrapSteps / std::pow(n + 1, 3), kResamplesMin, kResamplesMax));
  std::mt19937_64 random(kBootstrapSeed);
  std::vector<Drawn> drawn(n);
  for (int resample = 0; resample < ranking.resamples; ++resample) {
    for (const auto& [pair, of_pair] : samples) payoffs.Set(pair.first, pair.second, DrawPayoff(of_pair, random));
    const Ranks anew = RanksOf(payoffs, options);
    for (int i = 0; i < n; ++i) {
      drawn[i].shares.push_back(anew.shares[i]);
      drawn[i].scores.push_back(anew.scores[i]);
      drawn[i].places.push_back(anew.places[i]);
    }
  }
  for (int i = 0; i < n; ++i) {
    RankedBot& bot = ranking.bots.emplace_back(RankedBot{.bot = ranked[i], .place = ranks.places[i]});
    const auto [place_low, place_high] = Middle95(drawn[i].places);
    bot.place_low = std::min(place_low, bot.place);
    bot.place_high = std::max(place_high, bot.place);
    bot.share = EstimateFrom(ranks.shares[i], drawn[i].shares);
    bot.score = EstimateFrom(ranks.scores[i], drawn[i].scores);
  }
  std::stable_sort(ranking.bots.begin(), ranking.bots.end(),
                   [](const RankedBot& a, const RankedBot& b) { return a.place < b.place; });
  for (int bot = 0; bot < bots; ++bot) {
    if (row_of[bot] < 0) ranking.left_out.push_back(bot);
  }
  return ranking;
}

}  // namespace flagfall::arena::rating
