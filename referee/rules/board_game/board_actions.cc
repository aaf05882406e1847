#include "referee/rules/board_game/board_actions.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "referee/base/status_macros.h"
#include "referee/rules/reading_errors.h"

namespace flagfall {
namespace {

std::string NameOf(std::uint32_t square) {
  return square < board::kSquares ? board::SquareName(static_cast<board::Square>(square)) : absl::StrCat(square);
}

}  // namespace

v1::Ply ToProto(board::Ply ply) {
  v1::Ply message;
  message.set_from(ply.from);
  message.set_to(ply.to);
  return message;
}

v1::SetUp ToProto(absl::Span<const board::Placement> set_up) {
  v1::SetUp message;
  for (const board::Placement& piece : set_up) {
    v1::Placement& placement = *message.add_placements();
    placement.set_square(piece.square);
    placement.set_type(static_cast<v1::PieceType>(piece.type));
  }
  return message;
}

v1::Action SetUpAction(absl::Span<const board::Placement> set_up) {
  v1::Action action;
  *action.mutable_set_up() = ToProto(set_up);
  return action;
}

v1::Action PlyAction(board::Ply ply) {
  v1::Action action;
  *action.mutable_ply() = ToProto(ply);
  return action;
}

std::string ActionWords(const v1::Action& action) {
  if (action.has_set_up()) return SetUpWords(action.set_up());
  if (action.has_ply()) return PlyWords(action.ply());
  return "nothing that a board game knows";
}

absl::StatusOr<v1::Action> ReadAction(absl::string_view words) {
  v1::Action action;
  if (words.substr(0, words.find(' ')) == "setup") {
    FLAGFALL_ASSIGN_OR_RETURN(*action.mutable_set_up(), ReadSetUp(words));
  } else {
    FLAGFALL_ASSIGN_OR_RETURN(*action.mutable_ply(), ReadPly(words));
  }
  return action;
}

std::string TypeWord(v1::PieceType type, RankOrder ranks) {
  if (ranks == RankOrder::kHighIs1 && type >= v1::PIECE_TYPE_SCOUT && type <= v1::PIECE_TYPE_MARSHAL) {
    // The Spy keeps its letter (R1.7).
    return absl::StrCat(v1::PIECE_TYPE_MARSHAL + 1 - type);
  }
  const bool is_piece = type > 0 && type < board::kPieceTypes;
  return std::string(1, is_piece ? TypeLetter(static_cast<board::PieceType>(type)) : '?');
}

absl::StatusOr<board::Placement> ReadPlacement(absl::string_view word) {
  const auto equals = word.find('=');
  const auto square = board::ParseSquare(word.substr(0, equals));
  const bool has_letter = equals != absl::string_view::npos && word.size() == equals + 2;
  const auto type = has_letter ? board::TypeOfLetter(word.back()) : std::nullopt;
  if (square.has_value() && type.has_value()) return board::Placement{.square = *square, .type = *type};
  return Expected(word, "SQUARE=LETTER, as in a1=F; letters F S 2 3 4 5 6 7 8 9 M B");
}

absl::StatusOr<std::vector<board::Placement>> ReadPlacements(absl::string_view words) {
  std::vector<board::Placement> pieces;
  for (const absl::string_view word : absl::StrSplit(words, ' ', absl::SkipEmpty())) {
    FLAGFALL_ASSIGN_OR_RETURN(const board::Placement piece, ReadPlacement(word));
    pieces.push_back(piece);
  }
  return pieces;
}

std::string SetUpWords(const v1::SetUp& set_up) {
  std::vector<const v1::Placement*> placements;
  for (const v1::Placement& placement : set_up.placements()) placements.push_back(&placement);
  std::stable_sort(placements.begin(), placements.end(),
                   [](const auto* a, const auto* b) { return a->square() < b->square(); });
  std::string words = "setup";
  for (const v1::Placement* placement : placements) {
    absl::StrAppend(&words, " ", NameOf(placement->square()), "=", TypeWord(placement->type()));
  }
  return words;
}

absl::StatusOr<v1::SetUp> ReadSetUp(absl::string_view words) {
  const std::vector<absl::string_view> parts = absl::StrSplit(words, ' ', absl::SkipEmpty());
  if (parts.empty() || parts[0] != "setup") return Expected(words, "`setup` and pieces, as in `setup a1=F b1=B`");
  std::vector<board::Placement> set_up(parts.size() - 1);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(set_up[i - 1], ReadPlacement(parts[i]));
  }
  return ToProto(set_up);
}

std::string PlyWords(const v1::Ply& ply) { return absl::StrCat(NameOf(ply.from()), "-", NameOf(ply.to())); }

absl::StatusOr<v1::Ply> ReadPly(absl::string_view word) {
  const std::optional<board::Ply> parsed = board::ParsePly(word);
  if (parsed.has_value()) return ToProto(*parsed);
  return Expected(word, "two squares with a `-` between, as in `a4-a5`");
}

}  // namespace flagfall
