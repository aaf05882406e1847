#ifndef ARENA_CLI_SUBMISSION_COMMANDS_H_
#define ARENA_CLI_SUBMISSION_COMMANDS_H_

#include <string>

#include "absl/status/status.h"
#include "arena/cli/commands.h"
#include "arena/store/database.h"

namespace flagfall::arena {

// Adds to the commands of `bot` those about submissions and states.
void AddSubmissionCommands(CLI::App& bot, Invocation& invocation);

// The newest submissions of that name, one a line; nothing when there are none.
absl::Status PrintSubmissionsOf(const Invocation& invocation, Database& database, const std::string& bot_name);

}  // namespace flagfall::arena

#endif  // ARENA_CLI_SUBMISSION_COMMANDS_H_
