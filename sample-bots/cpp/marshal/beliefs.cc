#include "sample-bots/cpp/marshal/beliefs.h"

#include <algorithm>
#include <cmath>

namespace flagfall::bot {
namespace {

using board::AttackResult;
using board::BoardState;
using board::Piece;
using board::PieceType;
using board::Square;

// No type is ever less likely than this, against the likeliest.
constexpr double kLeast = 0.02;

}  // namespace

struct Beliefs::Factors {
  double wins = 1;
  double ties = 1;
  double loses = 1;
};

Chances ChancesIn(const std::vector<BoardState>& worlds) {
  Chances chances{};
  const float each = 1.0f / static_cast<float>(worlds.size());
  for (const BoardState& world : worlds) {
    for (const Side side : kSides) {
      board::ForEach(world.OccupiedBy(side), [&](Square at) {
        const board::PieceId id = world.PieceAt(at);
        chances[id][static_cast<int>(world.PieceOf(id).type)] += each;
      });
    }
  }
  return chances;
}

Beliefs::Beliefs(const Weights& weights) : weights_(weights) {
  for (auto& types : weight_) types.fill(1);
}

// Multiplies the weights of the types of a hidden piece by how they would fare in attacking a piece of ours.
void Beliefs::Weigh(board::PieceId id, PieceType own, const Factors& factors) {
  double most = 0;
  for (int type = 1; type < board::kPieceTypes; ++type) {
    double& weight = weight_[id][type];
    if (board::IsMovable(static_cast<PieceType>(type))) {
      const AttackResult result = board::Attack(static_cast<PieceType>(type), own);
      const double factor = result == AttackResult::kAttackerWins  ? factors.wins
                            : result == AttackResult::kBothRemoved ? factors.ties
                                                                   : factors.loses;
      weight *= std::pow(factor, weights_.belief);
    }
    most = std::max(most, weight);
  }
  for (double& weight : weight_[id]) weight = std::max(weight / most, kLeast);
}

void Beliefs::Observe(const BoardState& known, board::Ply last, Side ours) {
  // After an attack the board is no longer as the opponent saw it, and what else it left alone says little.
  if (known.PieceAt(last.to) == board::kNoPiece || known.plies_since_capture() == 0) return;
  board::ForEach(known.OccupiedBy(OpponentOf(ours)), [&](Square at) {
    if (!known.PieceOf(known.PieceAt(at)).is_revealed) ObservePiece(known, last, at, ours);
  });
}

// The hidden piece that is now on `at` might have attacked what stood beside it, and did not. If the last ply was its
// own, it has left that, and may have come up to something else.
void Beliefs::ObservePiece(const BoardState& known, board::Ply last, Square at, Side ours) {
  const board::PieceId id = known.PieceAt(at);
  const bool has_just_moved = at == last.to;
  constexpr Factors kFled = {.wins = 0.15, .ties = 0.5};
  constexpr Factors kStayed = {.wins = 0.35, .ties = 0.7, .loses = 0.8};
  constexpr Factors kCame = {.ties = 0.6, .loses = 0.25};
  const auto weigh_by_those_beside = [&](Square square, const Factors& factors) {
    board::ForEach(board::kNeighbours[square] & known.OccupiedBy(ours), [&](Square beside) {
      const Piece& own = known.PieceOf(known.PieceAt(beside));
      if (own.is_revealed && board::IsMovable(own.type)) Weigh(id, own.type, factors);
    });
  };
  weigh_by_those_beside(has_just_moved ? last.from : at, has_just_moved ? kFled : kStayed);
  if (has_just_moved) weigh_by_those_beside(at, kCame);
}

// Flags stand at the back, and Bombs around them.
double Beliefs::LikelihoodOf(const BoardState& world, PieceType type, board::PieceId id) const {
  const int row = world.PieceOf(id).side == Side::kRed ? board::RowOf(id) : 9 - board::RowOf(id);
  const double weight = weight_[id][static_cast<int>(type)];
  if (type == PieceType::kFlag) return weight * std::exp(-2.5 * row);
  if (type != PieceType::kBomb) return weight;
  bool guards = false;
  board::ForEach(board::kNeighbours[id],
                 [&](Square at) { guards = guards || world.PieceOf(at).type == PieceType::kFlag; });
  return weight * std::exp(-0.5 * row) * (guards ? 5 : 1);
}

}  // namespace flagfall::bot
