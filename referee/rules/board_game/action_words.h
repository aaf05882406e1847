#ifndef REFEREE_RULES_BOARD_GAME_ACTION_WORDS_H_
#define REFEREE_RULES_BOARD_GAME_ACTION_WORDS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/board.pb.h"

namespace flagfall {

// "7"; a letter of F S 2 3 4 5 6 7 8 9 M B, and ? for anything else.
std::string TypeWord(v1::PieceType type);

// "setup a1=F b1=B c1=M", by square. Letters: F S 2 3 4 5 6 7 8 9 M B, and ? for anything else.
std::string SetUpWords(const v1::SetUp& set_up);

// Reads what SetUpWords writes, in any order. INVALID_ARGUMENT names the word that is wrong and what would be right.
absl::StatusOr<v1::SetUp> ReadSetUp(absl::string_view words);

// "a4-a5". Numbers that are no squares are written as numbers.
std::string PlyWords(std::uint32_t from, std::uint32_t to);

// Reads what PlyWords writes of squares. INVALID_ARGUMENT says what would be right.
absl::StatusOr<v1::Ply> ReadPly(absl::string_view word);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_ACTION_WORDS_H_
