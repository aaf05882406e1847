#include "arena/analysis/hint.h"

#include <array>
#include <cstddef>

namespace flagfall::arena::analysis {
namespace {

using board::AttackResult;
using board::PieceType;

int OutcomeOfAttack(PieceType attacker, PieceType target) {
  switch (board::Attack(attacker, target)) {
    case AttackResult::kAttackerWins:
      return 1;
    case AttackResult::kDefenderWins:
      return -1;
    default:
      return 0;
  }
}

}  // namespace

absl::string_view HintName(Hint hint) {
  constexpr std::array<absl::string_view, kHints> kNames = {"attack", "contact", "flag", "approach", "flight"};
  return kNames[static_cast<std::size_t>(hint)];
}

int OutcomeOf(Hint hint, PieceType own, PieceType hidden) {
  switch (hint) {
    case Hint::kFlag:
      return hidden == PieceType::kFlag ? 1 : 0;
    case Hint::kFlight:
      return board::IsMovable(hidden) ? OutcomeOfAttack(hidden, own) : -1;
    default:
      return OutcomeOfAttack(own, hidden);
  }
}

bool IsHiddenFrom(Side side, const board::BoardState& board, board::PieceId id) {
  if (id == board::kNoPiece) return false;
  const board::Piece& piece = board.PieceOf(id);
  return piece.side != side && !piece.is_revealed;
}

}  // namespace flagfall::arena::analysis
