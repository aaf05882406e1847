// Which plies BoardState allows. Which pieces can make a step in a direction is found for all at once; Scouts go on
// from there, together, for as long as the squares before them are empty. Only then are the plies dropped that R3 or R4
// bar, and only when either may bar anything at all: in most positions neither can.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "referee/rules/board/board_state.h"

namespace flagfall::board {
namespace {

// All of these write from `end` on and return the end after it: a size in the list itself would be written and read
// again at each ply, since squares are bytes, which may stand for anything.

// For each direction, in the order left, right, down, up: the pieces that can make a step there.
using Steppers = std::array<Bitboard, 4>;

// The steps of the pieces on squares kFirst to kFirst + 63. Every piece's four steps are written, and those that it
// cannot make are written over by what follows: how many it can make is different each time, and branches on it would
// cost more than the writing.
template <int kFirst>
Ply* AddStepsFrom(const Steppers& steppers, Ply* end) {
  const auto part = [&steppers](int direction) { return static_cast<std::uint64_t>(steppers[direction] >> kFirst); };
  const std::uint64_t left = part(0);
  const std::uint64_t right = part(1);
  const std::uint64_t down = part(2);
  const std::uint64_t up = part(3);
  for (std::uint64_t any = left | right | down | up; any != 0; any &= any - 1) {
    const int bit = std::countr_zero(any);
    const auto add = [&end, bit](std::uint64_t able, int step) {
      const int from = kFirst + bit;
      *end = {.from = static_cast<Square>(from), .to = static_cast<Square>(from + step)};
      end += (able >> bit) & 1;
    };
    add(left, -1);
    add(right, 1);
    add(down, -kFiles);
    add(up, kFiles);
  }
  return end;
}

Ply* AddSteps(Bitboard pieces, Bitboard targets, Ply* end) {
  const Steppers steppers = {pieces & Shifted<1>(targets), pieces & Shifted<-1>(targets),
                             pieces & Shifted<kFiles>(targets), pieces & Shifted<-kFiles>(targets)};
  return AddStepsFrom<64>(steppers, AddStepsFrom<0>(steppers, end));
}

// Where Scouts come to with two steps.
template <int kStep>
Bitboard SecondSquares(Bitboard scouts, Bitboard empty, Bitboard targets) {
  return Shifted<kStep>(Shifted<kStep>(scouts) & empty) & targets;
}

// The plies of two squares, which come to `reached`, and the longer ones.
template <int kStep>
Ply* AddLongPliesTo(Bitboard reached, Bitboard empty, Bitboard targets, Ply* end) {
  for (int length = 2; reached != 0; ++length) {
    ForEach(reached,
            [&end, length](Square to) { *end++ = {.from = static_cast<Square>(to - length * kStep), .to = to}; });
    reached = Shifted<kStep>(reached & empty) & targets;
  }
  return end;
}

// The plies of more than one square. Mostly there are none, which one look at all four directions tells.
Ply* AddLongPlies(Bitboard scouts, Bitboard empty, Bitboard targets, Ply* end) {
  const Bitboard left = SecondSquares<-1>(scouts, empty, targets);
  const Bitboard right = SecondSquares<1>(scouts, empty, targets);
  const Bitboard down = SecondSquares<-kFiles>(scouts, empty, targets);
  const Bitboard up = SecondSquares<kFiles>(scouts, empty, targets);
  if ((left | right | down | up) == 0) return end;
  end = AddLongPliesTo<-1>(left, empty, targets, end);
  end = AddLongPliesTo<1>(right, empty, targets, end);
  end = AddLongPliesTo<-kFiles>(down, empty, targets, end);
  return AddLongPliesTo<kFiles>(up, empty, targets, end);
}

}  // namespace

void BoardState::PliesByR2(PlyList& plies) const {
  plies.clear();
  if (flag_captured()) return;
  const std::size_t side = IndexOf(side_to_move_);
  const Bitboard targets = kLand & ~occupied_[side];
  Ply* end = AddSteps(movable_[side], targets, plies.begin());
  if (scouts_[side] != 0) end = AddLongPlies(scouts_[side], Empty(), targets, end);
  plies.EndAt(end);
}

void BoardState::LegalPlies(PlyList& plies) const {
  PliesByR2(plies);
  if (!MayBarAnything()) return;
  plies.RemoveIf([this](Ply ply) { return BarOnWay(ply) != Bar::kNone; });
  if (!rules_.two_squares_piece) return;
  plies.RemoveIf([this](Ply ply) { return MustRest(ply); });
}

void BoardState::BarredPlies(std::vector<BarredPly>& plies) const {
  plies.clear();
  if (!MayBarAnything()) return;
  PlyList by_r2;
  PliesByR2(by_r2);
  for (const Ply ply : by_r2) {
    if (const Bar bar = BarOn(ply); bar != Bar::kNone) plies.push_back({.ply = ply, .bar = bar});
  }
}

bool BoardState::MayBarAnything() const {
  return repetition_.two_squares[IndexOf(side_to_move_)].MayBar(rules_.two_squares_max) ||
         repetition_.chase.MayBar(side_to_move_);
}

Bar BoardState::BarOn(Ply ply) const {
  const Bar bar = BarOnWay(ply);
  return bar != Bar::kTwoSquares && rules_.two_squares_piece && MustRest(ply) ? Bar::kTwoSquaresPiece : bar;
}

bool BoardState::MustRest(Ply ply) const {
  return repetition_.two_squares[IndexOf(side_to_move_)].MovesPieceAtLimit(rules_.two_squares_max, ply);
}

Bar BoardState::BarOnWay(Ply ply) const {
  if (repetition_.two_squares[IndexOf(side_to_move_)].Bars(rules_.two_squares_max, ply)) return Bar::kTwoSquares;
  if (piece_at_[ply.to] != kNoPiece) return Bar::kNone;  // R4.9
  if (!repetition_.chase.Bars(rules_, side_to_move_, piece_at_[ply.from], ply)) return Bar::kNone;
  return rules_.chase == ChaseKind::kConsecutiveTurns ? Bar::kConsecutiveTurns : Bar::kPositionRepetition;
}

bool BoardState::IsLegal(Ply ply) const {
  PlyList plies;
  LegalPlies(plies);
  return std::find(plies.begin(), plies.end(), ply) != plies.end();
}

bool BoardState::HasPlyByR2(Side side) const {
  // A Scout that can go far can also go one step.
  const Bitboard movable = movable_[IndexOf(side)];
  const Bitboard reached =
      Shifted<1>(movable) | Shifted<-1>(movable) | Shifted<kFiles>(movable) | Shifted<-kFiles>(movable);
  return (reached & kLand & ~occupied_[IndexOf(side)]) != 0;
}

bool BoardState::HasLegalPly() const {
  if (!HasPlyByR2(side_to_move_)) return false;
  if (!MayBarAnything()) return true;
  PlyList plies;
  LegalPlies(plies);
  return !plies.empty();
}

}  // namespace flagfall::board
