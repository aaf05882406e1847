#ifndef ARENA_CLI_COPIES_REPORT_H_
#define ARENA_CLI_COPIES_REPORT_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/analysis/compared_views.h"
#include "arena/analysis/pair_similarity.h"
#include "flagfall/v1/analysis.pb.h"

namespace flagfall::arena::cli {

// Adds the figures of all pairs; `bots` are the names of those that were compared, in their order.
void AddPairs(const analysis::ComparedViews& compared, absl::Span<const analysis::PairSimilarity> pairs,
              const std::vector<std::string>& bots, v1::CopyComparison& message);

// The comparison for people: which pairs are suspicious, a table of all, and the views that tell most.
std::string CopiesText(const v1::CopyComparison& message);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_COPIES_REPORT_H_
