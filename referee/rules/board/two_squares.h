#ifndef REFEREE_RULES_BOARD_TWO_SQUARES_H_
#define REFEREE_RULES_BOARD_TWO_SQUARES_H_

#include <array>
#include <cstdint>

#include "referee/rules/board/square.h"

namespace flagfall::board {

// The two-squares rule (R3) of one player.
//
// R3.2 forbids a ply with which a piece would cross the same boundary (the edge between two squares) for more than N of
// its owner's consecutive turns. Only the piece that moved last can have crossed anything in the turn before, so all
// there is to remember is where that piece stands and, for each boundary that its last ply crossed, for how many turns
// on end it has been crossed. Those boundaries lie behind the piece in one straight line: the counts are a short array,
// nearest boundary first.
//
// What the next own ply does to them:
//
//   another piece, or this one in any other direction: none of the old boundaries is crossed, and all counts fall to
//   zero (R3.4); the boundaries of the new ply begin at 1;
//   this piece straight back over n boundaries: those n go up by one and are now behind it in the reverse order, what
//   it did not reach falls to zero, and what it crossed beyond the old ones begins at 1.
//
// Hence only the way straight back can ever be barred, and there from the first boundary on whose count has reached N;
// a shorter ply of a Scout that stops before it is legal (R3.3).
//
// Example, N = 3, a Scout on the a-file; the boundary between a4 and a5 is written 4|5:
//
//   ply      crosses             counts, nearest first
//   a3-a5    3|4 4|5             4|5: 1   3|4: 1
//   a5-a4    4|5                 4|5: 2                          3|4 was not crossed
//   a4-a7    4|5 5|6 6|7         6|7: 1   5|6: 1   4|5: 3
//
//   Now a7-a6 and a7-a5 are legal; a7-a4, which would cross 4|5 for a fourth turn, and a7-a3 are not.
//
// The counts follow from public plies alone: no type is looked at.
class TwoSquares {
 public:
  // The owner made this ply; an attack counts, whether it won or not (R3.1).
  void OnPly(Ply ply);

  // Whether there is a ply that a limit of `count_max` bars, so that Bars has to be asked.
  bool MayBar(int count_max) const { return count_max > 0 && highest_ >= count_max; }

  // Where the piece that moved last came to; kNoSquare before the first ply.
  Square square() const { return square_; }
  // The step with which it came.
  int step() const { return step_; }
  // How many boundaries lie behind it in that line, nearest first, and for how many turns on end it has crossed each.
  int boundaries() const { return boundaries_; }
  int count(int boundary) const { return counts_[boundary]; }

  // Whether the limit bars this ply of the owner.
  bool Bars(int count_max, Ply ply) const;

  // Whether the ply moves the piece that has just crossed a boundary for so many turns on end (R3.6).
  bool MovesPieceAtLimit(int count_max, Ply ply) const { return ply.from == square_ && MayBar(count_max); }

 private:
  static constexpr int kBoundariesMax = kFiles - 1;
  // Counts stop here; limits are lower.
  static constexpr std::uint8_t kCountMax = 200;

  // Where the piece that moved last came to, and the step with which it came.
  Square square_ = kNoSquare;
  std::int8_t step_ = 0;
  std::uint8_t boundaries_ = 0;
  std::uint8_t highest_ = 0;
  // Of the boundaries behind the piece, nearest first; as many as `boundaries_` says.
  std::array<std::uint8_t, kBoundariesMax> counts_{};
};

}  // namespace flagfall::board

#endif  // REFEREE_RULES_BOARD_TWO_SQUARES_H_
