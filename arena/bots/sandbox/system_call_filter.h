#ifndef ARENA_BOTS_SANDBOX_SYSTEM_CALL_FILTER_H_
#define ARENA_BOTS_SANDBOX_SYSTEM_CALL_FILTER_H_

#include <string>

#include "absl/status/statusor.h"

namespace flagfall::arena::bots {

// Returns the filter of system calls for a bot in a strict sandbox, as a BPF program for the kernel. INTERNAL when
// libseccomp cannot make it.
absl::StatusOr<std::string> SystemCallFilter();

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_SANDBOX_SYSTEM_CALL_FILTER_H_
