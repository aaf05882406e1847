#ifndef ARENA_CLI_CHECK_REPORT_H_
#define ARENA_CLI_CHECK_REPORT_H_

#include "arena/cli/console.h"
#include "flagfall/v1/check.pb.h"

namespace flagfall::arena::cli {

// Prints one step of a check, as in "12 ok        plays many games at once (16 games)", and when it failed, why and how
// to mend it. Steps that do not concern the bot or were not tried are left out, unless somebody asked for this one or
// it is `verbose`, which also prints how long the step took.
void PrintCheckedStep(const Console& console, const v1::CheckedStep& step, bool is_asked_for, bool is_verbose);

// Prints whether the bot passed, and how many steps it passed.
void PrintCheckSummary(const Console& console, const v1::CheckReport& report);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_CHECK_REPORT_H_
