#include "referee/rules/board/board_rules.h"

#include <numeric>

namespace flagfall::board {
namespace {

// In the order of PieceType: unknown, Spy, Scout … Marshal, Bomb, Flag.
constexpr std::array<std::uint8_t, kPieceTypes> kFullArmy = {0, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6, 1};
constexpr std::array<std::uint8_t, kPieceTypes> kDuelArmy = {0, 1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2, 1};
constexpr std::array<std::uint8_t, kPieceTypes> kBarrageArmy = {0, 1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1};

}  // namespace

BoardRules BoardRules::Classic() { return {.army = kFullArmy}; }

BoardRules BoardRules::Battle() {
  return {.army = kFullArmy,
          .two_squares_max = 2,
          .chase = ChaseKind::kConsecutiveTurns,
          .draw = DrawRule::kNoMovablePiece};
}

BoardRules BoardRules::Duel() {
  BoardRules rules = Battle();
  rules.army = kDuelArmy;
  rules.zone_rows = 3;
  return rules;
}

BoardRules BoardRules::Barrage() { return {.army = kBarrageArmy}; }

BoardRules BoardRules::Bluffing() { return {.army = kFullArmy, .all_move_as_scouts = true}; }

int BoardRules::army_size() const { return std::accumulate(army.begin(), army.end(), 0); }

Bitboard BoardRules::ZoneOf(Side side) const {
  const Bitboard red = (Bitboard{1} << (zone_rows * kFiles)) - 1;
  return side == Side::kRed ? red : red << (kSquares - zone_rows * kFiles);
}

}  // namespace flagfall::board
