#ifndef REFEREE_RULES_BOARD_GAME_BOARD_OPTIONS_H_
#define REFEREE_RULES_BOARD_GAME_BOARD_OPTIONS_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/board_rules.h"
#include "referee/rules/ruleset.h"

namespace flagfall {

// The board games, in the order in which they are listed to people.
const std::vector<RulesetInfo>& BoardRulesets();

bool IsBoardGame(absl::string_view id);

// The options that a board game with these rules has (R1.6, R3.6, R4.10), with their values as defaults, by name.
std::vector<OptionInfo> BoardOptions(const board::BoardRules& preset);

// The rules with the options of a complete ruleset.
board::BoardRules WithOptions(board::BoardRules preset, const v1::Ruleset& complete);

// Whether the army fits into the set-up zone. INVALID_ARGUMENT, with R1.6, when it does not.
absl::Status CheckArmyFits(const board::BoardRules& rules);

// The rules that a ruleset names (R4.10); options left out have the defaults of its id. NOT_FOUND when the id is none
// of the board games; otherwise errors as CompleteRuleset's.
absl::StatusOr<board::BoardRules> BoardRulesOf(const v1::Ruleset& ruleset);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_BOARD_OPTIONS_H_
