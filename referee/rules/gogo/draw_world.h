#ifndef REFEREE_RULES_GOGO_DRAW_WORLD_H_
#define REFEREE_RULES_GOGO_DRAW_WORLD_H_

#include "flagfall/v1/types.pb.h"
#include "referee/rules/gogo/world.h"
#include "referee/rules/random.h"

namespace flagfall::gogo {

// A world that the observer cannot tell from this one (Game::Determinize), of a game that is on. The cards that it has
// not seen are dealt anew, all ways of it equally likely; steps handed in that it may not know are drawn anew, too.
World DrawWorld(const World& world, v1::Observer observer, Random& random);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_DRAW_WORLD_H_
