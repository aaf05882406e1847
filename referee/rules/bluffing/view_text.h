#ifndef REFEREE_RULES_BLUFFING_VIEW_TEXT_H_
#define REFEREE_RULES_BLUFFING_VIEW_TEXT_H_

#include <string>

#include "flagfall/v1/bluffing.pb.h"
#include "referee/rules/ruleset.h"

namespace flagfall::bluffing {

// A view drawn for a terminal: the board (board_game/board_text.h), and below it tokens, what was claimed and proved of
// the pieces on the board, the last call, and the attack that is contested. Any view at all can be drawn.
std::string DrawView(const v1::BluffingView& view, const DrawStyle& style);

}  // namespace flagfall::bluffing

#endif  // REFEREE_RULES_BLUFFING_VIEW_TEXT_H_
