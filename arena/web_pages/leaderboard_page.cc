#include "arena/web_pages/leaderboard_page.h"

#include <cmath>
#include <map>
#include <vector>

#include "arena/base/timestamps.h"
#include "arena/rating/elo.h"
#include "arena/store/bots.h"
#include "arena/store/ratings.h"
#include "arena/web_pages/site_page.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web_pages {
namespace {

void AddTrend(const store::RatingTrend& trend, v1::LeaderboardRow& row) {
  for (const rating::MicroElo rating : trend.after)
    row.add_trend(static_cast<std::int32_t>(std::lround(rating::InElo(rating))));
  *row.mutable_last_played_time() = TimestampOf(trend.last_start_time);
}

void AddBot(const store::Bot& bot, v1::LeaderboardRow& row) {
  row.set_version(bot.manifest.version());
  row.set_language(bot.manifest.language());
  row.set_author(bot.manifest.author());
  row.set_state(bot.State());
}

}  // namespace

absl::StatusOr<v1::Leaderboard> LeaderboardPage(store::Database& database, const std::string& pool,
                                                const queries::LeaderboardSource& leaderboards) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto rated, leaderboards(database, pool));
  FLAGFALL_ASSIGN_OR_RETURN(const auto trends, store::RatingTrends(database, pool, kTrendGames));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, store::ListBots(database));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::Pool> pools, PoolMessages(database));
  std::map<std::string, const store::Bot*> bot_of;
  for (const store::Bot& bot : bots) bot_of.emplace(bot.name(), &bot);

  v1::Leaderboard page;
  for (const v1::Pool& known : pools) {
    if (known.name() == pool) *page.mutable_pool() = known;
  }
  *page.mutable_fit() = rated->fits(0);
  for (const v1::RatedBot& bot : rated->bots()) {
    v1::LeaderboardRow& row = *page.add_rows();
    // The queries above may have read different states of the ledger, so a trend or an entry may be missing.
    if (const auto trend = trends.find(bot.bot()); trend != trends.end()) AddTrend(trend->second, row);
    if (const auto entry = bot_of.find(bot.bot()); entry != bot_of.end()) AddBot(*entry->second, row);
    *row.mutable_rated() = bot;
  }
  return page;
}

}  // namespace flagfall::arena::web_pages
