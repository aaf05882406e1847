#ifndef ARENA_ANALYSIS_REPLAYED_RULESETS_H_
#define ARENA_ANALYSIS_REPLAYED_RULESETS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace flagfall::arena::analysis {

// The rulesets whose games can be replayed (board_replay.h), by id: the board games.
std::vector<std::string> ReplayedRulesets();

// The same for people; `conjunction` stands before the last: "classic, battle, duel and barrage".
std::string ReplayedRulesetNames(absl::string_view conjunction);

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_REPLAYED_RULESETS_H_
