#ifndef REFEREE_NET_RECENT_COST_H_
#define REFEREE_NET_RECENT_COST_H_

#include <algorithm>
#include <array>
#include <cstddef>

#include "referee/base/micros.h"

namespace flagfall {

// What one peer's input has cost the thread that serves it, turn by turn. What a peer costs itself delays nobody but
// itself: it is taken off the host's delay before that is counted in the peer's favour.
class RecentCost {
 public:
  // A turn of that peer took `cost` and ended at `ended`.
  void Add(Micros ended, Micros cost) {
    turns_[next_++ % turns_.size()] = {ended, cost};
  }

  // What those turns cost that ended after `since`, as far as they are remembered, and no more than has passed by
  // `now`. A round has a turn for each of the peer's connections, and no delay looks back on more than two rounds.
  Micros Since(Micros since, Micros now) const {
    Micros sum{};
    for (std::size_t i = 0; i < std::min(next_, turns_.size()); ++i) {
      const Turn& turn = turns_[(next_ - 1 - i) % turns_.size()];
      if (turn.ended <= since) break;
      sum += turn.cost;
    }
    return std::clamp(sum, Micros(0), std::max(now - since, Micros(0)));
  }

 private:
  struct Turn {
    Micros ended{};
    Micros cost{};
  };

  std::array<Turn, 128> turns_{};
  std::size_t next_ = 0;
};

}  // namespace flagfall

#endif  // REFEREE_NET_RECENT_COST_H_
