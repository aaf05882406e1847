#ifndef TESTS_RULES_STUDY_H_
#define TESTS_RULES_STUDY_H_

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "referee/base/check.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::board {

// "e4=9 a1=F" as placements.
inline std::vector<Placement> Pieces(absl::string_view text) {
  std::vector<Placement> placements;
  for (const absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    const auto square = ParseSquare(word.substr(0, word.find('=')));
    FLAGFALL_CHECK(square.has_value());
    placements.push_back({.square = *square, .type = TypeOfLetter(word.back()).value_or(PieceType::kUnknown)});
  }
  return placements;
}

inline BoardState Study(const BoardRules& rules, absl::string_view red, absl::string_view blue,
                        Side side_to_move = Side::kRed) {
  return BoardState::Free(rules, Pieces(red), Pieces(blue), side_to_move);
}

inline Ply PlyOf(absl::string_view name) {
  const auto ply = ParsePly(name);
  FLAGFALL_CHECK(ply.has_value());
  return *ply;
}

// Makes the plies, all of which must be legal; returns the first that is not, or "".
inline std::string Play(BoardState& state, absl::string_view plies) {
  for (const absl::string_view word : absl::StrSplit(plies, ' ', absl::SkipEmpty())) {
    if (!state.IsLegal(PlyOf(word))) return std::string(word);
    state.Make(PlyOf(word));
  }
  return "";
}

// The clause that bars a ply which R2 allows, "" when it is legal, "R2" when R2 does not allow it.
inline std::string Verdict(const BoardState& state, absl::string_view name) {
  const Ply ply = PlyOf(name);
  if (state.IsLegal(ply)) return "";
  std::vector<BarredPly> barred;
  state.BarredPlies(barred);
  for (const BarredPly& entry : barred) {
    if (entry.ply == ply) return std::string(ClauseOfBar(entry.bar));
  }
  return "R2";
}

}  // namespace flagfall::board

#endif  // TESTS_RULES_STUDY_H_
