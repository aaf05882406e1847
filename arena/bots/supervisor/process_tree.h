#ifndef ARENA_BOTS_SUPERVISOR_PROCESS_TREE_H_
#define ARENA_BOTS_SUPERVISOR_PROCESS_TREE_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace flagfall::arena::bots::supervisor {

// Returns the living processes that descend from `root`, without `root` and without zombies.
std::vector<pid_t> DescendantsOf(pid_t root);

// Returns the memory in bytes that these processes have in RAM and do not share with files.
std::uint64_t OwnMemoryOf(const std::vector<pid_t>& pids);

// Stops and then kills all descendants of `root`; when that is the calling process, also reaps all its children.
// Returns whether none is left. Gives up at the deadline.
bool KillDescendants(pid_t root, std::chrono::steady_clock::time_point deadline);

// Kills all processes, except this one, that were started with exactly this entry (`NAME=value`) in their environment,
// also those that are about to run another program. Returns whether none is left. Gives up at the deadline.
bool KillByEnvironment(std::string_view entry, std::chrono::steady_clock::time_point deadline);

}  // namespace flagfall::arena::bots::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_PROCESS_TREE_H_
