#ifndef ARENA_BOTS_SUPERVISOR_MOUNTS_H_
#define ARENA_BOTS_SUPERVISOR_MOUNTS_H_

#include "arena/bots/supervisor/supervisor_options.h"

namespace flagfall::arena::bots::supervisor {

// How a bot with a user of its own comes to what lies where this user may not go, such as a home below /root. Both act
// in a mount namespace of the calling process and its children, and in memory: nothing is written to a disk or left
// behind. They return false with errno set when it fails.

// Mounts the staged paths in a file system over kStagePath, each under its name.
bool Stage(const SupervisorOptions& options);

// Has the bot's folder and the given paths where they are: over the first folder on their way that others may not
// search, for a bot that sees the host's files. Of what else is in that folder the bot sees nothing, as before.
bool Reveal(const SupervisorOptions& options);

}  // namespace flagfall::arena::bots::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_MOUNTS_H_
