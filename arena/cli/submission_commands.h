#ifndef ARENA_CLI_SUBMISSION_COMMANDS_H_
#define ARENA_CLI_SUBMISSION_COMMANDS_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/cli/commands.h"

namespace flagfall::arena::cli {

// Adds the commands of `bot` that are about submissions and states.
void AddSubmissionCommands(Command bot, Invocation& invocation);

// Prints the newest submissions of that name, one a line, and returns how many there are.
absl::StatusOr<int> PrintSubmissionsOf(const Invocation& invocation, const std::string& bot_name);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_SUBMISSION_COMMANDS_H_
