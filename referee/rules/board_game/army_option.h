#ifndef REFEREE_RULES_BOARD_GAME_ARMY_OPTION_H_
#define REFEREE_RULES_BOARD_GAME_ARMY_OPTION_H_

#include <array>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/rules/board/piece.h"

namespace flagfall {

// The number of pieces of each type in an army, by PieceType.
using ArmyCounts = std::array<std::uint8_t, board::kPieceTypes>;

// An army as the option `army` has it (R1.6): the counts of Flag, Spy, Scout, Miner, Sergeant, Lieutenant, Captain,
// Major, Colonel, General, Marshal and Bomb, the order of R1.2, with `-` between them. `1-1-2-2-0-0-0-0-0-1-1-2` is the
// army of `duel`.
std::string WriteArmy(const ArmyCounts& army);

// Reads what WriteArmy writes; blanks and commas may stand for `-`. INVALID_ARGUMENT, with R1.6, for anything else, for
// more than 40 pieces, and for an army without a Flag or without a piece that moves.
absl::StatusOr<ArmyCounts> ReadArmy(absl::string_view text);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_ARMY_OPTION_H_
