#ifndef REFEREE_MATCH_LAG_RESERVE_H_
#define REFEREE_MATCH_LAG_RESERVE_H_

#include <algorithm>

#include "referee/base/micros.h"

namespace flagfall {

// What a player may get back in a game for time that its messages spend on the network (protocol 2.4). With each
// decision as much as a round trip takes, as measured, but no more than the reserve holds; the reserve gains the same
// with each decision, up to a bound, so that a good connection saves up for a bad moment, and a bot that only claims to
// be far away gains no more than that. The scheme, and the numbers 3 and 7, are lichess's (lila, LagTracker).
class LagReserve {
 public:
  explicit LagReserve(Micros gain) : gain_(gain), left_(3 * gain) {}

  // What a decision will be given back at most.
  Micros CreditFor(Micros round_trip) const { return std::clamp(round_trip, Micros(0), left_); }

  // A decision was given back so much, which is not more than CreditFor said.
  void Spend(Micros credit) { left_ = std::min(left_ - credit + gain_, 7 * gain_); }

 private:
  const Micros gain_;
  Micros left_;
};

}  // namespace flagfall

#endif  // REFEREE_MATCH_LAG_RESERVE_H_
