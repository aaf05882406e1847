#include "sample-bots/cpp/sdk/bluffing.h"

#include <numeric>

#include "sample-bots/cpp/sdk/worlds.h"

namespace flagfall::bot {

using board::PieceType;

std::uint32_t TokensOf(const GameState& game, Side side) {
  const v1::AttackTokens& tokens = game.view().bluffing().tokens();
  return side == Side::kRed ? tokens.red() : tokens.blue();
}

bluffing::TypeSet PossibleTypes(const GameState& game, board::PieceId id) {
  const PieceType known = game.board().PieceOf(id).type;
  if (known != PieceType::kUnknown) return bluffing::Only(known);
  bluffing::TypeSet types = 0;
  const auto hidden = HiddenCounts(game);
  for (int type = 1; type < board::kPieceTypes; ++type) {
    if (hidden[type] > 0) types |= bluffing::Only(static_cast<PieceType>(type));
  }
  for (const v1::BluffingPiece& piece : game.view().bluffing().pieces()) {
    if (piece.origin() != id || piece.possible_types().empty()) continue;
    bluffing::TypeSet proved = 0;
    for (const int type : piece.possible_types()) {
      if (type > 0 && type < board::kPieceTypes) proved |= bluffing::Only(static_cast<PieceType>(type));
    }
    types &= proved;
  }
  return types;
}

std::array<double, board::kPieceTypes> TypeChances(const GameState& game, board::PieceId id) {
  const bluffing::TypeSet possible = PossibleTypes(game, id);
  const bool is_known = game.board().PieceOf(id).type != PieceType::kUnknown;
  const auto hidden = HiddenCounts(game);
  std::array<double, board::kPieceTypes> chances{};
  for (int type = 1; type < board::kPieceTypes; ++type) {
    if (bluffing::Has(possible, static_cast<PieceType>(type))) chances[type] = is_known ? 1 : hidden[type];
  }
  const double total = std::accumulate(chances.begin(), chances.end(), 0.0);
  for (double& chance : chances) chance /= total;
  return chances;
}

}  // namespace flagfall::bot
