#ifndef REFEREE_RULES_BOARD_BITBOARD_H_
#define REFEREE_RULES_BOARD_BITBOARD_H_

#include <array>
#include <bit>
#include <cstdint>

#include "referee/rules/board/square.h"

namespace flagfall::board {

// A set of squares: bit n stands for square n.
using Bitboard = unsigned __int128;

constexpr Bitboard BitOf(Square square) { return Bitboard{1} << square; }
constexpr bool Contains(Bitboard set, Square square) { return ((set >> square) & 1) != 0; }

constexpr int SizeOf(Bitboard set) {
  return std::popcount(static_cast<std::uint64_t>(set)) + std::popcount(static_cast<std::uint64_t>(set >> 64));
}

// Calls visit(square) for every square of the set, in rising order.
template <typename Visit>
inline void ForEach(Bitboard set, Visit visit) {
  for (auto low = static_cast<std::uint64_t>(set); low != 0; low &= low - 1) {
    visit(static_cast<Square>(std::countr_zero(low)));
  }
  for (auto high = static_cast<std::uint64_t>(set >> 64); high != 0; high &= high - 1) {
    visit(static_cast<Square>(64 + std::countr_zero(high)));
  }
}

namespace bitboard_internal {

constexpr Bitboard MakeFile(int file) {
  Bitboard set = 0;
  for (int row = 0; row < kRows; ++row) set |= BitOf(SquareAt(file, row));
  return set;
}

constexpr Bitboard MakeLand() {
  Bitboard set = 0;
  for (int square = 0; square < kSquares; ++square) {
    if (!IsLake(static_cast<Square>(square))) set |= BitOf(static_cast<Square>(square));
  }
  return set;
}

}  // namespace bitboard_internal

inline constexpr Bitboard kFileA = bitboard_internal::MakeFile(0);
inline constexpr Bitboard kFileJ = bitboard_internal::MakeFile(kFiles - 1);
// All squares but the lakes.
inline constexpr Bitboard kLand = bitboard_internal::MakeLand();

// All squares of the set moved by one step (±1 or ±10, as in Line); what leaves the board at its sides is dropped. What
// leaves it at the top has bits above the board: mask with kLand or a part of it.
template <int kStep>
constexpr Bitboard Shifted(Bitboard set) {
  static_assert(kStep == 1 || kStep == -1 || kStep == kFiles || kStep == -kFiles);
  if constexpr (kStep == 1) return (set & ~kFileJ) << 1;
  if constexpr (kStep == -1) return (set & ~kFileA) >> 1;
  if constexpr (kStep == kFiles) return set << kFiles;
  if constexpr (kStep == -kFiles) return set >> kFiles;
}

namespace bitboard_internal {

constexpr std::array<Bitboard, kSquares> MakeNeighbours() {
  std::array<Bitboard, kSquares> neighbours{};
  for (int square = 0; square < kSquares; ++square) {
    const Bitboard bit = BitOf(static_cast<Square>(square));
    neighbours[square] = (Shifted<1>(bit) | Shifted<-1>(bit) | Shifted<kFiles>(bit) | Shifted<-kFiles>(bit)) & kLand;
  }
  return neighbours;
}

}  // namespace bitboard_internal

// The squares next to a square (up, down, left, right), lakes left out.
inline constexpr std::array<Bitboard, kSquares> kNeighbours = bitboard_internal::MakeNeighbours();

}  // namespace flagfall::board

#endif  // REFEREE_RULES_BOARD_BITBOARD_H_
