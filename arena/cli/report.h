#ifndef ARENA_CLI_REPORT_H_
#define ARENA_CLI_REPORT_H_

#include <vector>

#include "arena/cli/console.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena {

// A table for each pool, with games, wins, draws, losses, Elo and its change over the newest tournament. `rated` is
// ordered by pool and place.
void PrintLeaderboards(const std::vector<v1::RatedBot>& rated, const Console& console);

// The tournament's crosstable; as JSON, the tournament with its standings and crosstable.
void PrintCrosstable(const v1::Tournament& tournament, const Console& console);

}  // namespace flagfall::arena

#endif  // ARENA_CLI_REPORT_H_
