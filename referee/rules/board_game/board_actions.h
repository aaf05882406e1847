#ifndef REFEREE_RULES_BOARD_GAME_BOARD_ACTIONS_H_
#define REFEREE_RULES_BOARD_GAME_BOARD_ACTIONS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/board_state.h"
#include "referee/rules/ruleset.h"

namespace flagfall {

v1::Ply ToProto(board::Ply ply);
v1::SetUp ToProto(absl::Span<const board::Placement> set_up);

v1::Action SetUpAction(absl::Span<const board::Placement> set_up);
v1::Action PlyAction(board::Ply ply);

// "setup a1=F b1=B …", "a4-a5".
std::string ActionWords(const v1::Action& action);

// Reads what ActionWords writes. INVALID_ARGUMENT says what would be right.
absl::StatusOr<v1::Action> ReadAction(absl::string_view words);

// --- The words of which actions, and texts of games, are made

// "7"; a letter of F S 2 3 4 5 6 7 8 9 M B, and ? for anything else. For people the ranks may be in the other order.
std::string TypeWord(v1::PieceType type, RankOrder ranks = RankOrder::kHighIs10);

// The piece of "a1=F".
absl::StatusOr<board::Placement> ReadPlacement(absl::string_view word);
// Those of "a1=F b1=B", in this order.
absl::StatusOr<std::vector<board::Placement>> ReadPlacements(absl::string_view words);

// "setup a1=F b1=B c1=M", by square.
std::string SetUpWords(const v1::SetUp& set_up);

// Reads what SetUpWords writes, in any order. INVALID_ARGUMENT names the word that is wrong and what would be right.
absl::StatusOr<v1::SetUp> ReadSetUp(absl::string_view words);

// "a4-a5". Numbers that are no squares are written as numbers.
std::string PlyWords(const v1::Ply& ply);

// Reads what PlyWords writes of squares. INVALID_ARGUMENT says what would be right.
absl::StatusOr<v1::Ply> ReadPly(absl::string_view word);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_BOARD_ACTIONS_H_
