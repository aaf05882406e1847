#ifndef ARENA_RUNNER_DESCRIPTOR_BUDGET_H_
#define ARENA_RUNNER_DESCRIPTOR_BUDGET_H_

#include <cstddef>

#include "absl/status/status.h"

namespace flagfall::arena::runner {

// Lets this process have as many file descriptors at once as it may ask for: raises the soft limit (`ulimit -n`) to the
// hard one (`ulimit -Hn`). To be called once, before anything is opened whose size follows from the limit. Bots do not
// inherit it: the supervisor gives them at most 1,024, which programs that use select() need.
void RaiseDescriptorLimit();

// How many descriptors this process needs at most while that many bots that it has launched play.
std::size_t DescriptorsFor(std::size_t launched_bots);
// What so many launched bots add to that.
std::size_t DescriptorsOfBots(std::size_t launched_bots);

// FAILED_PRECONDITION, with the number that is needed and the number that there is, when the process may not have the
// descriptors that so many launched bots need beside `for_others`: those that clients of a server may hold.
absl::Status CheckDescriptors(std::size_t launched_bots, std::size_t for_others);

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_DESCRIPTOR_BUDGET_H_
