#ifndef REFEREE_RULES_BOARD_GAME_BOARD_EXAMPLES_H_
#define REFEREE_RULES_BOARD_GAME_BOARD_EXAMPLES_H_

#include <vector>

#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/board/board_rules.h"

// Examples of the rules that bar plies. Each is played by the core whenever it is asked for, and its verdicts are the
// core's; an example that does not show under these rules what it is there to show is left out.
namespace flagfall {

// Of the two-squares rule (R3); none when it is off.
std::vector<v1::RuleExample> TwoSquaresExamples(const board::BoardRules& rules);

// Of the chase rule that holds (R4); none when there is none.
std::vector<v1::RuleExample> ChaseExamples(const board::BoardRules& rules);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_BOARD_EXAMPLES_H_
