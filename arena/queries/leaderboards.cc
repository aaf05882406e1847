#include "arena/queries/leaderboards.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/rankings.h"
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
  const rating::PoolOptions options{.anchors = AnchorsIn(scores.bots, request)};
  for (const rating::Anchor& anchor : options.anchors) unused.erase(anchor.bot);
  FLAGFALL_ASSIGN_OR_RETURN(fit.ratings, rating::RatePool(scores.bots, scores.scores, options));
  fit.warning = rating::ScalesWarning(scores.bots, fit.ratings);
  return fit;
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

// A bot of a pool with both of its ratings.
struct Ranked {
  store::Standing standing;
  rating::PoolRating fit;
};

// In tenths, so that what looks the same in tables is the same, and rounding in the fit decides nothing.
double InTenths(double elo) { return std::round(10 * elo); }

bool IsAhead(const Ranked& a, const Ranked& b) {
  const auto key = [](const Ranked& bot) {
    const rating::PoolEstimate& likely = bot.fit.rating;
    return std::tuple(-InTenths(likely.value), -InTenths(likely.value - likely.error),
                      absl::string_view(bot.standing.bot));
  };
  return key(a) < key(b);
}

absl::StatusOr<std::vector<Ranked>> Rank(store::Database& database, const std::string& pool, const Fit& fit) {
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<store::Standing> standings, store::Leaderboard(database, pool));
  std::vector<Ranked> ranked;
  for (store::Standing& standing : standings) {
    const auto index = static_cast<std::size_t>(fit.index_of.at(standing.bot));
    ranked.push_back({.standing = std::move(standing), .fit = fit.ratings.bots()[index]});
  }
  absl::c_sort(ranked, IsAhead);
  return ranked;
}

absl::Status AddSuperiority(const Fit& fit, const std::vector<Ranked>& ranked, v1::PoolFit& message) {
  if (ranked.size() > kSuperiorityBotsMax) {
    return absl::InvalidArgumentError(absl::StrCat("pool ", message.pool(), " has ", ranked.size(),
                                                   " bots; superiority can be asked for with at most ",
                                                   kSuperiorityBotsMax));
  }
  for (const Ranked& row : ranked) {
    for (const Ranked& column : ranked) {
      const int a = fit.index_of.at(row.standing.bot), b = fit.index_of.at(column.standing.bot);
      const std::optional<rating::PoolLead> lead = a == b ? std::nullopt : fit.ratings.Lead(a, b);
      message.add_superiority(lead.has_value() ? lead->los : 0.5);
    }
  }
  return absl::OkStatus();
}

v1::RatedBot MessageOfRanked(const Ranked& ranked, std::size_t place) {
  v1::RatedBot bot = MessageOf(ranked.standing);
  bot.set_place(static_cast<std::uint32_t>(place));
  bot.set_likelihood_elo(ranked.fit.rating.value);
  bot.set_likelihood_elo_error(ranked.fit.rating.error);
  bot.set_scale(static_cast<std::uint32_t>(ranked.fit.scale));
  return bot;
}

absl::Status AddPool(store::Database& database, const std::string& pool, const v1::GetLeaderboardRequest& request,
                     std::set<std::string>& unused, v1::GetLeaderboardResponse& response) {
  FLAGFALL_ASSIGN_OR_RETURN(const Fit fit, FitPool(database, pool, request, unused));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Ranked> ranked, Rank(database, pool, fit));
  FLAGFALL_ASSIGN_OR_RETURN(const store::UnplayedGames unplayed, store::CountUnplayedGames(database, pool));
  v1::PoolFit message = FitMessage(fit, pool);
  message.set_unplayed_rated(static_cast<std::uint32_t>(unplayed.rated));
  message.set_unplayed_left_out(static_cast<std::uint32_t>(unplayed.left_out));
  if (request.superiority()) FLAGFALL_RETURN_IF_ERROR(AddSuperiority(fit, ranked, message));
  for (std::size_t i = 0; i < ranked.size(); ++i) *response.add_bots() = MessageOfRanked(ranked[i], i + 1);
  *response.add_fits() = std::move(message);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::GetLeaderboardResponse> Leaderboards(store::Database& database,
                                                        const v1::GetLeaderboardRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(CheckRankRequest(request));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> pools, PoolsOf(database, request.ruleset_id()));
  std::set<std::string> unused;
  for (const v1::RatingAnchor& anchor : request.anchors()) unused.insert(anchor.bot());
  v1::GetLeaderboardResponse response;
  for (const std::string& pool : pools) {
    FLAGFALL_RETURN_IF_ERROR(AddPool(database, pool, request, unused, response));
  }
  if (!unused.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("anchors: '", *unused.begin(), "' has no rated games in these pools"));
  }
  FLAGFALL_RETURN_IF_ERROR(AddRankings(database, request, response));
  return response;
}

absl::Status CheckHasPool(store::Database& database, const std::string& pool) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> pools, store::ListPools(database));
  if (absl::c_linear_search(pools, pool)) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat("there is no pool '", pool, "' with rated games; there are: ",
                                          pools.empty() ? "none yet" : absl::StrJoin(pools, ", ")));
}

absl::StatusOr<v1::GetLeaderboardResponse> LeaderboardOf(store::Database& database, const std::string& pool) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
  FLAGFALL_RETURN_IF_ERROR(CheckHasPool(database, pool));
  std::set<std::string> unused;
  v1::GetLeaderboardResponse response;
  FLAGFALL_RETURN_IF_ERROR(AddPool(database, pool, {}, unused, response));
  return response;
}

absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> NewLeaderboard(store::Database& database,
                                                                                 const std::string& pool) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::GetLeaderboardResponse made, LeaderboardOf(database, pool));
  return std::make_shared<const v1::GetLeaderboardResponse>(std::move(made));
}

absl::Status AddPlaces(store::Database& database, const LeaderboardSource& leaderboards, v1::Bot& bot) {
  for (v1::RatedBot& rated : *bot.mutable_ratings()) {
    FLAGFALL_ASSIGN_OR_RETURN(const auto leaderboard, leaderboards(database, rated.pool()));
    for (const v1::RatedBot& row : leaderboard->bots()) {
      if (row.bot() != rated.bot()) continue;
      rated.set_place(row.place());
      rated.set_likelihood_elo(row.likelihood_elo());
      rated.set_likelihood_elo_error(row.likelihood_elo_error());
      rated.set_scale(row.scale());
    }
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::queries
