#ifndef ARENA_CLI_REPORT_H_
#define ARENA_CLI_REPORT_H_

#include <string>

#include "absl/status/status.h"
#include "arena/cli/console.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"

namespace flagfall::arena {

// The pool's bots, the best first, with games, wins, draws, losses, Elo and its change over the newest tournament.
absl::Status PrintLeaderboard(Database& database, const std::string& pool, const Console& console);

// The tournament's crosstable; as JSON, the tournament with its standings.
absl::Status PrintCrosstable(Database& database, const Tournament& tournament, const Console& console);

}  // namespace flagfall::arena

#endif  // ARENA_CLI_REPORT_H_
