#ifndef REFEREE_RULES_CARDS_CARDS_TEXT_H_
#define REFEREE_RULES_CARDS_CARDS_TEXT_H_

#include <string>

#include "flagfall/v1/game.pb.h"

namespace flagfall::cards {

// The table as an observer knows it, drawn for a terminal, Blue on the far side:
//
//   blue   hand ? ? ?   deck 13   lost 3 B
//          (?) (7)*(?)  .  (?)
//           1   2   3   4   5
//          [2] [F] [9]![B] [M]*
//   red    hand 4 5 S   deck 12   lost nothing
//   turn 9; red to take its turn
//   last: blue attacked 2-3, 7 against 6; the attacker stays
//
// [ ] is a red card, ( ) a blue one; inside is its letter (F S 2 … 9 M B, P for the Spotter), or ? while the observer
// may not know it. Behind it: * once it was shown, ! once the opponent's Scout has seen it. With `in_colour` the cards
// also have the colours of their sides by ANSI escapes, with what was shown in bold.
std::string DrawTable(const v1::CardsView& view, bool in_colour);

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_CARDS_TEXT_H_
