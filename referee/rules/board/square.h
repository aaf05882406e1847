#ifndef REFEREE_RULES_BOARD_SQUARE_H_
#define REFEREE_RULES_BOARD_SQUARE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::board {

// A square of the board (R1.1), numbered 10·(row − 1) + file with file a = 0: a1 is 0, j1 is 9, a2 is 10, j10 is 99.
using Square = std::uint8_t;

inline constexpr int kFiles = 10;
inline constexpr int kRows = 10;
inline constexpr int kSquares = kFiles * kRows;
inline constexpr Square kNoSquare = 255;

// `file` 0 to 9 for a to j, `row` 0 to 9 for 1 to 10.
constexpr Square SquareAt(int file, int row) { return static_cast<Square>(row * kFiles + file); }
constexpr int FileOf(Square square) { return square % kFiles; }
constexpr int RowOf(Square square) { return square / kFiles; }

// The lakes: c5 c6 d5 d6 and g5 g6 h5 h6.
constexpr bool IsLake(Square square) {
  const int file = FileOf(square);
  const int row = RowOf(square);
  return (row == 4 || row == 5) && (file == 2 || file == 3 || file == 6 || file == 7);
}

// "a1" to "j10". `square` is below kSquares.
std::string SquareName(Square square);

// The square of that name; absent when there is none.
std::optional<Square> ParseSquare(absl::string_view name);

// A ply: one piece moves from a square to another; onto an opposing piece it is an attack.
struct Ply {
  Square from = kNoSquare;
  Square to = kNoSquare;

  friend bool operator==(const Ply&, const Ply&) = default;
  friend auto operator<=>(const Ply&, const Ply&) = default;  // NOLINT(modernize-use-nullptr): a false alarm of 14's.
};

// "a4-a5".
std::string PlyName(Ply ply);

// The ply of that name; absent when it is not two squares with a `-` between them.
std::optional<Ply> ParsePly(absl::string_view name);

// A straight line from one square to another.
struct Line {
  // The difference between the numbers of two neighbouring squares: ±1 along a row, ±10 along a file.
  int step = 0;
  // Steps, at least 1.
  int length = 0;
};

// The line of a ply that R2 allows. Not to be asked about squares that share neither file nor row.
constexpr Line LineOf(Ply ply) {
  const int difference = ply.to - ply.from;
  const int size = difference < 0 ? -difference : difference;
  if (size < kFiles) return {.step = difference < 0 ? -1 : 1, .length = size};
  return {.step = difference < 0 ? -kFiles : kFiles, .length = size / kFiles};
}

}  // namespace flagfall::board

#endif  // REFEREE_RULES_BOARD_SQUARE_H_
