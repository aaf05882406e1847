#ifndef REFEREE_RULES_GAME_TEXT_H_
#define REFEREE_RULES_GAME_TEXT_H_

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/board/board_state.h"
#include "referee/rules/record.h"

namespace flagfall {

// A game as plain text, for people and for the authors of other engines. One statement a line; `#` begins a comment.
// The text begins with the ruleset and those of its options that differ from their defaults:
//
//     ruleset classic
//     option two_squares 3
//
// What follows depends on the ruleset. A game on the board alone (classic, battle, duel, barrage) has set-ups and
// plies:
//
//     setup red  a1=F b1=B c1=M a4=2 …
//     setup blue a10=F …
//     1 a4-a5
//     2 b7-b6
//
// A side's `setup` may go over several lines. The letters of the pieces are F S 2 3 4 5 6 7 8 9 M B. Plies are numbered
// from 1, with `-` between the squares also when attacking. Two more lines make a study of it:
//
//     free           any pieces on any squares instead of an army in its zone
//     move blue      Blue makes the first ply (only with `free`)
//
// A game of any other ruleset has a line for each action: the side and the action in the ruleset's words
// (RulesetDefinition::WriteAction), in the order in which the actions were taken.
//
//     ruleset cards
//     option spotter off
//     seed 00112233…           64 hexadecimal digits; zeros when it is left out
//     red front F 3 9 B 2
//     blue front 4 4 B 3 F
//     red attack 2-4

// The game of a board game's text, or a study.
struct BoardGameText {
  bool is_free = false;
  Side first_to_move = Side::kRed;
  std::vector<board::Placement> red;
  std::vector<board::Placement> blue;
  std::vector<board::Ply> plies;
};

// The game of any other text.
struct ActionsText {
  // 32 bytes.
  std::string seed;
  // Without comments and plies.
  std::vector<RecordedAction> actions;
};

// Where an action stands in a text.
struct ActionLine {
  // From 1; 0 where the action is not in the text.
  int number = 0;
  // What follows the `#` on its line, without the blanks around it.
  std::string comment;
};

struct GameText {
  // As written: options may be missing.
  v1::Ruleset ruleset;
  // Of a ruleset for which IsBoardGame holds the first, and otherwise the second.
  std::variant<BoardGameText, ActionsText> game;
  // Of a text that was parsed: of a board game the last `setup` of Red and that of Blue, and then each ply; of any
  // other game each action.
  std::vector<ActionLine> lines = {};
};

inline constexpr std::size_t kGameTextBytesMax = std::size_t{4} << 20;

// INVALID_ARGUMENT, naming the line and what would be right. Whether plies and actions are legal is not looked at;
// set-ups of the board are. The text begins at line `first_line` of its file.
absl::StatusOr<GameText> ParseGameText(absl::string_view text, int first_line = 1);

// The ruleset must be one of the catalogue, as in whatever was parsed or comes from a record.
std::string WriteGameText(const GameText& text);

// The game of a record as far as it went. How it ended by time, resignation or illegal action is not in the text.
// FAILED_PRECONDITION for a board game that ended before both set-ups were in; otherwise errors as NewGame's.
absl::StatusOr<GameText> GameTextOf(const v1::GameRecord& record);

// The position before the first ply of a board game. Errors as BoardRulesOf's; what has been parsed has none.
absl::StatusOr<board::BoardState> StartOf(const v1::Ruleset& ruleset, const BoardGameText& game);

}  // namespace flagfall

#endif  // REFEREE_RULES_GAME_TEXT_H_
