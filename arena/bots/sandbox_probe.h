#ifndef ARENA_BOTS_SANDBOX_PROBE_H_
#define ARENA_BOTS_SANDBOX_PROBE_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/bots/sandbox/sandbox.h"

namespace flagfall::arena {

struct SandboxOptions {
  std::string supervisor_path;
  // Without a `/` it is looked for on the PATH.
  std::string bwrap = "bwrap";
};

// Finds out what this machine has for the mode, and tries a strict sandbox once. FAILED_PRECONDITION names what is
// missing and what to do: a strict sandbox is never less than it says. Control groups and user ids are used where they
// are to be had; InWords tells. To be called once a program: where control groups of version 2 are handed down to us,
// this process moves into a group beside those of the bots.
absl::StatusOr<Sandbox> FindSandbox(SandboxMode mode, const SandboxOptions& options);

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_SANDBOX_PROBE_H_
