#ifndef ARENA_BOTS_READER_CONFINE_H_
#define ARENA_BOTS_READER_CONFINE_H_

#include "absl/status/status.h"

namespace flagfall::arena::bots {

// Takes from this process, for good, all system calls but those that reading `archive` at any place, writing to `pipe`
// and memory that cannot be executed take; whatever else it asks the kernel for fails with ENOSYS. It also gets limits
// of memory and of processor time, and does not outlive the thread that has started it. INTERNAL where the kernel does
// not do this.
absl::Status ConfineToReading(int archive, int pipe);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_READER_CONFINE_H_
