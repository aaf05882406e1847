#ifndef ARENA_QUERIES_LEADERBOARDS_H_
#define ARENA_QUERIES_LEADERBOARDS_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::queries {

inline constexpr int kSuperiorityBotsMax = 300;

// The pools of the ruleset, each with its bots and the fit to all of its games. NOT_FOUND for a ruleset that is not in
// the catalogue; INVALID_ARGUMENT for anchors that are in none of the pools or impossible, or when the superiority of
// too many bots is asked for.
absl::StatusOr<v1::GetLeaderboardResponse> Leaderboards(store::Database& database,
                                                        const v1::GetLeaderboardRequest& request);

// The same for one pool. NOT_FOUND when the pool has no rated games; the message names the pools that have.
absl::StatusOr<v1::GetLeaderboardResponse> LeaderboardOf(store::Database& database, const std::string& pool);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_LEADERBOARDS_H_
