#ifndef ARENA_QUERIES_RANKINGS_H_
#define ARENA_QUERIES_RANKINGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/rating/pool_ratings.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/rankings.pb.h"

namespace flagfall::arena::queries {

// The most pairs of bots in PoolResiduals.pairs.
inline constexpr int kResidualsMax = 1000;

// INVALID_ARGUMENT for what is asked for in vain: α without alpha-rank or out of range, and residuals with anchors.
absl::Status CheckRankRequest(const v1::GetLeaderboardRequest& request);

// The request's anchors that are among these bots.
std::vector<rating::Anchor> AnchorsIn(const std::vector<std::string>& bots, const v1::GetLeaderboardRequest& request);

// Adds what the request asks for of these pools beside their ratings: a ranking that holds where bots beat one another
// in a circle, and who beats whom against what the ratings foretell. The caller reads one state of the ledger.
// INVALID_ARGUMENT when too many bots have all met each other.
absl::Status AddRankings(store::Database& database, const v1::GetLeaderboardRequest& request,
                         v1::GetLeaderboardResponse& response);

// Both rankings of a pool for its page, which says why there are none where there are too many bots. NOT_FOUND when the
// pool has no rated games.
absl::StatusOr<v1::PoolRankings> RankingsPage(store::Database& database, const std::string& pool);

// Of a pool by itself. NOT_FOUND when it has no rated games.
absl::StatusOr<v1::PoolResiduals> ResidualsPage(store::Database& database, const std::string& pool);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_RANKINGS_H_
