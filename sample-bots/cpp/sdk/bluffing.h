#ifndef SAMPLE_BOTS_CPP_SDK_BLUFFING_H_
#define SAMPLE_BOTS_CPP_SDK_BLUFFING_H_

#include <array>
#include <cstdint>

#include "referee/rules/bluffing/bluffing_actions.h"
#include "referee/rules/bluffing/combat.h"
#include "referee/rules/bluffing/table.h"
#include "referee/rules/board_game/board_actions.h"
#include "sample-bots/cpp/sdk/game_state.h"

// `bluffing` (R6). Answers are made by SetUpAction and by bluffing::PlyAction, AttackAction, CallAction,
// DeclarationAction and LetStandAction of the rules library; bluffing::Combat tells who would win a fight.
// GameState::LegalPlies has the plies, and view().bluffing() the contest that is open.
namespace flagfall::bot {

// The number of attack tokens that the side can spend (R6.9).
std::uint32_t TokensOf(const GameState& game, Side side);

// The types that a piece may have as far as the player knows, from the army's counts and from what calls have proved.
// For an own piece, or one whose type is public, that type alone.
bluffing::TypeSet PossibleTypes(const GameState& game, board::PieceId id);

// The probability that a piece is of each type, by type; they add up to 1. Claims and movement are ignored, since both
// may be bluffs.
std::array<double, board::kPieceTypes> TypeChances(const GameState& game, board::PieceId id);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_BLUFFING_H_
