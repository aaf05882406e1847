#ifndef ARENA_VALUES_DEAL_H_
#define ARENA_VALUES_DEAL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::values {

// What the referee deals in games of a tournament with this spec: the set-ups of a book, the cards of `cards`, or
// nothing. FAILED_PRECONDITION says why nothing is dealt: in `gogo` there is nothing to deal, and in the board games
// and `bluffing` bots bring set-ups of their own where there is no book, also in duplicate pairs.
absl::Status CheckIsDealt(const v1::TournamentSpec& spec);

// The same of a ruleset: whether there are any tournaments in which something is dealt.
absl::Status CheckCanBeDealt(absl::string_view ruleset_id);

// The names of the features of DealOf, in their order. FAILED_PRECONDITION as CheckCanBeDealt.
absl::StatusOr<std::vector<std::string>> DealFeatureNames(absl::string_view ruleset_id);

// What was dealt in a game of such a tournament, from Red's side, in numbers whose mean over all deals is 0; see
// SetUpFeatures and CardsFeatures. FAILED_PRECONDITION where the record has no set-ups of the host, or is of a ruleset
// in which nothing can be dealt.
absl::StatusOr<std::vector<double>> DealOf(const v1::GameRecord& record);

}  // namespace flagfall::arena::values

#endif  // ARENA_VALUES_DEAL_H_
