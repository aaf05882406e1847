#ifndef ARENA_CLI_CHALLENGE_COMMAND_H_
#define ARENA_CLI_CHALLENGE_COMMAND_H_

#include <cstdint>

#include "absl/status/status.h"
#include "arena/cli/commands.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::cli {

// Whether whoever makes a match or a challenge waits for its end: not where it begins at a time.
bool WatchesToEnd(const v1::TournamentSpec& spec);

// Starts the match at the server as a challenge, and where `watches` shows how it goes.
absl::Status Challenge(const Invocation& invocation, const v1::CreateChallengeRequest& request, bool watches,
                       std::uint32_t table_every);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_CHALLENGE_COMMAND_H_
