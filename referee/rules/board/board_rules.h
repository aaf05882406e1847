#ifndef REFEREE_RULES_BOARD_BOARD_RULES_H_
#define REFEREE_RULES_BOARD_BOARD_RULES_H_

#include <array>
#include <cstdint>

#include "referee/rules/board/bitboard.h"
#include "referee/rules/board/piece.h"

namespace flagfall::board {

// Which chase rule holds (R4).
enum class ChaseKind : std::uint8_t { kOff, kPositionRepetition, kConsecutiveTurns };
// Which positions the position-repetition rule compares with (R4.6).
enum class ChaseScope : std::uint8_t { kRun, kGame };
// When a game is drawn for want of movement (R5.3).
enum class DrawRule : std::uint8_t { kNoPlyAfterBothRemoved, kNoMovablePiece };

// The rules of one board game, as a value: a ruleset is a preset of it.
struct BoardRules {
  // How many pieces of each type an army has, by PieceType (R1.2).
  std::array<std::uint8_t, kPieceTypes> army{};
  // Depth of the set-up zone in rows, counted from the player's side (R1.3), 1 to 4.
  std::uint8_t zone_rows = 4;
  // The limit N of R3.2, 0 to 100; 0 turns the two-squares rule off.
  std::uint8_t two_squares_max = 3;
  ChaseKind chase = ChaseKind::kPositionRepetition;
  ChaseScope chase_scope = ChaseScope::kRun;
  // The limit M of R4.8, 1 to 100.
  std::uint8_t chase_turns_max = 2;
  DrawRule draw = DrawRule::kNoPlyAfterBothRemoved;
  // A piece that has crossed one boundary in N turns on end must not move at all in the next (R3.6).
  bool two_squares_piece = false;
  // Every piece, whatever its type, moves as a Scout does, and a long ply proves nothing (R6.1).
  bool all_move_as_scouts = false;
  // A Marshal beats a Spy with any tokens (R6.8, line 6). Asked where claims fight, and nowhere else.
  bool eleven_beats_spy = false;

  static BoardRules Classic();
  static BoardRules Battle();
  static BoardRules Duel();
  static BoardRules Barrage();
  static BoardRules Bluffing();

  // Pieces in an army.
  int army_size() const;
  // The squares of a side's set-up zone.
  Bitboard ZoneOf(Side side) const;
};

}  // namespace flagfall::board

#endif  // REFEREE_RULES_BOARD_BOARD_RULES_H_
