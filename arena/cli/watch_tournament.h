#ifndef ARENA_CLI_WATCH_TOURNAMENT_H_
#define ARENA_CLI_WATCH_TOURNAMENT_H_

#include <cstdint>

#include "absl/status/status.h"
#include "arena/api/arena_api.h"
#include "arena/cli/commands.h"
#include "arena/cli/control_variate_flag.h"

namespace flagfall::arena::cli {

// Shows how a tournament at a server goes, to its end, and then its result. With `table_every` above 0 it shows the
// table after every so many games. Errors as PrintResult's.
absl::Status WatchTournament(const Invocation& invocation, api::ArenaApi& api, std::uint32_t id,
                             std::uint32_t table_every, const ControlVariateFlag& control_variate = {});

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_WATCH_TOURNAMENT_H_
