#ifndef REFEREE_RULES_BOARD_GAME_BOARD_GUIDE_H_
#define REFEREE_RULES_BOARD_GAME_BOARD_GUIDE_H_

#include <string>

#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/board/board_rules.h"
#include "referee/rules/ruleset.h"

namespace flagfall {

// The guide of a board game with these rules. `ruleset` is complete.
v1::RulesetGuide BoardGuide(const v1::Ruleset& ruleset, const board::BoardRules& rules);

// The pieces of an army, from the highest rank down.
PieceKinds ArmyOf(const board::BoardRules& rules);

// What the marks of drawn boards mean.
std::string BoardLegend(const DrawStyle& style);

// ---- Parts of it, of which `bluffing` makes its own.

// The pieces, the board, and the sections on them up to the set-up.
void AddBoardAndArmy(const board::BoardRules& rules, v1::RulesetGuide& guide);

// The sections on the two-squares rule and the chase rule.
void AddRepetitionRules(const board::BoardRules& rules, v1::RulesetGuide& guide);

// How a game is drawn for want of movement (R5.3), in a sentence.
std::string DrawSentence(const board::BoardRules& rules);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_BOARD_GUIDE_H_
