#ifndef ARENA_CLI_SANDBOX_FLAG_H_
#define ARENA_CLI_SANDBOX_FLAG_H_

#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/cli/command_parser.h"
#include "arena/store/bots.h"

namespace flagfall::arena::cli {

// The value of --sandbox; absent when it was not given.
using SandboxFlag = std::optional<bots::SandboxMode>;

// Adds --sandbox=strict|basic|none.
std::shared_ptr<SandboxFlag> AddSandboxFlag(Command command);

// INVALID_ARGUMENT when it was given, where bots run at a server.
absl::Status CheckNoSandbox(const SandboxFlag& flag);

// The sandbox for a bot: the flag's or else, for a bot that was submitted, strict, and for the host's own, none.
bots::SandboxMode SandboxOf(const store::Bot& bot, const SandboxFlag& flag);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_SANDBOX_FLAG_H_
