#ifndef ARENA_RUNNER_FORFEIT_H_
#define ARENA_RUNNER_FORFEIT_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/record.pb.h"
#include "referee/match/match.h"

namespace flagfall::arena {

// The record of a game that was not begun, since the bots so marked cannot play: the other one wins, `forfeit_no_show`;
// a draw of the same reason when neither can. `detail` is for people. Errors as Match::Create's.
absl::StatusOr<v1::GameRecord> ForfeitedGame(MatchSpec spec, bool red_absent, bool blue_absent,
                                             absl::string_view detail);

}  // namespace flagfall::arena

#endif  // ARENA_RUNNER_FORFEIT_H_
