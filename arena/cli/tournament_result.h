#ifndef ARENA_CLI_TOURNAMENT_RESULT_H_
#define ARENA_CLI_TOURNAMENT_RESULT_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "arena/cli/commands.h"
#include "arena/cli/control_variate_flag.h"

namespace flagfall::arena::cli {

// Prints a tournament's table and, where it is rated, the leaderboard of its pool. Where the result without luck is
// wanted and there is none, prints the rest, and returns why.
absl::Status PrintResult(const Invocation& invocation, std::int64_t id, const ControlVariateFlag& control_variate = {});

// The table after the first `games` games that were stored; why there is none, when there is none.
std::string TableAfter(const Invocation& invocation, std::int64_t id, std::uint32_t games);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_TOURNAMENT_RESULT_H_
