#ifndef ARENA_CLI_TUNING_REPORT_H_
#define ARENA_CLI_TUNING_REPORT_H_

#include <string>

#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::cli {

// How far a tuning has come, for people: a line for each option with its value on the way, and the values to use, as
// flags and as JSON. Ends with a newline.
std::string TuningText(const v1::Tournament& tournament);

// How the options moved, as comma-separated values: a line of headings, then a line for each point of the course.
std::string TuningCsv(const v1::Tournament& tournament);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_TUNING_REPORT_H_
