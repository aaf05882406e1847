#ifndef ARENA_CLI_SUBMISSION_COMMANDS_H_
#define ARENA_CLI_SUBMISSION_COMMANDS_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/cli/commands.h"

namespace flagfall::arena {

// Adds to the commands of `bot` those about submissions and states.
void AddSubmissionCommands(Command bot, Invocation& invocation);

// The newest submissions of that name, one a line; returns how many there were.
absl::StatusOr<int> PrintSubmissionsOf(const Invocation& invocation, const std::string& bot_name);

}  // namespace flagfall::arena

#endif  // ARENA_CLI_SUBMISSION_COMMANDS_H_
