#ifndef REFEREE_RULES_BLUFFING_DRAW_H_
#define REFEREE_RULES_BLUFFING_DRAW_H_

#include "referee/rules/bluffing/world.h"
#include "referee/rules/random.h"

namespace flagfall::bluffing {

// A legal action of the open decision. Mostly what a piece of the type could do, what is true, and no call, so that
// games come to an end and calls are now right and now wrong; but every legal action may come.
v1::Action DrawAction(const World& world, Random& random);

// A world that the observer cannot tell from this one (Game::Determinize): the types that it does not know, also of
// what lies face down beside the board, are dealt anew among the pieces that may have them.
World DrawWorld(const World& world, v1::Observer observer, Random& random);

}  // namespace flagfall::bluffing

#endif  // REFEREE_RULES_BLUFFING_DRAW_H_
