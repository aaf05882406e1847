#ifndef ARENA_QUERIES_LEADERBOARDS_H_
#define ARENA_QUERIES_LEADERBOARDS_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::queries {

inline constexpr int kSuperiorityBotsMax = 300;

// The pools of the ruleset, each with its bots by place and the fit to all of its games. Places are by maximum
// likelihood: from the highest rating, told to a tenth of a point as tables show it; where that is the same, from the
// highest lower end of its 95 % interval, which is the better known bot; then by name. NOT_FOUND for a ruleset that is
// not in the catalogue; INVALID_ARGUMENT for anchors that are in none of the pools or impossible, when the superiority
// of too many bots is asked for, and as CheckRankRequest and AddRankings (rankings.h).
absl::StatusOr<v1::GetLeaderboardResponse> Leaderboards(store::Database& database,
                                                        const v1::GetLeaderboardRequest& request);

// The same for one pool. Errors as CheckHasPool's.
absl::StatusOr<v1::GetLeaderboardResponse> LeaderboardOf(store::Database& database, const std::string& pool);

// NOT_FOUND when the pool has no rated games; the message names the pools that have.
absl::Status CheckHasPool(store::Database& database, const std::string& pool);

// Where the leaderboard of a pool is taken from. A fit to a thousand bots takes a second, so that who answers many
// questions keeps them.
using LeaderboardSource = std::function<absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>>(
    store::Database& database, const std::string& pool)>;
// Computes it.
absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> NewLeaderboard(store::Database& database,
                                                                                 const std::string& pool);

// Adds to each of the bot's ratings its place and likelihood. What a kept leaderboard does not know yet stays without.
absl::Status AddPlaces(store::Database& database, const LeaderboardSource& leaderboards, v1::Bot& bot);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_LEADERBOARDS_H_
