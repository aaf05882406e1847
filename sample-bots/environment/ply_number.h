#ifndef SAMPLE_BOTS_ENVIRONMENT_PLY_NUMBER_H_
#define SAMPLE_BOTS_ENVIRONMENT_PLY_NUMBER_H_

#include <array>
#include <cstdint>
#include <optional>

#include "referee/rules/board/square.h"
#include "referee/rules/side.h"

namespace flagfall::environment {

// The plies of the board games as numbers from 0 to kPlyNumbers - 1, for policies with one output for each:
//
//     20 * FROM + the file of the square entered, 0 to 9           for a ply along its row
//     20 * FROM + 10 + the row of the square entered, 0 to 9       for a ply along its file
//
// Squares are numbered from a1 = 0 over j1 = 9 and a2 = 10 to j10 = 99. So a4-a5 is 20 * 30 + 10 + 4 = 614. Numbers of
// plies that no piece can make, as onto its own square or a lake, exist and are never legal.
inline constexpr int kPlyNumbersOfSquare = 20;
inline constexpr int kPlyNumbers = board::kSquares * kPlyNumbersOfSquare;

namespace ply_number_internal {

// By the square entered, for a ply along its row, and for one along its file.
struct Ends {
  std::array<std::uint8_t, board::kSquares> of_row{};
  std::array<std::uint8_t, board::kSquares> of_file{};
};

constexpr Ends MakeEnds() {
  Ends ends;
  for (int to = 0; to < board::kSquares; ++to) {
    ends.of_row[to] = static_cast<std::uint8_t>(board::FileOf(static_cast<board::Square>(to)));
    ends.of_file[to] = static_cast<std::uint8_t>(10 + board::RowOf(static_cast<board::Square>(to)));
  }
  return ends;
}

inline constexpr Ends kEnds = MakeEnds();

}  // namespace ply_number_internal

// Of a ply along a row or a file.
constexpr int PlyNumberOf(board::Ply ply) {
  // Squares of one row differ by less than ten, those of one file by ten at least.
  const int difference = ply.to - ply.from;
  const bool is_along_row = -board::kFiles < difference && difference < board::kFiles;
  const int of_row = ply_number_internal::kEnds.of_row[ply.to];
  const int of_file = ply_number_internal::kEnds.of_file[ply.to];
  return ply.from * kPlyNumbersOfSquare + (is_along_row ? of_row : of_file);
}

// `number` is below kPlyNumbers. The ply may lead onto its own square or a lake.
constexpr board::Ply PlyOfNumber(int number) {
  const int from = number / kPlyNumbersOfSquare;
  const int end = number % kPlyNumbersOfSquare;
  const int to = end < 10 ? from - from % board::kFiles + end : (end - 10) * board::kFiles + from % board::kFiles;
  return {.from = static_cast<board::Square>(from), .to = static_cast<board::Square>(to)};
}

// The square as the side sees it from its own end of the board: Blue's board is turned by 180 degrees.
constexpr board::Square SeenBy(Side side, board::Square square) {
  return side == Side::kRed ? square : static_cast<board::Square>(board::kSquares - 1 - square);
}
constexpr board::Ply SeenBy(Side side, board::Ply ply) {
  return {.from = SeenBy(side, ply.from), .to = SeenBy(side, ply.to)};
}

// The number of a ply, given by its number, on a board that is turned by 180 degrees. Turning twice gives the same.
constexpr int TurnedPlyNumber(int number) {
  return kPlyNumbers - 1 - number + (number % kPlyNumbersOfSquare < 10 ? -10 : 10);
}

}  // namespace flagfall::environment

#endif  // SAMPLE_BOTS_ENVIRONMENT_PLY_NUMBER_H_
