#ifndef REFEREE_RULES_BLUFFING_WORLD_H_
#define REFEREE_RULES_BLUFFING_WORLD_H_

#include <optional>

#include "referee/rules/bluffing/table.h"
#include "referee/rules/board/board_state.h"
#include "referee/rules/board_game/board_view.h"
#include "referee/rules/game.h"

namespace flagfall::bluffing {

// The whole state of a game of bluffing, hidden types included; only the referee has it.
//
// A ply to an empty square is made at once, and the position before it is kept for as long as its movement may be
// called. An attack changes nothing on the board before it is settled:
//
//   ply ──attack──► DEFENCE ──declares──► CALL ──lets it stand, or calls──► settled; the defender's ply
//                   │     │
//                   │     └─ calls the attack, a bluff ──► settled; the defender's ply
//                   └─ calls the movement, a bluff ──► taken back; the defender's ply
struct World {
  BoardWorld board;
  Table table;
  // The position before the last ply, while the table has may_call_movement.
  board::BoardState before;
};

// The open decision. Play has begun and is not over.
OpenDecision DecisionOf(const World& world);

// Absent while the game is on (R5.1, R5.2, R6.10). A player that cannot move may still make a call that is open.
std::optional<board::BoardResult> ResultOf(const World& world);

// The actions, each of which must be legal (CheckAction in legality.h). Each function returns the pieces, by origin,
// that its action concerns.

// R6.1, R6.3.
board::Bitboard Move(board::Ply ply, World& world);
// R6.2.
board::Bitboard Attack(board::Ply ply, board::PieceType claim, std::uint32_t tokens, World& world);
// R6.3, R6.4, R6.6.
board::Bitboard Call(v1::BluffCall call, World& world);
// R6.5.
board::Bitboard Declare(board::PieceType type, World& world);
// R6.7.
board::Bitboard LetStand(World& world);

}  // namespace flagfall::bluffing

#endif  // REFEREE_RULES_BLUFFING_WORLD_H_
