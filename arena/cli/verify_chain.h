#ifndef ARENA_CLI_VERIFY_CHAIN_H_
#define ARENA_CLI_VERIFY_CHAIN_H_

#include <string>

#include "absl/status/status.h"
#include "arena/cli/commands.h"

namespace flagfall::arena::cli {

// `verify --chain` and `verify --receipt`.
struct ChainFlags {
  // --chain.
  bool is_asked_for = false;
  std::string head;
  std::string receipt;
  std::string public_key;
};

void AddChainFlags(Command verify, ChainFlags& flags);

// INVALID_ARGUMENT for flags that have no meaning together.
absl::Status CheckFlags(const ChainFlags& flags);

// Checks what the flags name and says what came out: an object for each with --json. DATA_LOSS says what does not fit.
absl::Status VerifyChained(const Invocation& invocation, const ChainFlags& flags);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_VERIFY_CHAIN_H_
