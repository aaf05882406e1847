#include "arena/replay/position_picture.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "arena/replay/board_look.h"
#include "arena/replay/board_position.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::replay {
namespace {

using look::XOf;
using look::YOf;

std::string Hex(look::Rgb color) { return absl::StrFormat("#%06x", color); }

void AppendSquare(int square, look::Rgb color, absl::string_view more, std::string& svg) {
  absl::StrAppend(&svg, "<rect x=\"", XOf(square), "\" y=\"", YOf(square), "\" width=\"10\" height=\"10\" fill=\"",
                  Hex(color), "\"", more, "/>\n");
}

void AppendGround(std::string& svg) {
  absl::StrAppend(&svg, "<rect x=\"-6\" y=\"-1\" width=\"107\" height=\"107\" fill=\"", Hex(look::kPaper), "\"/>\n");
  for (int square = 0; square < look::kSize * look::kSize; ++square) {
    AppendSquare(square, look::GroundOf(square), "", svg);
  }
  absl::StrAppend(&svg, "<g font-family=\"system-ui,sans-serif\" font-size=\"3.2\" fill=\"", Hex(look::kInk),
                  "\" text-anchor=\"middle\">\n");
  for (int i = 0; i < look::kSize; ++i) {
    absl::StrAppend(&svg, "<text x=\"", look::kCell * i + 5, "\" y=\"104\">",
                    std::string(1, static_cast<char>('a' + i)), "</text><text x=\"-3\" y=\"", YOf(look::kSize * i) + 6,
                    "\">", i + 1, "</text>\n");
  }
  svg += "</g>\n";
}

void AppendLastPly(std::uint32_t ply, std::string& svg) {
  if (ply == 0) return;
  const int from = static_cast<int>(ply / 100), to = static_cast<int>(ply % 100);
  const std::string opacity = absl::StrCat(" fill-opacity=\"", look::kMarkOpacity, "\"");
  for (const int square : {from, to}) AppendSquare(square, look::kMark, opacity, svg);
  absl::StrAppend(&svg, "<path d=\"M", XOf(from) + 5, " ", YOf(from) + 5, "L", XOf(to) + 5, " ", YOf(to) + 5,
                  "\" stroke=\"", Hex(look::kMark), "\" stroke-width=\"0.9\" stroke-linecap=\"round\"/>\n");
}

// Sides differ in shape as well as in colour.
void AppendPiece(const PieceAt& piece, std::string& svg) {
  const bool is_known = piece.type > 0 && piece.type < std::size(look::kSymbols);
  absl::StrAppend(&svg, "<g transform=\"translate(", XOf(piece.square) + 5, " ", YOf(piece.square) + 5, ")\">",
                  piece.is_red ? "<rect x=\"-4\" y=\"-4\" width=\"8\" height=\"8\" rx=\"1.4\" fill=\""
                               : "<circle r=\"4.2\" fill=\"",
                  Hex(look::BodyOf(piece.is_red, is_known)), "\" stroke=\"", Hex(look::kPaper),
                  "\" stroke-width=\"0.4\"/>");
  if (is_known) absl::StrAppend(&svg, "<text y=\"1.75\">", look::kSymbols[piece.type], "</text>");
  svg += "</g>\n";
}

// XML has no control characters and no U+FFFE and U+FFFF, which the names of imported games may have.
std::string Escaped(absl::string_view text) {
  std::string escaped = absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\xEF\xBF\xBE", " "}, {"\xEF\xBF\xBF", " "}});
  std::replace_if(
      escaped.begin(), escaped.end(), [](unsigned char letter) { return letter < ' '; }, ' ');
  return escaped;
}

}  // namespace

absl::StatusOr<std::string> PositionPicture(const v1::Replay& replay, std::uint32_t position, v1::Observer observer) {
  FLAGFALL_ASSIGN_OR_RETURN(const BoardPosition board, BoardPositionOf(replay, position, observer));
  std::string svg = absl::StrCat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-6 -1 107 107\" width=\"856\" height=\"856\" "
      "role=\"img\">\n",
      "<title>", Escaped(replay.game().red()), " against ", Escaped(replay.game().blue()), ", step ", board.step,
      " of ", replay.steps(), "</title>\n");
  AppendGround(svg);
  AppendLastPly(board.last_ply, svg);
  absl::StrAppend(&svg, "<g font-family=\"system-ui,sans-serif\" font-size=\"5\" font-weight=\"700\" fill=\"",
                  Hex(look::kSign), "\" text-anchor=\"middle\">\n");
  for (const PieceAt& piece : board.pieces) AppendPiece(piece, svg);
  svg += "</g>\n</svg>\n";
  return svg;
}

}  // namespace flagfall::arena::replay
