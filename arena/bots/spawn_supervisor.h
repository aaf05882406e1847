#ifndef ARENA_BOTS_SPAWN_SUPERVISOR_H_
#define ARENA_BOTS_SPAWN_SUPERVISOR_H_

#include <sys/types.h>

#include <string>

#include "absl/status/statusor.h"
#include "arena/bots/sandbox/launch_plan.h"

namespace flagfall::arena::bots {

// A supervisor that was started, and what this process holds of it. Whoever has it closes both descriptors and waits
// for the process.
struct SpawnedSupervisor {
  pid_t pid = -1;
  // The arena's end of the socket of supervisor_protocol.h.
  int socket = -1;
  // The reading end of the pipe that is the bot's standard output and error; non-blocking.
  int output = -1;
};

// Starts a supervisor by posix_spawn, in a session of its own, with no descriptor but what it is given. `filter` is the
// sandbox's filter of system calls, or empty. INTERNAL when the program cannot be started; RESOURCE_EXHAUSTED when this
// process has too many files open.
absl::StatusOr<SpawnedSupervisor> SpawnSupervisor(const std::string& supervisor_path, const LaunchPlan& plan,
                                                  const std::string& filter);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_SPAWN_SUPERVISOR_H_
