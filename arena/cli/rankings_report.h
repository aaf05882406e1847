#ifndef ARENA_CLI_RANKINGS_REPORT_H_
#define ARENA_CLI_RANKINGS_REPORT_H_

#include "arena/cli/console.h"
#include "flagfall/v1/rankings.pb.h"

namespace flagfall::arena::cli {

// Prints a pool's ranking as a table, with what its columns mean; as JSON, a line.
void PrintRanking(const v1::PoolRanking& ranking, const Console& console);

// Prints who beats whom against what the ratings of a pool foretell: the pairs that these foretell the least, and all
// that are significant. As JSON, a line with all.
void PrintResiduals(const v1::PoolResiduals& residuals, const Console& console);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_RANKINGS_REPORT_H_
