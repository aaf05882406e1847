#ifndef ARENA_CLI_REPORT_H_
#define ARENA_CLI_REPORT_H_

#include <string>

#include "arena/cli/console.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::cli {

// Prints a table for each pool, below it what the fit to all its games says, and the table of superiority where the
// response has it. As JSON, each bot is a line, then each pool's fit that has superiority.
void PrintLeaderboards(const v1::GetLeaderboardResponse& response, const Console& console);

// Prints the tournament's crosstable; as JSON, the tournament with its standings. Of a tuning, how far it has come.
void PrintCrosstable(const v1::Tournament& tournament, const Console& console);

// The crosstable as text, with the statistics of a tournament of two; of a tuning, TuningText. Ends with a newline.
std::string CrosstableOf(const v1::Tournament& tournament, const Console& console);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_REPORT_H_
