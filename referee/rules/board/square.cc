#include "referee/rules/board/square.h"

#include "absl/strings/str_cat.h"

namespace flagfall::board {

std::string SquareName(Square square) {
  return absl::StrCat(std::string(1, static_cast<char>('a' + FileOf(square))), RowOf(square) + 1);
}

std::optional<Square> ParseSquare(absl::string_view name) {
  if (name.size() < 2 || name.size() > 3) return std::nullopt;
  const int file = name[0] - 'a';
  if (file < 0 || file >= kFiles) return std::nullopt;
  if (name.size() == 3) return name.substr(1) == "10" ? std::optional(SquareAt(file, 9)) : std::nullopt;
  if (name[1] < '1' || name[1] > '9') return std::nullopt;
  return SquareAt(file, name[1] - '1');
}

std::string PlyName(Ply ply) { return absl::StrCat(SquareName(ply.from), "-", SquareName(ply.to)); }

std::optional<Ply> ParsePly(absl::string_view name) {
  const auto dash = name.find('-');
  if (dash == absl::string_view::npos) return std::nullopt;
  const auto from = ParseSquare(name.substr(0, dash));
  const auto to = ParseSquare(name.substr(dash + 1));
  if (!from.has_value() || !to.has_value()) return std::nullopt;
  return Ply{.from = *from, .to = *to};
}

}  // namespace flagfall::board
