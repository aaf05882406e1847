#ifndef ARENA_CLI_TOURNAMENT_VIEWS_H_
#define ARENA_CLI_TOURNAMENT_VIEWS_H_

#include <cstdint>

#include "arena/cli/commands.h"
#include "arena/cli/console.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::cli {

// Prints what a tournament is about, on one line; nothing with --json.
void PrintHeadline(const v1::TournamentSpec& spec, std::int64_t id, const Console& console);

// Adds `tournament list`, `show`, `pairings` and `init`.
void AddTournamentViews(Command tournament, Invocation& invocation);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_TOURNAMENT_VIEWS_H_
