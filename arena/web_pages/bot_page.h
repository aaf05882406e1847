#ifndef ARENA_WEB_PAGES_BOT_PAGE_H_
#define ARENA_WEB_PAGES_BOT_PAGE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/queries/leaderboards.h"
#include "arena/store/database.h"
#include "arena/store/ratings.h"
#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web_pages {

// Opponents that a page lists, those with the most games first.
inline constexpr int kOpponentsMax = 1000;
// Games, the newest, from whose records BotSpending is added up.
inline constexpr int kSpendingGames = 200;
// Points of a rating's plot.
inline constexpr std::size_t kHistoryPoints = 400;

// The page of a bot; NAME@2 is a version, as for FindBot. NOT_FOUND when there is no such bot.
absl::StatusOr<v1::BotPage> BotPageOf(store::Database& database, const std::string& name,
                                      const queries::LeaderboardSource& leaderboards = queries::NewLeaderboard);

// How the running rating changed with the bot's games: see RatingHistory in web.proto. `steps`: a step for each game,
// the oldest first.
v1::RatingHistory HistoryOf(const std::string& pool, const std::vector<store::RatingStep>& steps);

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_BOT_PAGE_H_
