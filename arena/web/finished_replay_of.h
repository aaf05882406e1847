#ifndef ARENA_WEB_FINISHED_REPLAY_OF_H_
#define ARENA_WEB_FINISHED_REPLAY_OF_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/replay.pb.h"

namespace flagfall::arena::web {

// The replay of a stored game, as everybody may see it. NOT_FOUND when there is none, FAILED_PRECONDITION when it
// cannot be shown or not yet, DATA_LOSS when it cannot be read.
absl::StatusOr<v1::Replay> FinishedReplayOf(store::Database& database, const std::string& id);

// The error for whoever asked: a stored game that cannot be read is the host's trouble (DATA_LOSS), but not that a game
// has no such form.
absl::Status StoredGameError(const absl::Status& status);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_FINISHED_REPLAY_OF_H_
