#ifndef REFEREE_RULES_BOARD_PLY_LIST_H_
#define REFEREE_RULES_BOARD_PLY_LIST_H_

#include <algorithm>
#include <array>
#include <cstddef>

#include "referee/rules/board/square.h"

namespace flagfall::board {

// A list of plies that never allocates. No position has more than kPlyCountMax: a square that is not the mover's own
// can be reached by at most one own piece from each of four sides.
class PlyList {
 public:
  static constexpr std::size_t kPlyCountMax = 4 * (kSquares - 8);

  // The plies themselves are left uninitialized: writing all of them takes as long as finding the legal ones.
  PlyList() {}

  void clear() { size_ = 0; }
  void push_back(Ply ply) { plies_[size_++] = ply; }
  // Makes this the list of the plies that were written from begin() to `end`. One more ply may have been written behind
  // them; it does not count.
  void EndAt(const Ply* end) { size_ = end - begin(); }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Ply operator[](std::size_t index) const { return plies_[index]; }
  Ply* begin() { return plies_.data(); }
  Ply* end() { return plies_.data() + size_; }
  const Ply* begin() const { return plies_.data(); }
  const Ply* end() const { return plies_.data() + size_; }

  // Drops the plies for which the predicate holds.
  template <typename Predicate>
  void RemoveIf(Predicate predicate) {
    size_ = std::remove_if(begin(), end(), predicate) - begin();
  }

  // Orders the plies by the square left, then by the square entered.
  void Sort() { std::sort(begin(), end()); }

 private:
  std::size_t size_ = 0;
  // In a union, since an array alone would begin with as many plies as it has room for (a Ply has values to begin
  // with). One more than can be, since a ply may be written before it is known whether it counts.
  union {
    std::array<Ply, kPlyCountMax + 1> plies_;
  };
};

}  // namespace flagfall::board

#endif  // REFEREE_RULES_BOARD_PLY_LIST_H_
