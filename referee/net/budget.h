#ifndef REFEREE_NET_BUDGET_H_
#define REFEREE_NET_BUDGET_H_

#include <algorithm>
#include <chrono>

#include "referee/base/micros.h"

namespace flagfall {

// Of something that may be had so many times in a row, and so many times a second in the long run.
class Budget {
 public:
  Budget(double burst, double per_second, Micros now)
      : burst_(burst), per_second_(per_second), left_(burst), counted_at_(now) {}

  // One is taken. False, and nothing taken, when none is left.
  bool Spend(Micros now) {
    if (left_ < 1) Refill(now);
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

  // So many are given back.
  void Earn(double count = 1) { left_ = std::min(left_ + count, burst_); }
  // Whether as many are left as there can be.
  bool IsFull(Micros now) const { return LeftAt(now) >= burst_; }

 private:
  double LeftAt(Micros now) const {
    const double seconds = std::chrono::duration<double>(now - counted_at_).count();
    return std::min(left_ + seconds * per_second_, burst_);
  }
  // Only looked at when it matters: what has come back with time since the last look.
  void Refill(Micros now) {
    left_ = LeftAt(now);
    counted_at_ = now;
  }

  double burst_;
  double per_second_;
  double left_;
  Micros counted_at_;
};

}  // namespace flagfall

#endif  // REFEREE_NET_BUDGET_H_
