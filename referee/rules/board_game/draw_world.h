#ifndef REFEREE_RULES_BOARD_GAME_DRAW_WORLD_H_
#define REFEREE_RULES_BOARD_GAME_DRAW_WORLD_H_

#include <vector>

#include "flagfall/v1/types.pb.h"
#include "referee/rules/board/board_state.h"
#include "referee/rules/board_game/board_view.h"
#include "referee/rules/random.h"

namespace flagfall {

// An army on its zone, all ways of it equally likely.
std::vector<board::Placement> DrawSetUp(const board::BoardRules& rules, Side side, Random& random);

// Deals the types that the `hidden` pieces have among them anew. Bombs and the Flag go to those of `may_be_immobile`
// only, of which there must be enough. All ways of it are equally likely.
void RedealTypes(board::Bitboard hidden, board::Bitboard may_be_immobile, board::BoardState& state, Random& random);

// A world that the observer cannot tell from this one (Game::Determinize).
BoardWorld DrawWorld(const BoardWorld& world, v1::Observer observer, Random& random);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_DRAW_WORLD_H_
