#ifndef SAMPLE_BOTS_CPP_SDK_BLUFFING_H_
#define SAMPLE_BOTS_CPP_SDK_BLUFFING_H_

#include <array>
#include <cstdint>

#include "referee/rules/bluffing/bluffing_actions.h"
#include "referee/rules/bluffing/combat.h"
#include "referee/rules/bluffing/table.h"
#include "sample-bots/cpp/sdk/board.h"
#include "sample-bots/cpp/sdk/game_state.h"

// `bluffing` (R6). Answers are written by SetUpAction of board.h and, of the rules library, bluffing::PlyAction,
// AttackAction, CallAction, DeclarationAction and LetStandAction; who would win a fight, bluffing::Combat says.
// GameState::LegalPlies has the plies, and view().bluffing() the contest that is open.
namespace flagfall::bot {

// Attack tokens that the side has to spend (R6.9).
std::uint32_t TokensOf(const GameState& game, Side side);

// What a piece may be, for all that the player knows: the army's counts, and what calls have proved. Of an own piece or
// one whose type is public: that type alone.
bluffing::TypeSet PossibleTypes(const GameState& game, board::PieceId id);

// How likely it is that a piece is of each type, by type; adds up to 1. Claims count for nothing, and so does movement:
// both may be bluffs.
std::array<double, board::kPieceTypes> TypeChances(const GameState& game, board::PieceId id);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_BLUFFING_H_
