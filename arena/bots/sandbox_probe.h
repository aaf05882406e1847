#ifndef ARENA_BOTS_SANDBOX_PROBE_H_
#define ARENA_BOTS_SANDBOX_PROBE_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/bots/sandbox/sandbox.h"

namespace flagfall::arena::bots {

struct SandboxOptions {
  std::string supervisor_path;
  // A name without a `/` is looked up on the PATH.
  std::string bwrap = "bwrap";
  SandboxSettings settings = {};
};

// Finds out what this machine offers for the mode, and tries a strict sandbox once. FAILED_PRECONDITION when a strict
// sandbox cannot be made, with what is missing and what to do; INVALID_ARGUMENT for a root that is none: a strict
// sandbox never does less than documented. Control groups and user ids are used where available; DescribeSandbox tells
// which. To be called once in a program: with control groups of version 2, this process may move into a group beside
// those of the bots.
absl::StatusOr<Sandbox> FindSandbox(SandboxMode mode, const SandboxOptions& options);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_SANDBOX_PROBE_H_
