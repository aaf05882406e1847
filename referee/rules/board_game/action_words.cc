#include "referee/rules/board_game/action_words.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "referee/rules/board/piece.h"
#include "referee/rules/board/square.h"
#include "referee/rules/reading_errors.h"

namespace flagfall {
namespace {

std::string NameOf(std::uint32_t square) {
  return square < board::kSquares ? board::SquareName(static_cast<board::Square>(square)) : absl::StrCat(square);
}

}  // namespace

std::string TypeWord(v1::PieceType type) {
  const bool is_piece = type > 0 && type < board::kPieceTypes;
  return std::string(1, is_piece ? TypeLetter(static_cast<board::PieceType>(type)) : '?');
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
  v1::SetUp set_up;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto equals = parts[i].find('=');
    const auto square = board::ParseSquare(parts[i].substr(0, equals));
    const bool has_letter = equals != absl::string_view::npos && parts[i].size() == equals + 2;
    const auto type = has_letter ? board::TypeOfLetter(parts[i].back()) : std::nullopt;
    if (!square.has_value() || !type.has_value()) {
      return Expected(parts[i], "SQUARE=LETTER, as in a1=F; letters F S 2 3 4 5 6 7 8 9 M B");
    }
    v1::Placement& placement = *set_up.add_placements();
    placement.set_square(*square);
    placement.set_type(static_cast<v1::PieceType>(*type));
  }
  return set_up;
}

std::string PlyWords(std::uint32_t from, std::uint32_t to) { return absl::StrCat(NameOf(from), "-", NameOf(to)); }

absl::StatusOr<v1::Ply> ReadPly(absl::string_view word) {
  const std::optional<board::Ply> parsed = board::ParsePly(word);
  if (!parsed.has_value()) return Expected(word, "two squares with a `-` between, as in `a4-a5`");
  v1::Ply ply;
  ply.set_from(parsed->from);
  ply.set_to(parsed->to);
  return ply;
}

}  // namespace flagfall
