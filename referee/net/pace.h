#ifndef REFEREE_NET_PACE_H_
#define REFEREE_NET_PACE_H_

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "referee/base/micros.h"

namespace flagfall {

// At what speed bytes are read: each takes its time, of which some may be taken ahead.
//
// Example: at 1 MiB a second with 1 MiB ahead, 3 MiB that come at once are read to the end after two seconds.
class Pace {
 public:
  Pace(double bytes_ahead, double bytes_per_second) : ahead_(bytes_ahead), per_second_(bytes_per_second) {}

  // So many have been read.
  void Read(std::size_t bytes, Micros now) {
    busy_until_ = std::max(busy_until_, now - Time(ahead_)) + Time(static_cast<double>(bytes));
  }
  // Until then no more shall be.
  Micros ReadOnAt() const { return busy_until_; }

 private:
  Micros Time(double bytes) const {
    return std::chrono::duration_cast<Micros>(std::chrono::duration<double>(bytes / per_second_));
  }

  double ahead_;
  double per_second_;
  Micros busy_until_ = Micros::min() / 2;
};

}  // namespace flagfall

#endif  // REFEREE_NET_PACE_H_
