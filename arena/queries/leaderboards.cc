#include "arena/queries/leaderboards.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/queries/ledger_messages.h"
#include "arena/rating/pool_ratings.h"
#include "arena/store/ratings.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::queries {
namespace {

// A ruleset's pools are that of its defaults and those of games with other options, `classic[two_squares=2]`.
bool IsPoolOf(const std::string& pool, const std::string& ruleset) {
  return ruleset.empty() || pool == ruleset || absl::StartsWith(pool, ruleset + "[");
}

absl::StatusOr<std::vector<std::string>> PoolsOf(store::Database& database, const std::string& ruleset) {
  if (!ruleset.empty()) FLAGFALL_RETURN_IF_ERROR(FindRuleset(ruleset).status());
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<std::string> pools, store::ListPools(database));
  pools.erase(
      std::remove_if(pools.begin(), pools.end(), [&](const std::string& pool) { return !IsPoolOf(pool, ruleset); }),
      pools.end());
  return pools;
}

// The fit to all games of a pool, with the index of each bot in it.
struct Fit {
  rating::PoolRatings ratings;
  std::map<std::string, int> index_of;
  std::string warning;
};

// Bots of the pool that are anchors are taken out of `unused`.
absl::StatusOr<Fit> FitPool(store::Database& database, const std::string& pool,
                            const v1::GetLeaderboardRequest& request, std::set<std::string>& unused) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::PoolScores scores, store::PoolScoresOf(database, pool));
  Fit fit;
  for (const std::string& bot : scores.bots) fit.index_of.emplace(bot, static_cast<int>(fit.index_of.size()));
  rating::PoolOptions options;
  for (const v1::RatingAnchor& anchor : request.anchors()) {
    if (fit.index_of.count(anchor.bot()) == 0) continue;
    unused.erase(anchor.bot());
    options.anchors.push_back({.bot = anchor.bot(), .rating = anchor.elo()});
  }
  FLAGFALL_ASSIGN_OR_RETURN(fit.ratings, rating::RatePool(scores.bots, scores.scores, options));
  fit.warning = rating::ScalesWarning(scores.bots, fit.ratings);
  return fit;
}

absl::Status AddSuperiority(const Fit& fit, const std::vector<store::Standing>& standings, v1::PoolFit& message) {
  if (standings.size() > kSuperiorityBotsMax) {
    return absl::InvalidArgumentError(absl::StrCat("pool ", message.pool(), " has ", standings.size(),
                                                   " bots; superiority can be asked for with at most ",
                                                   kSuperiorityBotsMax));
  }
  for (const store::Standing& row : standings) {
    for (const store::Standing& column : standings) {
      const int a = fit.index_of.at(row.bot), b = fit.index_of.at(column.bot);
      const std::optional<rating::PoolLead> lead = a == b ? std::nullopt : fit.ratings.Lead(a, b);
      message.add_superiority(lead.has_value() ? lead->los : 0.5);
    }
  }
  return absl::OkStatus();
}

v1::PoolFit FitMessage(const Fit& fit, const std::string& pool) {
  v1::PoolFit message;
  message.set_pool(pool);
  message.set_red_advantage_elo(fit.ratings.red_advantage().value);
  message.set_red_advantage_elo_error(fit.ratings.red_advantage().error);
  message.set_draw_rate(fit.ratings.DrawRateOfEquals());
  message.set_scales(static_cast<std::uint32_t>(fit.ratings.scales()));
  message.set_warning(fit.warning);
  return message;
}

void AddLikelihood(const rating::PoolRating& rating, v1::RatedBot& bot) {
  bot.set_likelihood_elo(rating.rating.value);
  bot.set_likelihood_elo_error(rating.rating.error);
  bot.set_scale(static_cast<std::uint32_t>(rating.scale));
}

absl::Status AddPool(store::Database& database, const std::string& pool, const v1::GetLeaderboardRequest& request,
                     std::set<std::string>& unused, v1::GetLeaderboardResponse& response) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Standing> standings, store::Leaderboard(database, pool));
  FLAGFALL_ASSIGN_OR_RETURN(const Fit fit, FitPool(database, pool, request, unused));
  v1::PoolFit message = FitMessage(fit, pool);
  if (request.superiority()) FLAGFALL_RETURN_IF_ERROR(AddSuperiority(fit, standings, message));
  for (const store::Standing& standing : standings) {
    v1::RatedBot& bot = *response.add_bots();
    bot = MessageOf(standing);
    AddLikelihood(fit.ratings.bots()[static_cast<std::size_t>(fit.index_of.at(standing.bot))], bot);
  }
  *response.add_fits() = std::move(message);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::GetLeaderboardResponse> Leaderboards(store::Database& database,
                                                        const v1::GetLeaderboardRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> pools, PoolsOf(database, request.ruleset_id()));
  std::set<std::string> unused;
  for (const v1::RatingAnchor& anchor : request.anchors()) unused.insert(anchor.bot());
  v1::GetLeaderboardResponse response;
  for (const std::string& pool : pools) {
    FLAGFALL_RETURN_IF_ERROR(AddPool(database, pool, request, unused, response));
  }
  if (unused.empty()) return response;
  return absl::InvalidArgumentError(absl::StrCat("anchors: '", *unused.begin(), "' has no rated games in these pools"));
}

absl::StatusOr<v1::GetLeaderboardResponse> LeaderboardOf(store::Database& database, const std::string& pool) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> pools, store::ListPools(database));
  if (!absl::c_linear_search(pools, pool)) {
    return absl::NotFoundError(absl::StrCat("there is no pool '", pool, "' with rated games; there are: ",
                                            pools.empty() ? "none yet" : absl::StrJoin(pools, ", ")));
  }
  std::set<std::string> unused;
  v1::GetLeaderboardResponse response;
  FLAGFALL_RETURN_IF_ERROR(AddPool(database, pool, {}, unused, response));
  return response;
}

}  // namespace flagfall::arena::queries
