#ifndef REFEREE_RULES_BOARD_GAME_BOARD_TEXT_H_
#define REFEREE_RULES_BOARD_GAME_BOARD_TEXT_H_

#include <string>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/ruleset.h"

namespace flagfall {

// A board as an observer knows it, drawn for a terminal, rows 10 to 1 from top to bottom:
//
//      a   b   c   d
//   4 [5] [?]     (M)*
//
// [ ] is a red piece, ( ) a blue one; inside is its letter (F S 2 … 9 M B), or ? while the observer may not know it. A
// piece whose type is public has a `*` behind it. ~~~ is a lake. Below come the pieces lost and whose ply it is. In
// colour the pieces also have the colours of their sides by ANSI escapes, with what is public in bold.
std::string DrawBoard(const v1::BoardView& view, const DrawStyle& style);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_BOARD_TEXT_H_
