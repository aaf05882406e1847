// Which plies BoardState allows. All movable pieces are shifted by one step at once; Scouts go on from there, together,
// for as long as the squares before them are empty. Only then are the plies dropped that R3 or R4 bar, and only when
// either may bar anything at all: in most positions neither can.
#include <algorithm>

#include "referee/rules/board/board_state.h"

namespace flagfall::board {
namespace {

// Both write from `end` on and return the end after it: a size in the list itself would be written and read again at
// each ply, since squares are bytes, which may stand for anything.
template <int kStep>
Ply* AddSteps(Bitboard pieces, Bitboard targets, Ply* end) {
  ForEach(Shifted<kStep>(pieces) & targets,
          [&end](Square to) { *end++ = {.from = static_cast<Square>(to - kStep), .to = to}; });
  return end;
}

// The plies of more than one square.
template <int kStep>
Ply* AddLongPlies(Bitboard scouts, Bitboard empty, Bitboard targets, Ply* end) {
  Bitboard passed = Shifted<kStep>(scouts) & empty;
  for (int length = 2; passed != 0; ++length) {
    const Bitboard reached = Shifted<kStep>(passed) & targets;
    ForEach(reached,
            [&end, length](Square to) { *end++ = {.from = static_cast<Square>(to - length * kStep), .to = to}; });
    passed = reached & empty;
  }
  return end;
}

}  // namespace

void BoardState::PliesByR2(PlyList& plies) const {
  plies.clear();
  if (flag_captured()) return;
  const std::size_t side = IndexOf(side_to_move_);
  const Bitboard empty = Empty();
  const Bitboard targets = kLand & ~occupied_[side];
  Ply* end = plies.begin();
  end = AddSteps<1>(movable_[side], targets, end);
  end = AddSteps<-1>(movable_[side], targets, end);
  end = AddSteps<kFiles>(movable_[side], targets, end);
  end = AddSteps<-kFiles>(movable_[side], targets, end);
  if (const Bitboard scouts = scouts_[side]; scouts != 0) {
    end = AddLongPlies<1>(scouts, empty, targets, end);
    end = AddLongPlies<-1>(scouts, empty, targets, end);
    end = AddLongPlies<kFiles>(scouts, empty, targets, end);
    end = AddLongPlies<-kFiles>(scouts, empty, targets, end);
  }
  plies.EndAt(end);
}

void BoardState::LegalPlies(PlyList& plies) const {
  PliesByR2(plies);
  if (!MayBarAnything()) return;
  plies.RemoveIf([this](Ply ply) { return BarOn(ply) != Bar::kNone; });
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
  return two_squares_[IndexOf(side_to_move_)].MayBar(rules_.two_squares_max) || chase_.MayBar(side_to_move_);
}

Bar BoardState::BarOn(Ply ply) const {
  if (two_squares_[IndexOf(side_to_move_)].Bars(rules_.two_squares_max, ply)) return Bar::kTwoSquares;
  if (piece_at_[ply.to] != kNoPiece) return Bar::kNone;  // R4.9
  if (!chase_.Bars(rules_, side_to_move_, piece_at_[ply.from], ply)) return Bar::kNone;
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
