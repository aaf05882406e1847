#ifndef REFEREE_RULES_BOARD_GAME_BOARD_WALKS_H_
#define REFEREE_RULES_BOARD_GAME_BOARD_WALKS_H_

#include <vector>

#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/board/board_rules.h"

// Examples for somebody who has never played: a set-up, how pieces move and fight, and what a side learns. Each is
// played by the core as those of board_examples.h are.
namespace flagfall {

// Both armies as they could be set up.
v1::RuleExample SetUpExample(const board::BoardRules& rules);

// Of R2.2 and R2.3, of R2.5 and R5.1, and of R2.6 and R2.7.
std::vector<v1::RuleExample> MovingExamples(const board::BoardRules& rules);
std::vector<v1::RuleExample> AttackingExamples(const board::BoardRules& rules);
std::vector<v1::RuleExample> KnowingExamples(const board::BoardRules& rules);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_BOARD_WALKS_H_
