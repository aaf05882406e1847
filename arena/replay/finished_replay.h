#ifndef ARENA_REPLAY_FINISHED_REPLAY_H_
#define ARENA_REPLAY_FINISHED_REPLAY_H_

#include "absl/status/statusor.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/record.pb.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::replay {

// Returns the replay of a game that is over, in which everything is shown (R9.3), by playing its record again. `game`
// is copied into it. UNIMPLEMENTED for a ruleset that no kind of replay fits, and any error of NewGame.
absl::StatusOr<v1::Replay> FinishedReplay(const v1::GameRecord& record, const v1::GameSummary& game);

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_FINISHED_REPLAY_H_
