#include "arena/queries/rankings.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/queries/leaderboards.h"
#include "arena/rating/alpha_rank.h"
#include "arena/rating/pool_ranking.h"
#include "arena/rating/pool_ratings.h"
#include "arena/rating/residuals.h"
#include "arena/store/encounters.h"
#include "arena/store/ratings.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::queries {
namespace {

// The games of a pool, by side and as samples.
struct PoolGames {
  store::PoolScores scores;
  std::vector<rating::Encounter> encounters;
};

absl::StatusOr<PoolGames> GamesOf(store::Database& database, const std::string& pool) {
  PoolGames games;
  FLAGFALL_ASSIGN_OR_RETURN(games.scores, store::PoolScoresOf(database, pool));
  FLAGFALL_ASSIGN_OR_RETURN(games.encounters, store::EncountersOf(database, pool, games.scores.bots));
  return games;
}

void Write(const rating::RankEstimate& estimate, v1::RankEstimate& message) {
  message.set_value(estimate.value);
  message.set_low(estimate.low);
  message.set_high(estimate.high);
}

// `ratings` are those of the same games.
absl::StatusOr<v1::PoolRanking> RankingMessage(const std::string& pool, const PoolGames& games,
                                               const rating::PoolRatings& ratings, const rating::RankOptions& options) {
  const std::vector<std::string>& names = games.scores.bots;
  absl::StatusOr<rating::PoolRanking> ranking =
      rating::RankPool(static_cast<int>(names.size()), games.encounters, options);
  if (!ranking.ok()) {
    return absl::Status(ranking.status().code(), absl::StrCat("pool ", pool, ": ", ranking.status().message()));
  }
  v1::PoolRanking message;
  message.set_pool(pool);
  message.set_method(options.method == rating::RankMethod::kAlpha ? v1::RANK_METHOD_ALPHA : v1::RANK_METHOD_NASH);
  if (options.alpha.has_value()) message.set_alpha(*options.alpha);
  message.set_resamples(static_cast<std::uint32_t>(ranking->resamples));
  // Those that share a place by name.
  std::sort(ranking->bots.begin(), ranking->bots.end(), [&](const rating::RankedBot& a, const rating::RankedBot& b) {
    return std::pair(a.place, names[a.bot]) < std::pair(b.place, names[b.bot]);
  });
  for (const rating::RankedBot& ranked : ranking->bots) {
    v1::CircleRank& bot = *message.add_bots();
    bot.set_bot(names[ranked.bot]);
    bot.set_place(static_cast<std::uint32_t>(ranked.place));
    bot.set_place_low(static_cast<std::uint32_t>(ranked.place_low));
    bot.set_place_high(static_cast<std::uint32_t>(ranked.place_high));
    Write(ranked.share, *bot.mutable_share());
    Write(ranked.score, *bot.mutable_score());
    bot.set_games(static_cast<std::uint32_t>(ratings.bots()[ranked.bot].games));
    bot.set_likelihood_elo(ratings.bots()[ranked.bot].rating.value);
  }
  for (const int bot : ranking->left_out) message.add_left_out(names[bot]);
  std::sort(message.mutable_left_out()->begin(), message.mutable_left_out()->end());
  return message;
}

absl::StatusOr<v1::PoolResiduals> ResidualsMessage(const std::string& pool, const PoolGames& games) {
  const std::vector<std::string>& names = games.scores.bots;
  FLAGFALL_ASSIGN_OR_RETURN(const rating::DavidsonFit fit,
                            rating::FitPool(static_cast<int>(names.size()), games.scores.scores));
  const rating::Residuals residuals = rating::ResidualsOf(fit, games.scores.scores, games.encounters);
  v1::PoolResiduals message;
  message.set_pool(pool);
  message.set_pairs_met(static_cast<std::uint32_t>(residuals.pairs.size()));
  message.set_variance_ratio(residuals.variance_ratio);
  message.set_p(residuals.p);
  message.set_adjusted_p(residuals.p);
  for (const rating::PairResidual& residual : residuals.pairs) {
    if (message.pairs_size() == kResidualsMax) break;
    v1::PairResidual& pair = *message.add_pairs();
    pair.set_bot(names[residual.bot]);
    pair.set_opponent(names[residual.opponent]);
    pair.set_games(static_cast<std::uint32_t>(residual.games));
    pair.set_points(residual.points);
    pair.set_expected_points(residual.expected);
    pair.set_z(residual.z);
    pair.set_p(residual.p);
    pair.set_adjusted_p(residual.adjusted_p);
  }
  return message;
}

// The method with its options; nothing where no ranking is asked for.
std::optional<rating::RankOptions> RankOptionsOf(const v1::GetLeaderboardRequest& request) {
  if (request.rank() == v1::RANK_METHOD_UNSPECIFIED) return std::nullopt;
  rating::RankOptions options;
  options.method = request.rank() == v1::RANK_METHOD_NASH ? rating::RankMethod::kNash : rating::RankMethod::kAlpha;
  if (request.has_alpha()) options.alpha = request.alpha();
  return options;
}

// Corrects for the number of pools.
void AdjustForPools(v1::GetLeaderboardResponse& response) {
  std::vector<double> p;
  for (const v1::PoolResiduals& pool : response.residuals()) p.push_back(pool.p());
  const std::vector<double> adjusted = rating::AdjustByHolm(p);
  for (int i = 0; i < response.residuals_size(); ++i) response.mutable_residuals(i)->set_adjusted_p(adjusted[i]);
}

absl::StatusOr<PoolGames> GamesOfPage(store::Database& database, const std::string& pool) {
  FLAGFALL_RETURN_IF_ERROR(CheckHasPool(database, pool));
  return GamesOf(database, pool);
}

}  // namespace

absl::Status CheckRankRequest(const v1::GetLeaderboardRequest& request) {
  if (!v1::RankMethod_IsValid(request.rank())) {
    return absl::InvalidArgumentError(
        absl::StrCat("rank is ", static_cast<int>(request.rank()), "; it may be alpha or nash"));
  }
  if (request.has_alpha() && request.rank() != v1::RANK_METHOD_ALPHA) {
    return absl::InvalidArgumentError("alpha is given without rank alpha, of which it is an option");
  }
  if (request.has_alpha() && !(request.alpha() > 0 && request.alpha() <= rating::kAlphaMax)) {
    return absl::InvalidArgumentError(
        absl::StrCat("alpha is ", request.alpha(), "; it must be above 0 and at most ", rating::kAlphaMax));
  }
  if (request.residuals() && request.anchors_size() > 0) {
    return absl::InvalidArgumentError("residuals are against the ratings without anchors; ask for them without");
  }
  return absl::OkStatus();
}

std::vector<rating::Anchor> AnchorsIn(const std::vector<std::string>& bots, const v1::GetLeaderboardRequest& request) {
  std::vector<rating::Anchor> anchors;
  for (const v1::RatingAnchor& anchor : request.anchors()) {
    if (!absl::c_linear_search(bots, anchor.bot())) continue;
    anchors.push_back({.bot = anchor.bot(), .rating = anchor.elo()});
  }
  return anchors;
}

absl::Status AddRankings(store::Database& database, const v1::GetLeaderboardRequest& request,
                         v1::GetLeaderboardResponse& response) {
  const std::optional<rating::RankOptions> options = RankOptionsOf(request);
  if (!options.has_value() && !request.residuals()) return absl::OkStatus();
  for (const v1::PoolFit& fit : response.fits()) {
    FLAGFALL_ASSIGN_OR_RETURN(const PoolGames games, GamesOf(database, fit.pool()));
    if (options.has_value()) {
      FLAGFALL_ASSIGN_OR_RETURN(
          const rating::PoolRatings ratings,
          rating::RatePool(games.scores.bots, games.scores.scores, {.anchors = AnchorsIn(games.scores.bots, request)}));
      FLAGFALL_ASSIGN_OR_RETURN(*response.add_rankings(), RankingMessage(fit.pool(), games, ratings, *options));
    }
    if (request.residuals()) {
      FLAGFALL_ASSIGN_OR_RETURN(*response.add_residuals(), ResidualsMessage(fit.pool(), games));
    }
  }
  AdjustForPools(response);
  return absl::OkStatus();
}

absl::StatusOr<v1::PoolRankings> RankingsPage(store::Database& database, const std::string& pool) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const PoolGames games, GamesOfPage(database, pool));
  FLAGFALL_ASSIGN_OR_RETURN(const rating::PoolRatings ratings,
                            rating::RatePool(games.scores.bots, games.scores.scores, {}));
  v1::PoolRankings page;
  for (const rating::RankMethod method : {rating::RankMethod::kAlpha, rating::RankMethod::kNash}) {
    absl::StatusOr<v1::PoolRanking> ranking = RankingMessage(pool, games, ratings, {.method = method, .alpha = {}});
    if (absl::IsInvalidArgument(ranking.status())) {
      page.set_left_out(std::string(ranking.status().message()));
      return page;
    }
    FLAGFALL_RETURN_IF_ERROR(ranking.status());
    *page.add_rankings() = *std::move(ranking);
  }
  return page;
}

absl::StatusOr<v1::PoolResiduals> ResidualsPage(store::Database& database, const std::string& pool) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const PoolGames games, GamesOfPage(database, pool));
  return ResidualsMessage(pool, games);
}

}  // namespace flagfall::arena::queries
