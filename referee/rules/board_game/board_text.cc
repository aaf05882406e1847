#include "referee/rules/board_game/board_text.h"

#include <array>

#include "absl/strings/str_cat.h"
#include "referee/rules/board/square.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/colours.h"

namespace flagfall {
namespace {

// Four columns wide.
std::string PieceCell(const v1::PieceView& piece, const DrawStyle& style) {
  const bool is_red = piece.owner() == v1::SIDE_RED;
  const std::string text = absl::StrCat(is_red ? "[" : "(", TypeWord(piece.type(), style.ranks), is_red ? "]" : ")",
                                        piece.is_revealed() ? "*" : " ");
  return Coloured(text, ColourOf(is_red ? Side::kRed : Side::kBlue, piece.is_revealed()), style.in_colour);
}

std::string EmptyCell(board::Square square, bool in_colour) {
  return board::IsLake(square) ? Coloured("~~~ ", kCyan, in_colour) : " .  ";
}

std::string FileNames() {
  std::string line = "    ";
  for (int file = 0; file < board::kFiles; ++file) {
    absl::StrAppend(&line, " ", std::string(1, static_cast<char>('a' + file)), "  ");
  }
  return line + "\n";
}

std::string Losses(const v1::BoardView& view, v1::Side owner, RankOrder ranks) {
  std::string line = owner == v1::SIDE_RED ? "red has lost: " : "blue has lost:";
  bool has_any = false;
  for (const v1::PieceView& piece : view.pieces()) {
    if (piece.owner() != owner || !piece.has_removal()) continue;
    absl::StrAppend(&line, " ", TypeWord(piece.type(), ranks));
    has_any = true;
  }
  return line + (has_any ? "\n" : " nothing\n");
}

std::string Situation(const v1::BoardView& view) {
  std::string line = absl::StrCat("ply ", view.ply_count());
  const bool has_ply =
      view.has_last_ply() && view.last_ply().from() < board::kSquares && view.last_ply().to() < board::kSquares;
  if (has_ply) {
    absl::StrAppend(&line, " was ", PlyWords(view.last_ply()));
  }
  if (view.side_to_move() == v1::SIDE_RED) absl::StrAppend(&line, "; red to move");
  if (view.side_to_move() == v1::SIDE_BLUE) absl::StrAppend(&line, "; blue to move");
  return line + "\n";
}

}  // namespace

std::string DrawBoard(const v1::BoardView& view, const DrawStyle& style) {
  std::array<std::string, board::kSquares> cells;
  for (int i = 0; i < board::kSquares; ++i) cells[i] = EmptyCell(static_cast<board::Square>(i), style.in_colour);
  for (const v1::PieceView& piece : view.pieces()) {
    if (!piece.has_removal() && piece.square() < board::kSquares) cells[piece.square()] = PieceCell(piece, style);
  }
  std::string text = FileNames();
  for (int row = board::kRows - 1; row >= 0; --row) {
    absl::StrAppend(&text, row == board::kRows - 1 ? "" : " ", row + 1, "  ");
    for (int file = 0; file < board::kFiles; ++file) text += cells[board::SquareAt(file, row)];
    text += "\n";
  }
  return absl::StrCat(text, Losses(view, v1::SIDE_RED, style.ranks), Losses(view, v1::SIDE_BLUE, style.ranks),
                      Situation(view));
}

}  // namespace flagfall
