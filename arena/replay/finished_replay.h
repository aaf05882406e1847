#ifndef ARENA_REPLAY_FINISHED_REPLAY_H_
#define ARENA_REPLAY_FINISHED_REPLAY_H_

#include "absl/status/statusor.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/record.pb.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena {

// The replay of a game that is over, with everything (R9.3), made by playing its record again. UNIMPLEMENTED for a
// ruleset that no kind of replay fits; otherwise errors as NewGame's.
absl::StatusOr<v1::Replay> FinishedReplay(const v1::GameRecord& record, const v1::GameSummary& game);

}  // namespace flagfall::arena

#endif  // ARENA_REPLAY_FINISHED_REPLAY_H_
