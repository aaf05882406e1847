#ifndef ARENA_WEB_PAGES_LEADERBOARD_PAGE_H_
#define ARENA_WEB_PAGES_LEADERBOARD_PAGE_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/queries/leaderboards.h"
#include "arena/store/database.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web_pages {

// Games in LeaderboardRow.trend.
inline constexpr int kTrendGames = 24;

// The page of a pool. NOT_FOUND when it has no rated games.
absl::StatusOr<v1::Leaderboard> LeaderboardPage(
    store::Database& database, const std::string& pool,
    const queries::LeaderboardSource& leaderboards = queries::NewLeaderboard);

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_LEADERBOARD_PAGE_H_
