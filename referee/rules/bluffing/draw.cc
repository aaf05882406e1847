#include "referee/rules/bluffing/draw.h"

#include <utility>
#include <vector>

#include "referee/base/check.h"
#include "referee/rules/bluffing/bluffing_actions.h"
#include "referee/rules/board_game/draw_world.h"

namespace flagfall::bluffing {
namespace {

using board::PieceId;
using board::PieceType;

bool OneIn(std::uint64_t count, Random& random) { return Below(count, random) == 0; }

v1::PieceType OneOf(int first, int last, Random& random) {
  return static_cast<v1::PieceType>(first + static_cast<int>(Below(last - first + 1, random)));
}

// A legal ply, of which there is one; drawn again now and then when it would be a movement bluff.
board::Ply DrawPly(const board::PlyList& plies, const board::BoardState& state, Random& random) {
  constexpr int kDraws = 4;
  board::Ply ply;
  for (int i = 0; i < kDraws; ++i) {
    ply = plies[Below(plies.size(), random)];
    const PieceType type = state.PieceOf(state.PieceAt(ply.from)).type;
    const bool is_long = board::LineOf(ply).length > 1;
    if (is_long ? type == PieceType::kScout : board::IsMovable(type)) break;
  }
  return ply;
}

v1::Action DrawOwnPly(const World& world, Random& random) {
  const board::BoardState& state = world.board.state;
  board::PlyList plies;
  state.LegalPlies(plies);
  FLAGFALL_CHECK(!plies.empty() || world.table.may_call_movement);
  if (world.table.may_call_movement && (plies.empty() || OneIn(12, random))) return CallAction(v1::BLUFF_CALL_MOVEMENT);
  const board::Ply ply = DrawPly(plies, state, random);
  if (state.PieceAt(ply.to) == board::kNoPiece) return PlyAction(ply);
  const PieceType type = state.PieceOf(state.PieceAt(ply.from)).type;
  const bool lies = !board::IsMovable(type) || OneIn(3, random);
  const v1::PieceType claim =
      lies ? OneOf(v1::PIECE_TYPE_SPY, v1::PIECE_TYPE_MARSHAL, random) : static_cast<v1::PieceType>(type);
  const std::uint64_t tokens = world.table.tokens[IndexOf(state.side_to_move())];
  return AttackAction(ply, claim, static_cast<std::uint32_t>(Below(tokens + 1, random)));
}

v1::Action DrawDefence(const World& world, Random& random) {
  const Contest& contest = *world.table.contest;
  if (!contest.is_attack_called && OneIn(5, random)) return CallAction(v1::BLUFF_CALL_ATTACK);
  if (!contest.is_attack_called && !contest.is_movement_called && OneIn(8, random)) {
    return CallAction(v1::BLUFF_CALL_MOVEMENT);
  }
  if (OneIn(3, random)) return DeclarationAction(OneOf(v1::PIECE_TYPE_SPY, v1::PIECE_TYPE_BOMB, random));
  return DeclarationAction(static_cast<v1::PieceType>(world.board.state.PieceOf(contest.target).type));
}

// Deals the hidden types of a side anew, by many exchanges between two pieces that both may have what the other has. As
// an exchange is as likely as its way back, no dealing that can be reached is preferred.
void Redeal(Side side, World& world, Random& random) {
  constexpr std::size_t kExchangesEach = 40;
  std::vector<std::pair<PieceId, PieceType>> hidden;
  board::ForEach(kAllPieces, [&](PieceId id) {
    const board::Piece& piece = world.board.state.PieceOf(id);
    if (piece.exists && piece.side == side && !piece.is_revealed) hidden.emplace_back(id, piece.type);
  });
  for (std::size_t left = kExchangesEach * hidden.size(); left > 0; --left) {
    auto& one = hidden[Below(hidden.size(), random)];
    auto& other = hidden[Below(hidden.size(), random)];
    const auto may_be = [&world](PieceId id, PieceType type) { return Has(world.table.pieces[id].possible, type); };
    if (may_be(one.first, other.second) && may_be(other.first, one.second)) std::swap(one.second, other.second);
  }
  for (const auto& [id, type] : hidden) {
    world.board.state.SetType(id, type);
    if (world.table.may_call_movement) world.before.SetType(id, type);
  }
}

}  // namespace

v1::Action DrawAction(const World& world, Random& random) {
  switch (DecisionOf(world).kind) {
    case v1::DECISION_KIND_DEFENCE:
      return DrawDefence(world, random);
    case v1::DECISION_KIND_CALL:
      return OneIn(4, random) ? CallAction(v1::BLUFF_CALL_DEFENCE) : LetStandAction();
    default:
      return DrawOwnPly(world, random);
  }
}

World DrawWorld(const World& world, v1::Observer observer, Random& random) {
  World drawn = world;
  if (!world.board.play_begun || world.board.is_over || observer == v1::OBSERVER_ALL) {
    drawn.board = DrawWorld(world.board, observer, random);
    return drawn;
  }
  for (const Side side : kSides) {
    if (!IsOpenTo(observer, side)) Redeal(side, drawn, random);
  }
  return drawn;
}

}  // namespace flagfall::bluffing
