#ifndef REFEREE_RULES_GAME_TEXT_H_
#define REFEREE_RULES_GAME_TEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/board/board_state.h"

namespace flagfall {

// A board game as plain text, for people and for the authors of other engines:
//
//     ruleset classic
//     option two_squares 3
//     setup red  a1=F b1=B c1=M a4=2 …
//     setup blue a10=F …
//     1 a4-a5
//     2 b7-b6
//
// One statement a line; `#` begins a comment. `ruleset` comes before everything else. A side's `setup` may go over
// several lines. The letters of the pieces are F S 2 3 4 5 6 7 8 9 M B. Plies are numbered from 1, with `-` between the
// squares also when attacking. Two more lines make a study of it:
//
//     free           any pieces on any squares instead of an army in its zone
//     move blue      Blue makes the first ply (only with `free`)
struct GameText {
  // As written: options may be missing.
  v1::Ruleset ruleset;
  bool is_free = false;
  Side first_to_move = Side::kRed;
  std::vector<board::Placement> red;
  std::vector<board::Placement> blue;
  std::vector<board::Ply> plies;

  // The position before the first ply. Errors as BoardRulesOf's; what has been parsed has none.
  absl::StatusOr<board::BoardState> Start() const;
};

inline constexpr std::size_t kGameTextBytesMax = std::size_t{4} << 20;

// Errors name the line and what would be right. Whether the plies are legal is not looked at; set-ups are.
absl::StatusOr<GameText> ParseGameText(absl::string_view text);

std::string WriteGameText(const GameText& game);

// The game of a record of a board game, as far as it went; both set-ups must be in. Plies only: how it ended by time,
// resignation or illegal action is not in the text.
absl::StatusOr<GameText> GameTextOf(const v1::GameRecord& record);

}  // namespace flagfall

#endif  // REFEREE_RULES_GAME_TEXT_H_
