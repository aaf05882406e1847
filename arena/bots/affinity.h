#ifndef ARENA_BOTS_AFFINITY_H_
#define ARENA_BOTS_AFFINITY_H_

#include <sys/types.h>

#include <vector>

namespace flagfall::arena::bots {

// Has a process, all that descend from it and all of their threads run on these processors alone, and what they start
// later too. Processes that end meanwhile are left out. Returns false, and sets errno, when the kernel refuses one, or
// when they start new ones faster than they can be bound.
bool BindProcesses(pid_t root, const std::vector<int>& processors);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_AFFINITY_H_
