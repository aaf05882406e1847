#ifndef REFEREE_RULES_BOARD_POSITION_SET_H_
#define REFEREE_RULES_BOARD_POSITION_SET_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/rules/board/piece.h"

namespace flagfall::board {

// A 128-bit Zobrist key: a fixed random number for each individual on each square, exclusive-or'ed. A key names the
// difference to some earlier position; that earlier position itself has the key of zeros.
struct PositionKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  // The key after the individual has gone from one square to another.
  PositionKey Moved(PieceId piece, Square from, Square to) const;

  friend bool operator==(const PositionKey&, const PositionKey&) = default;
};

// Positions, each with the time when it last stood on the board. Both operations take constant time on average, however
// many positions there are. Up to kFew positions need no memory outside the object, so that copies are cheap.
class PositionSet {
 public:
  // Adds the position, or brings its time up to date.
  void Put(PositionKey key, std::uint32_t time);

  // When the position last stood; absent when it is not in the set.
  std::optional<std::uint32_t> LastTime(PositionKey key) const;

  void Clear();

  std::size_t size() const { return size_; }

 private:
  struct Entry {
    PositionKey key;
    std::uint32_t time = 0;
    bool taken = false;
  };
  static constexpr std::size_t kFew = 6;

  // Where the key stands in the table, or the free place where it belongs.
  std::size_t PlaceOf(PositionKey key) const;
  void Grow();

  std::size_t size_ = 0;
  // The positions, as long as they are few.
  std::array<Entry, kFew> few_;
  // Beyond that, all of them: open addressing, a power of two of places, at most half of them taken.
  std::vector<Entry> table_;
};

}  // namespace flagfall::board

#endif  // REFEREE_RULES_BOARD_POSITION_SET_H_
