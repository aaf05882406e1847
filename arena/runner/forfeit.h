#ifndef ARENA_RUNNER_FORFEIT_H_
#define ARENA_RUNNER_FORFEIT_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/record.pb.h"
#include "referee/match/match.h"

namespace flagfall::arena::runner {

// Returns the record of a game that is not played because the bots so marked cannot play; at least one must be marked.
// The other bot wins by `forfeit_no_show`; when neither can play, it is a draw for the same reason. `detail` is for
// people. Errors are those of Match::Create.
absl::StatusOr<v1::GameRecord> ForfeitedGame(MatchSpec spec, bool red_absent, bool blue_absent,
                                             absl::string_view detail);

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_FORFEIT_H_
