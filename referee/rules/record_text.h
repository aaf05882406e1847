#ifndef REFEREE_RULES_RECORD_TEXT_H_
#define REFEREE_RULES_RECORD_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/imported_record.h"

namespace flagfall {

// The game of a record as far as it went, in the text that ReplayText plays, with what is no part of the game as the
// text's comments: game, players, date and result before it, and what the players said of their actions behind these.
//
//     # Game 1-1, 2026-11-23T16:00:00Z
//     # Red: random 1.0
//     # Blue: sergeant 1.2
//     # Result: red wins, flag captured
//     ruleset classic
//     …
//     1 a4-a5 # red: +0.35
//
// Characters that could do harm on a terminal are blanks there. FAILED_PRECONDITION for a board game that ended before
// both set-ups were in; otherwise errors as NewGame's.
absl::StatusOr<std::string> TextOf(const v1::GameRecord& record);

// Reads what TextOf writes, or any game text of whole armies. `text` is UTF-8 and has one game; it begins at line
// `first_line` of its file. Where there is no heading, players are called "unknown", and the result must follow from
// the actions. INVALID_ARGUMENT names the line, what is wrong there and what would be right. Whether the actions are
// legal is not looked at.
absl::StatusOr<ToldGame> ToldByText(absl::string_view text, int first_line = 1);

}  // namespace flagfall

#endif  // REFEREE_RULES_RECORD_TEXT_H_
