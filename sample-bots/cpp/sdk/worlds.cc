#include "sample-bots/cpp/sdk/worlds.h"

#include <algorithm>

namespace flagfall::bot {
namespace {

using board::PieceId;
using board::PieceType;

// Hidden types are drawn in this order, those with the fewest places first.
constexpr PieceType kDrawOrder[] = {
    PieceType::kFlag,    PieceType::kBomb,  PieceType::kMarshal,    PieceType::kGeneral,
    PieceType::kSpy,     PieceType::kMiner, PieceType::kColonel,    PieceType::kMajor,
    PieceType::kCaptain, PieceType::kScout, PieceType::kLieutenant, PieceType::kSergeant,
};

// Takes one of `ids` by its weight; kNoPiece when no piece may be of that type.
PieceId Draw(std::vector<PieceId>& ids, PieceType type, const board::BoardState& board, const Likelihood& likelihood,
             std::mt19937_64& random) {
  double total = 0;
  std::vector<double> sums;
  for (const PieceId id : ids) {
    const bool may_be = board::IsMovable(type) || !board.PieceOf(id).has_moved;
    if (may_be) total += likelihood ? likelihood(board, type, id) : 1.0;
    sums.push_back(total);
  }
  if (total <= 0) return board::kNoPiece;
  const double at = std::uniform_real_distribution<double>(0, total)(random);
  const auto chosen = std::upper_bound(sums.begin(), std::prev(sums.end()), at) - sums.begin();
  const PieceId id = ids[chosen];
  ids.erase(ids.begin() + chosen);
  return id;
}

std::vector<PieceId> HiddenPieces(const GameState& game) {
  std::vector<PieceId> hidden;
  board::ForEach(game.board().OccupiedBy(game.opponent()), [&](board::Square square) {
    const PieceId id = game.board().PieceAt(square);
    if (game.board().PieceOf(id).type == PieceType::kUnknown) hidden.push_back(id);
  });
  return hidden;
}

}  // namespace

std::array<int, board::kPieceTypes> HiddenCounts(const GameState& game) {
  std::array<int, board::kPieceTypes> counts;
  std::copy(game.rules().army.begin(), game.rules().army.end(), counts.begin());
  for (int id = 0; id < board::kSquares; ++id) {
    const board::Piece& piece = game.board().PieceOf(static_cast<PieceId>(id));
    if (piece.exists && piece.side == game.opponent() && piece.type != PieceType::kUnknown) {
      --counts[static_cast<int>(piece.type)];
    }
  }
  return counts;
}

board::BoardState SampleWorld(const GameState& game, std::mt19937_64& random, const Likelihood& likelihood) {
  board::BoardState world = game.board();
  std::vector<PieceId> hidden = HiddenPieces(game);
  const auto counts = HiddenCounts(game);
  for (const PieceType type : kDrawOrder) {
    for (int left = counts[static_cast<int>(type)]; left > 0 && !hidden.empty(); --left) {
      const PieceId id = Draw(hidden, type, world, likelihood, random);
      if (id != board::kNoPiece) world.SetType(id, type);
    }
  }
  return world;
}

std::vector<board::BoardState> SampleWorlds(const GameState& game, std::mt19937_64& random, int count,
                                            const Likelihood& likelihood) {
  std::vector<board::BoardState> worlds;
  for (int i = 0; i < count; ++i) worlds.push_back(SampleWorld(game, random, likelihood));
  return worlds;
}

v1::Beliefs BeliefsOf(const GameState& game, const std::vector<board::BoardState>& worlds) {
  const auto counts = HiddenCounts(game);
  const std::vector<PieceId> hidden = HiddenPieces(game);
  v1::Beliefs beliefs;
  for (const PieceId id : hidden) {
    v1::PieceBelief& belief = *beliefs.add_pieces();
    belief.set_origin(id);
    const bool has_moved = game.board().PieceOf(id).has_moved;
    for (int type = 1; type < board::kPieceTypes; ++type) {
      const bool may_be = board::IsMovable(static_cast<PieceType>(type)) || !has_moved;
      belief.add_weights(may_be ? static_cast<float>(counts[type]) / static_cast<float>(hidden.size()) : 0);
    }
    for (const board::BoardState& world : worlds) {
      const int index = static_cast<int>(world.PieceOf(id).type) - 1;
      if (index >= 0) belief.set_weights(index, belief.weights(index) + 1);
    }
  }
  return beliefs;
}

}  // namespace flagfall::bot
