#ifndef ARENA_ANALYSIS_HIDDEN_TYPES_H_
#define ARENA_ANALYSIS_HIDDEN_TYPES_H_

#include <array>
#include <functional>
#include <vector>

#include "referee/rules/board/board_state.h"

namespace flagfall::arena::analysis {

// What an opponent does not know of a side's pieces: which of them has which type.
struct HiddenTypes {
  std::vector<board::PieceId> pieces;
  // By piece: it has moved, and so is neither Bomb nor Flag (R2.2).
  std::vector<bool> have_moved;
  // How many of the pieces are of each type, by PieceType. An opponent knows this from the army and what it has seen.
  std::array<int, board::kPieceTypes> counts{};
};

// `board` has all types. Pieces in `known`, by origin, count as known though they are not revealed.
HiddenTypes HiddenTypesOf(const board::BoardState& board, Side owner, board::Bitboard known = 0);

// The number of ways in which the types may lie, as its logarithm to base 2: the bits that the opponent lacks. All ways
// count that do not contradict what it has seen: how many pieces of each type are left, and that what moves is movable.
double MissingBits(const HiddenTypes& hidden);

// How likely a piece of that origin is of that type, for its owner's habits alone, up to a factor; above 0.
using Habit = std::function<double(board::PieceId origin, board::PieceType type)>;

// For each of the pieces, how likely it is of each type: `habit`, scaled so that each piece has one type and each type
// its count (Sinkhorn's iteration, which gives the distribution of this kind that is nearest to `habit`).
std::vector<std::array<double, board::kPieceTypes>> LikelyTypes(const HiddenTypes& hidden, const Habit& habit);

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_HIDDEN_TYPES_H_
