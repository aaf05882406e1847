#ifndef REFEREE_SERVICE_ROUND_TRIP_H_
#define REFEREE_SERVICE_ROUND_TRIP_H_

#include <algorithm>
#include <array>
#include <cstddef>

#include "referee/base/micros.h"

namespace flagfall {

// How far away a bot is: the shortest of its last round trips. The shortest, since a bot may be thinking when a ping
// comes, and would otherwise seem to be farther away than it is.
class RoundTrip {
 public:
  void Add(Micros measured) {
    last_[count_++ % last_.size()] = std::max(measured, Micros(0));
    estimate_ =
        *std::min_element(last_.begin(), last_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, last_.size())));
  }

  bool is_measured() const { return count_ > 0; }
  // 0 before the first.
  Micros Estimate() const { return estimate_; }

 private:
  std::array<Micros, 8> last_{};
  std::size_t count_ = 0;
  Micros estimate_{};
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_ROUND_TRIP_H_
