#ifndef ARENA_QUERIES_QUERIES_H_
#define ARENA_QUERIES_QUERIES_H_

#include <chrono>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena {

// Who asks. Nobody but a host is told where a bot lies on the host's disk, nor what HideWhatIsToCome and PublicRecord
// (secrets.h) keep back.
enum class Asker { kAnybody, kHost };

// The questions of ArenaService that the ledger alone answers; each reads one state of it, in one statement or one
// transaction. INVALID_ARGUMENT names the field of the request that is wrong, NOT_FOUND what there is not.
absl::StatusOr<v1::ListBotsResponse> Answer(Database& database, const v1::ListBotsRequest& request,
                                            Asker asker = Asker::kAnybody);
absl::StatusOr<v1::Bot> Answer(Database& database, const v1::GetBotRequest& request, Asker asker = Asker::kAnybody);
absl::StatusOr<v1::ListTournamentsResponse> Answer(Database& database, const v1::ListTournamentsRequest& request,
                                                   Asker asker = Asker::kAnybody);
absl::StatusOr<v1::Tournament> Answer(Database& database, const v1::GetTournamentRequest& request,
                                      Asker asker = Asker::kAnybody);
// UNAVAILABLE when it takes longer than `within`, but for a host. A list of games may read all of them, and there are
// more ways to ask for one than answers that can be kept.
absl::StatusOr<v1::ListGamesResponse> Answer(Database& database, const v1::ListGamesRequest& request,
                                             Asker asker = Asker::kAnybody,
                                             std::chrono::milliseconds within = std::chrono::seconds(2));
absl::StatusOr<v1::GameRecord> Answer(Database& database, const v1::GetGameRecordRequest& request,
                                      Asker asker = Asker::kAnybody);
absl::StatusOr<v1::GameView> Answer(Database& database, const v1::GetGameViewRequest& request,
                                    Asker asker = Asker::kAnybody);
absl::StatusOr<v1::GetLeaderboardResponse> Answer(Database& database, const v1::GetLeaderboardRequest& request,
                                                  Asker asker = Asker::kAnybody);

}  // namespace flagfall::arena

#endif  // ARENA_QUERIES_QUERIES_H_
