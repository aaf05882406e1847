#include "referee/rules/board/two_squares.h"

#include <algorithm>

namespace flagfall::board {

void TwoSquares::OnPly(Ply ply) {
  const Line line = LineOf(ply);
  const bool goes_back = ply.from == square_ && line.step == -step_;
  const int crossed_again = goes_back ? std::min<int>(line.length, boundaries_) : 0;
  const auto old = counts_;
  highest_ = 1;
  for (int i = 0; i < line.length; ++i) {
    // The boundary crossed last is now the nearest.
    const int before = line.length - 1 - i;
    counts_[i] = before < crossed_again ? std::min<std::uint8_t>(old[before] + 1, kCountMax) : 1;
    highest_ = std::max(highest_, counts_[i]);
  }
  boundaries_ = static_cast<std::uint8_t>(line.length);
  step_ = static_cast<std::int8_t>(line.step);
  square_ = ply.to;
}

bool TwoSquares::Bars(int count_max, Ply ply) const {
  if (ply.from != square_ || !MayBar(count_max)) return false;
  const Line line = LineOf(ply);
  if (line.step != -step_) return false;
  const int crossed_again = std::min<int>(line.length, boundaries_);
  return std::any_of(counts_.begin(), counts_.begin() + crossed_again, [=](int count) { return count >= count_max; });
}

}  // namespace flagfall::board
