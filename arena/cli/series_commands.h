#ifndef ARENA_CLI_SERIES_COMMANDS_H_
#define ARENA_CLI_SERIES_COMMANDS_H_

#include "arena/cli/commands.h"

namespace flagfall::arena::cli {

// Adds `tournament series list` and `stop`.
void AddSeriesCommands(Command tournament, Invocation& invocation);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_SERIES_COMMANDS_H_
