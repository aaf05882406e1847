#ifndef REFEREE_RULES_BLUFFING_BLUFFING_GUIDE_H_
#define REFEREE_RULES_BLUFFING_BLUFFING_GUIDE_H_

#include <string>

#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/board/board_rules.h"
#include "referee/rules/ruleset.h"

namespace flagfall::bluffing {

// The guide of `bluffing` with these rules of the board. `ruleset` is complete.
v1::RulesetGuide MakeGuide(const v1::Ruleset& ruleset, const board::BoardRules& rules);

// The pieces of an army, as its guide has them.
PieceKinds PiecesOf(const board::BoardRules& rules);

// What the marks of drawn views mean.
std::string Legend(const DrawStyle& style);

}  // namespace flagfall::bluffing

#endif  // REFEREE_RULES_BLUFFING_BLUFFING_GUIDE_H_
