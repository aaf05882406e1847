#include "referee/rules/board_game/draw_world.h"

namespace flagfall {
namespace {

using board::BoardState;
using board::PieceId;
using board::PieceType;

// Of a game that is on, the player to move has a legal ply; so a world is drawn until it has one there too. Where that
// never happens, hardly anything is hidden.
constexpr int kAttempts = 100;

// Nothing is known of an opposing set-up but that it is in (R1.3).
BoardState RedrawSetUps(const BoardState& state, v1::Observer observer, Random& random) {
  BoardState drawn(state.rules(), Side::kRed);
  for (const Side side : kSides) {
    if (state.OccupiedBy(side) == 0) continue;
    if (IsOpenTo(observer, side)) {
      board::ForEach(state.OccupiedBy(side),
                     [&](PieceId id) { drawn.Put(id, side, id, state.PieceOf(id).type, false, false); });
      continue;
    }
    for (const board::Placement& placement : DrawSetUp(state.rules(), side, random)) {
      drawn.Put(placement.square, side, placement.square, placement.type, false, false);
    }
  }
  return drawn;
}

void RedrawHiddenOf(Side side, BoardState& state, Random& random) {
  board::Bitboard hidden = 0;
  board::Bitboard unmoved = 0;
  board::ForEach(state.OccupiedBy(side), [&](board::Square square) {
    const PieceId id = state.PieceAt(square);
    if (state.PieceOf(id).is_revealed) return;
    hidden |= board::BitOf(id);
    if (!state.PieceOf(id).has_moved) unmoved |= board::BitOf(id);
  });
  RedealTypes(hidden, unmoved, state, random);
}

}  // namespace

std::vector<board::Placement> DrawSetUp(const board::BoardRules& rules, Side side, Random& random) {
  std::vector<board::Square> squares;
  board::ForEach(rules.ZoneOf(side), [&squares](board::Square square) { squares.push_back(square); });
  Shuffle(squares, random);
  std::vector<board::Placement> placements;
  for (int type = 1; type < board::kPieceTypes; ++type) {
    for (int i = 0; i < rules.army[type]; ++i) {
      placements.push_back({.square = squares[placements.size()], .type = static_cast<PieceType>(type)});
    }
  }
  return placements;
}

void RedealTypes(board::Bitboard hidden, board::Bitboard may_be_immobile, BoardState& state, Random& random) {
  std::vector<PieceType> immobile;
  std::vector<PieceType> movable;
  board::ForEach(hidden, [&](PieceId id) {
    const PieceType type = state.PieceOf(id).type;
    (board::IsMovable(type) ? movable : immobile).push_back(type);
  });
  std::vector<PieceId> places;
  board::ForEach(hidden & may_be_immobile, [&places](PieceId id) { places.push_back(id); });
  Shuffle(places, random);
  Shuffle(immobile, random);
  Shuffle(movable, random);
  for (std::size_t i = 0; i < immobile.size(); ++i) {
    state.SetType(places[i], immobile[i]);
    hidden &= ~board::BitOf(places[i]);
  }
  std::size_t dealt = 0;
  board::ForEach(hidden, [&](PieceId id) { state.SetType(id, movable[dealt++]); });
}

BoardWorld DrawWorld(const BoardWorld& world, v1::Observer observer, Random& random) {
  if (world.is_over || observer == v1::OBSERVER_ALL) return world;
  BoardWorld drawn = world;
  if (!world.play_begun) {
    drawn.state = RedrawSetUps(world.state, observer, random);
    return drawn;
  }
  for (int i = 0; i < kAttempts; ++i) {
    drawn.state = world.state;
    for (const Side side : kSides) {
      if (!IsOpenTo(observer, side)) RedrawHiddenOf(side, drawn.state, random);
    }
    if (!drawn.state.Result().has_value()) return drawn;
  }
  return world;
}

}  // namespace flagfall
