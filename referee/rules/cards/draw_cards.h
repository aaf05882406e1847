#ifndef REFEREE_RULES_CARDS_DRAW_CARDS_H_
#define REFEREE_RULES_CARDS_DRAW_CARDS_H_

#include <string>

#include "flagfall/v1/types.pb.h"
#include "referee/rules/cards/cards_state.h"
#include "referee/rules/random.h"

namespace flagfall::cards {

// A front line out of the cards dealt to the army, all orders of its cards equally likely.
Move DrawFrontLine(const Army& army, Random& random);

// A world that the observer cannot tell from this one (Game::Determinize). What it knows by R7.10 stays; all ways of
// dealing the other cards that agree with the types excluded, and with the game's going on (R7.9), are equally likely.
CardsState DrawState(const CardsState& state, v1::Observer observer, Random& random);

// A seed for shuffles still to come, which nobody knows.
std::string DrawSeed(Random& random);

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_DRAW_CARDS_H_
