#ifndef REFEREE_NET_RECENT_COST_H_
#define REFEREE_NET_RECENT_COST_H_

#include <algorithm>
#include <array>
#include <cstddef>

#include "referee/base/micros.h"

namespace flagfall {

// What one bot's input has cost the thread that serves it, turn by turn, on all of its connections. What a bot costs
// delays nobody but itself: it is taken off the host's delay before that is counted in the bot's favour.
class RecentCost {
 public:
  // A turn of one of the bot's connections took `cost`, without what the thread stood still in it, and ended at
  // `ended`.
  void Add(Micros ended, Micros cost) { turns_[next_++ % turns_.size()] = {ended, cost}; }

  // What those turns cost that ended after `since`, and no more than has passed by `now`. A message asks for at most
  // two rounds of the loop and a timer for three (event_loop.cc), with a turn for each connection in each. A bot with
  // more turns than are remembered has many connections and keeps the thread busy: it has cost all the time.
  Micros Since(Micros since, Micros now) const {
    const Micros passed = std::max(now - since, Micros(0));
    Micros sum{};
    for (std::size_t i = 1; i <= std::min(next_, turns_.size()); ++i) {
      const Turn& turn = turns_[(next_ - i) % turns_.size()];
      if (turn.ended <= since) return std::min(sum, passed);
      sum += turn.cost;
    }
    return next_ > turns_.size() ? passed : std::min(sum, passed);
  }

  static constexpr std::size_t kTurns = 32;

 private:
  struct Turn {
    Micros ended{};
    Micros cost{};
  };

  std::array<Turn, kTurns> turns_{};
  std::size_t next_ = 0;
};

}  // namespace flagfall

#endif  // REFEREE_NET_RECENT_COST_H_
