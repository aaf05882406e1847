#ifndef REFEREE_RULES_BLUFFING_COMBAT_H_
#define REFEREE_RULES_BLUFFING_COMBAT_H_

#include <cstdint>

#include "referee/rules/board/piece.h"

namespace flagfall::bluffing {

// The result of an attack with so many tokens (R6.8). Both types are known; each may be any type. `eleven_beats_spy` is
// that of the game's rules, and decides line 6.
board::AttackResult Combat(board::PieceType attacker, std::uint32_t tokens, board::PieceType defender,
                           bool eleven_beats_spy = false);

}  // namespace flagfall::bluffing

#endif  // REFEREE_RULES_BLUFFING_COMBAT_H_
