#ifndef REFEREE_RULES_BOARD_GAME_BOARD_OPTIONS_H_
#define REFEREE_RULES_BOARD_GAME_BOARD_OPTIONS_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/board_rules.h"

namespace flagfall {

// The rules that a ruleset names (R4.10); options left out have the defaults of its id. NOT_FOUND when the id is none
// of the board games; INVALID_ARGUMENT for an option that is unknown, comes twice, or has a value outside its domain.
absl::StatusOr<board::BoardRules> BoardRulesOf(const v1::Ruleset& ruleset);

// The ruleset with that id and every option as `rules` have it, ordered by name.
v1::Ruleset RulesetOf(absl::string_view id, const board::BoardRules& rules);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_BOARD_OPTIONS_H_
