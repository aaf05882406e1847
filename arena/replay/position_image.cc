#include "arena/replay/position_image.h"

#include <iterator>

#include "absl/strings/str_cat.h"
#include "arena/replay/board_position.h"
#include "arena/replay/canvas.h"
#include "arena/replay/picture_signs.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::replay {
namespace {

// Lengths of the site's boards (board_look.h).
constexpr double kHalf = look::kCell / 2.0;
constexpr double kTile = 4;
constexpr double kTileCorner = 1.4;
constexpr double kDisc = 4.2;
// Of the pale line about a piece, half of which is outside of it.
constexpr double kEdge = 0.4;
constexpr double kSignHeight = 3.4;
constexpr double kSignBase = 1.7;
constexpr double kSignThickness = 0.72;
constexpr double kNameHeight = 2.2;
constexpr double kNameThickness = 0.3;
constexpr double kPlyThickness = 0.9;

Spot MiddleOf(int square) { return {look::XOf(square) + kHalf, look::YOf(square) + kHalf}; }

void PaintSquare(int square, look::Rgb color, double opacity, Canvas& canvas) {
  canvas.PaintBox({static_cast<double>(look::XOf(square)), static_cast<double>(look::YOf(square))},
                  {look::kCell, look::kCell}, 0, color, opacity);
}

void PaintName(absl::string_view name, Spot base, Canvas& canvas) {
  canvas.PaintLines(SignLines(name, base, kNameHeight), kNameThickness, look::kInk);
}

void PaintGround(Canvas& canvas) {
  for (int square = 0; square < look::kSize * look::kSize; ++square) {
    PaintSquare(square, look::GroundOf(square), 1, canvas);
  }
  for (int i = 0; i < look::kSize; ++i) {
    const char file = static_cast<char>('a' + i);
    PaintName(absl::string_view(&file, 1), {MiddleOf(i).x, 104}, canvas);
    PaintName(absl::StrCat(i + 1), {-3, MiddleOf(look::kSize * i).y + kNameHeight / 2}, canvas);
  }
}

void PaintLastPly(std::uint32_t ply, Canvas& canvas) {
  if (ply == 0) return;
  const int from = static_cast<int>(ply / 100), to = static_cast<int>(ply % 100);
  for (const int square : {from, to}) PaintSquare(square, look::kMark, look::kMarkOpacity, canvas);
  const Spot ends[] = {MiddleOf(from), MiddleOf(to)};
  canvas.PaintLines(ends, kPlyThickness, look::kMark);
}

void PaintBody(bool is_red, Spot middle, double more, look::Rgb color, Canvas& canvas) {
  if (!is_red) return canvas.PaintDisc(middle, kDisc + more, color);
  const double half = kTile + more;
  canvas.PaintBox({middle.x - half, middle.y - half}, {2 * half, 2 * half}, kTileCorner + more, color);
}

// Sides differ in shape as well as in colour.
void PaintPiece(const PieceAt& piece, Canvas& canvas) {
  const bool is_known = piece.type > 0 && piece.type < std::size(look::kSymbols);
  const Spot middle = MiddleOf(piece.square);
  PaintBody(piece.is_red, middle, kEdge / 2, look::kPaper, canvas);
  PaintBody(piece.is_red, middle, -kEdge / 2, look::BodyOf(piece.is_red, is_known), canvas);
  if (!is_known) return;
  const auto lines = SignLines(look::kSymbols[piece.type], {middle.x, middle.y + kSignBase}, kSignHeight);
  canvas.PaintLines(lines, kSignThickness, look::kSign);
}

}  // namespace

absl::StatusOr<std::string> PositionImage(const v1::Replay& replay, std::uint32_t position, v1::Observer observer) {
  FLAGFALL_ASSIGN_OR_RETURN(const BoardPosition board, BoardPositionOf(replay, position, observer));
  Canvas canvas({look::kLeft, look::kTop}, kPositionImageSide, kPositionImageSide, look::kPixels, look::kPaper);
  PaintGround(canvas);
  PaintLastPly(board.last_ply, canvas);
  for (const PieceAt& piece : board.pieces) PaintPiece(piece, canvas);
  return canvas.Png();
}

}  // namespace flagfall::arena::replay
