#ifndef ARENA_CLI_REPORT_H_
#define ARENA_CLI_REPORT_H_

#include <string>

#include "arena/cli/console.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena {

// A table for each pool, with what its games say at once below, and the table of superiority where the answer has it.
// As JSON, each bot a line, then each pool's fit where it has superiority.
void PrintLeaderboards(const v1::GetLeaderboardResponse& response, const Console& console);

// The tournament's crosstable; as JSON, the tournament with its standings and crosstable.
void PrintCrosstable(const v1::Tournament& tournament, const Console& console);

// As text, with the statistics of a match of two. Ends with a newline.
std::string CrosstableOf(const v1::Tournament& tournament, const Console& console);

}  // namespace flagfall::arena

#endif  // ARENA_CLI_REPORT_H_
