#ifndef REFEREE_MATCH_LAG_RESERVE_H_
#define REFEREE_MATCH_LAG_RESERVE_H_

#include <algorithm>

#include "referee/base/micros.h"

namespace flagfall {

// The time that a player is given back for what its messages spend on the network (protocol 2.4). Each decision is
// credited with one round trip, as measured, but with no more than the reserve holds. The reserve gains a fixed time
// with each decision, up to a bound, so that a good connection saves up for a bad moment, and a bot that only pretends
// to be far away gains no more than that. The scheme, and the numbers 3 and 7, are lichess's (lila, LagTracker).
class LagReserve {
 public:
  explicit LagReserve(Micros gain) : gain_(gain), left_(3 * gain) {}

  // The most that the next decision will be given back.
  Micros CreditFor(Micros round_trip) const { return std::clamp(round_trip, Micros(0), left_); }

  // A decision was given back `credit`, which must not be more than CreditFor said.
  void Spend(Micros credit) { left_ = std::min(left_ - credit + gain_, 7 * gain_); }

 private:
  const Micros gain_;
  Micros left_;
};

}  // namespace flagfall

#endif  // REFEREE_MATCH_LAG_RESERVE_H_
