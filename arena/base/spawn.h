#ifndef ARENA_BASE_SPAWN_H_
#define ARENA_BASE_SPAWN_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace flagfall::arena {

struct ProgramToSpawn {
  // The path of one of flagfall's own programs.
  std::string program;
  // Without its name.
  std::vector<std::string> arguments = {};
  std::vector<std::string> environment = {};
  // Descriptors of this process, each to be what its index says in the program; -1 is /dev/null.
  std::vector<int> descriptors;
};

// Starts the program, in a session of its own, so that Ctrl-C on our terminal reaches only this process, with all
// signals as they are by default, and with no descriptors but those. INTERNAL when it cannot be started;
// RESOURCE_EXHAUSTED when this process has too many files open.
absl::StatusOr<pid_t> Spawn(ProgramToSpawn spawned);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_SPAWN_H_
