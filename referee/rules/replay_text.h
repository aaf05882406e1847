#ifndef REFEREE_RULES_REPLAY_TEXT_H_
#define REFEREE_RULES_REPLAY_TEXT_H_

#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall {

// Plays a game text (game_text.h) and writes JSON lines. For a board game, with `lists_plies`, there is one for each
// position that the game passes through, the last one included:
//
//     {"ply":1,"side":"red","legal":["a4-a5"],"barred":[{"ply":"e4-e3","clause":"R3.2"}]}
//
// where `ply` is the number of the ply about to be made, `legal` and `barred` are ordered by the numbers of the square
// left and the square entered, and `barred` are the plies that R2 allows and R3 or R4 bar. When all plies were legal,
// in any case and last:
//
//     {"result":"red_wins","reason":"flag_captured"}
//
// with nulls while the game is on. For every other ruleset, with `lists_plies`, there is one for each decision that is
// open before the first action and after each:
//
//     {"action":3,"side":"red","kind":"turn","legal":["attack 1-2"]}
//
// where `legal` is null when there are too many to list. An INVALID_ARGUMENT error names the line of a text that cannot
// be read, or the number of the first ply or action that is not legal and the clause that it breaks.
absl::Status ReplayText(absl::string_view text, bool lists_plies, std::ostream& out);

}  // namespace flagfall

#endif  // REFEREE_RULES_REPLAY_TEXT_H_
