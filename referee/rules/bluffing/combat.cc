#include "referee/rules/bluffing/combat.h"

namespace flagfall::bluffing {

using board::AttackResult;
using board::PieceType;

// The lines of R6.8, in their order.
AttackResult Combat(PieceType attacker, std::uint32_t tokens, PieceType defender, bool eleven_beats_spy) {
  const std::uint64_t strength = static_cast<std::uint64_t>(attacker) + tokens;
  if (attacker == PieceType::kFlag) {
    return defender == PieceType::kFlag ? AttackResult::kBothRemoved : AttackResult::kDefenderWins;
  }
  if (defender == PieceType::kFlag) return AttackResult::kAttackerWins;
  if (attacker == PieceType::kBomb) {
    if (defender == PieceType::kBomb) return AttackResult::kBothRemoved;
    return defender == PieceType::kMiner ? AttackResult::kDefenderWins : AttackResult::kAttackerWins;
  }
  if (defender == PieceType::kBomb) {
    const bool takes_bombs = attacker == PieceType::kMiner || strength == static_cast<int>(PieceType::kMiner);
    return takes_bombs ? AttackResult::kAttackerWins : AttackResult::kDefenderWins;
  }
  if (attacker == PieceType::kSpy && defender == PieceType::kMarshal) return AttackResult::kAttackerWins;
  const bool is_eleven = attacker == PieceType::kMarshal && tokens > 0;
  if (is_eleven && defender == PieceType::kSpy && !eleven_beats_spy) return AttackResult::kDefenderWins;
  const auto rank = static_cast<std::uint64_t>(defender);
  if (strength == rank) return AttackResult::kBothRemoved;
  return strength > rank ? AttackResult::kAttackerWins : AttackResult::kDefenderWins;
}

}  // namespace flagfall::bluffing
