#include "arena/analysis/hidden_types.h"

#include <cmath>
#include <cstddef>

namespace flagfall::arena::analysis {
namespace {

using board::PieceType;

constexpr int kScalings = 60;

double LogFactorial(int n) { return std::lgamma(n + 1.0); }

}  // namespace

HiddenTypes HiddenTypesOf(const board::BoardState& board, Side owner, board::Bitboard known) {
  HiddenTypes hidden;
  board::ForEach(board.OccupiedBy(owner), [&](board::Square square) {
    const board::PieceId id = board.PieceAt(square);
    const board::Piece& piece = board.PieceOf(id);
    if (piece.is_revealed || board::Contains(known, id)) return;
    hidden.pieces.push_back(id);
    hidden.have_moved.push_back(piece.has_moved);
    ++hidden.counts[static_cast<std::size_t>(piece.type)];
  });
  return hidden;
}

// The Bombs and the Flag lie among the pieces that have not moved; all other types among whatever is left.
double MissingBits(const HiddenTypes& hidden) {
  const int all = static_cast<int>(hidden.pieces.size());
  int unmoved = all;
  for (const bool has_moved : hidden.have_moved) unmoved -= has_moved ? 1 : 0;
  int immovable = 0;
  double ways = 0;
  for (int type = 1; type < board::kPieceTypes; ++type) {
    const int count = hidden.counts[static_cast<std::size_t>(type)];
    ways -= LogFactorial(count);
    if (!board::IsMovable(static_cast<PieceType>(type))) immovable += count;
  }
  ways += LogFactorial(unmoved) - LogFactorial(unmoved - immovable) + LogFactorial(all - immovable);
  return ways / std::log(2.0);
}

std::vector<std::array<double, board::kPieceTypes>> LikelyTypes(const HiddenTypes& hidden, const Habit& habit) {
  std::vector<std::array<double, board::kPieceTypes>> likely(hidden.pieces.size());
  for (std::size_t i = 0; i < likely.size(); ++i) {
    for (int type = 1; type < board::kPieceTypes; ++type) {
      const auto of = static_cast<PieceType>(type);
      const bool may_be =
          hidden.counts[static_cast<std::size_t>(type)] > 0 && (board::IsMovable(of) || !hidden.have_moved[i]);
      likely[i][static_cast<std::size_t>(type)] = may_be ? habit(hidden.pieces[i], of) : 0;
    }
  }
  for (int scaling = 0; scaling < kScalings; ++scaling) {
    for (std::size_t type = 1; type < board::kPieceTypes; ++type) {
      double sum = 0;
      for (const auto& piece : likely) sum += piece[type];
      if (sum <= 0) continue;
      for (auto& piece : likely) piece[type] *= hidden.counts[type] / sum;
    }
    for (auto& piece : likely) {
      double sum = 0;
      for (const double type : piece) sum += type;
      if (sum <= 0) continue;
      for (double& type : piece) type /= sum;
    }
  }
  return likely;
}

}  // namespace flagfall::arena::analysis
