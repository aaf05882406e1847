#ifndef REFEREE_SERVICE_BUDGET_H_
#define REFEREE_SERVICE_BUDGET_H_

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

  // One is given back.
  void Earn() { left_ = std::min(left_ + 1, burst_); }

 private:
  // Only looked at when it matters: what has come back with time since the last look.
  void Refill(Micros now) {
    const double seconds = std::chrono::duration<double>(now - counted_at_).count();
    left_ = std::min(left_ + seconds * per_second_, burst_);
    counted_at_ = now;
  }

  double burst_;
  double per_second_;
  double left_;
  Micros counted_at_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BUDGET_H_
