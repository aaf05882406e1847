#ifndef ARENA_RUNNER_TUNED_OPTIONS_H_
#define ARENA_RUNNER_TUNED_OPTIONS_H_

#include "absl/status/status.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::runner {

// Fills in, in a spec of FORMAT_TUNE that is not complete, what the bot's manifest says of the options that are tuned:
// their types, and as the value to begin with their default, where the spec has none and it is in the range. Does
// nothing to other specs. INVALID_ARGUMENT for an option that the bot does not have, that is no number, or of another
// type than the spec says; as FindPlayer for a bot that is not known.
absl::Status FillTunedOptions(store::Database& database, v1::TournamentSpec& spec);

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_TUNED_OPTIONS_H_
