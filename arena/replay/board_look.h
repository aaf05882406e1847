#ifndef ARENA_REPLAY_BOARD_LOOK_H_
#define ARENA_REPLAY_BOARD_LOOK_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "referee/rules/board/square.h"

// How a board looks in pictures. Lengths are those of the site's own boards (web-report/src/game): a square is ten
// wide, and the board's left upper corner is (0, 0). Colours are those of its light theme, since a picture does not
// know the page around it.
namespace flagfall::arena::replay::look {

inline constexpr int kCell = 10;
inline constexpr int kSize = 10;
// A picture's left upper corner, and its width and height: the board, the coordinates to the left and below, a margin.
inline constexpr int kLeft = -6;
inline constexpr int kTop = -1;
inline constexpr int kExtent = 107;
// Pixels that a unit of length has.
inline constexpr int kPixels = 8;

// As 0xRRGGBB.
using Rgb = std::uint32_t;
inline constexpr Rgb kPaper = 0xfffdf8;
inline constexpr Rgb kPale = 0xeee7d6;
inline constexpr Rgb kDark = 0xe5dcc6;
inline constexpr Rgb kLake = 0x9fc3cd;
inline constexpr Rgb kInk = 0x586268;
inline constexpr Rgb kRed = 0xc4421a;
inline constexpr Rgb kRedBack = 0xd88364;
inline constexpr Rgb kBlue = 0x1a66a6;
inline constexpr Rgb kBlueBack = 0x669ac2;
inline constexpr Rgb kMark = 0xe0a81c;
inline constexpr Rgb kSign = 0xffffff;
// How much of the mark is seen on the squares of the last ply.
inline constexpr double kMarkOpacity = 0.28;

// By the number of a piece's type.
inline constexpr absl::string_view kSymbols[] = {"", "S", "2", "3", "4", "5", "6", "7", "8", "9", "10", "B", "F"};

// Left upper corner of a square.
constexpr int XOf(int square) { return square % kSize * kCell; }
constexpr int YOf(int square) { return (kSize - 1 - square / kSize) * kCell; }

constexpr Rgb GroundOf(int square) {
  if (board::IsLake(static_cast<board::Square>(square))) return kLake;
  return (square + square / kSize) % 2 == 0 ? kDark : kPale;
}

// Of a piece's body: paler where its type is not shown.
constexpr Rgb BodyOf(bool is_red, bool is_known) {
  if (is_red) return is_known ? kRed : kRedBack;
  return is_known ? kBlue : kBlueBack;
}

}  // namespace flagfall::arena::replay::look

#endif  // ARENA_REPLAY_BOARD_LOOK_H_
