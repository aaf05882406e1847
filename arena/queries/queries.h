#ifndef ARENA_QUERIES_QUERIES_H_
#define ARENA_QUERIES_QUERIES_H_

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena {

// The questions of ArenaService that the ledger alone answers; each reads one state of it. INVALID_ARGUMENT names the
// field of the request that is wrong, NOT_FOUND what there is not.
absl::StatusOr<v1::ListBotsResponse> Answer(Database& database, const v1::ListBotsRequest& request);
absl::StatusOr<v1::Bot> Answer(Database& database, const v1::GetBotRequest& request);
absl::StatusOr<v1::ListTournamentsResponse> Answer(Database& database, const v1::ListTournamentsRequest& request);
absl::StatusOr<v1::Tournament> Answer(Database& database, const v1::GetTournamentRequest& request);
absl::StatusOr<v1::ListGamesResponse> Answer(Database& database, const v1::ListGamesRequest& request);
absl::StatusOr<v1::GameRecord> Answer(Database& database, const v1::GetGameRecordRequest& request);
absl::StatusOr<v1::GameView> Answer(Database& database, const v1::GetGameViewRequest& request);
absl::StatusOr<v1::GetLeaderboardResponse> Answer(Database& database, const v1::GetLeaderboardRequest& request);

}  // namespace flagfall::arena

#endif  // ARENA_QUERIES_QUERIES_H_
