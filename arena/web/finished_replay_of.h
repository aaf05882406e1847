#ifndef ARENA_WEB_FINISHED_REPLAY_OF_H_
#define ARENA_WEB_FINISHED_REPLAY_OF_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/replay.pb.h"

namespace flagfall::arena::web {

// The replay of a stored game, as everybody may see it. NOT_FOUND when there is none, FAILED_PRECONDITION when it
// cannot be shown or not yet, DATA_LOSS when it cannot be read.
absl::StatusOr<v1::Replay> FinishedReplayOf(store::Database& database, const std::string& id);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_FINISHED_REPLAY_OF_H_
