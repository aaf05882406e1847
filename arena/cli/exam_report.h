#ifndef ARENA_CLI_EXAM_REPORT_H_
#define ARENA_CLI_EXAM_REPORT_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/analysis/exam_scores.h"
#include "flagfall/v1/analysis.pb.h"

namespace flagfall::arena::cli {

// Plies up to this one are a game's opening.
inline constexpr int kOpeningPlies = 50;

// Adds the figures of all plies, of the opening and of what follows it; the parts of which no ply was asked are left
// out.
void AddParts(absl::Span<const std::vector<analysis::AskedPly>> games, v1::Exam& exam);

// The exam for people: a table of its parts, and what it leaves open.
std::string ExamText(const v1::Exam& exam);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_EXAM_REPORT_H_
