#ifndef REFEREE_MATCH_MATCH_CLOCK_H_
#define REFEREE_MATCH_MATCH_CLOCK_H_

#include <cstdint>

#include "flagfall/v1/game.pb.h"
#include "referee/base/micros.h"

namespace flagfall {

// One player's clock, in whole microseconds (protocol 2.1, 2.2). A clock runs from the moment its decision could be
// sent, as far as that was the host's to do, to the moment the answer was read, less the host's own delay, less what
// the host stood still meanwhile, and less what the decision is credited for the network (2.4).
//
// Example, `60+0.6 margin=20`: an answer after 60.005 s is in time; the clock then shows 0.6 s, and 15 ms of the margin
// are left for the rest of the game.
class MatchClock {
 public:
  explicit MatchClock(const v1::TimeControl& control);

  // Lets the clock run for a decision of that kind, of whose time `credit` is not charged. Must not be running.
  void Start(v1::DecisionKind kind, Micros sent_at, Micros credit = Micros(0));
  bool is_running() const { return is_running_; }
  // When it was started; meaningless unless it runs.
  Micros started_at() const { return started_at_; }

  // The host stood still for so long up to `now`: that is no time of this clock, as far as it ran then. Must be
  // running.
  void StandStill(Micros now, Micros stood);
  // For how long the host has stood still since the clock was started; 0 unless it runs.
  Micros stood_still() const { return stood_still_; }

  // The last moment at which an answer is in time. Must be running.
  Micros Deadline() const { return started_at_ + stood_still_ + credit_ + Given() + margin_; }

  // Stops the clock and charges the time up to `answered_at` (the read time less the host's delay), which must not be
  // after the deadline, without what the host stood still. A time before the start counts as the start. Returns how
  // much of the credit was used.
  Micros Stop(Micros answered_at);

  // The time that the clock shows for a decision of that kind; 0 once it is overdrawn. The margin is never shown.
  Micros Shown(v1::DecisionKind kind, Micros now) const;

  // The margin still to be drawn on.
  Micros margin() const { return margin_; }

  // The time, margin included, within which a decision of that kind would have to be answered.
  Micros AtMost(v1::DecisionKind kind) const { return Given(kind) + margin_; }

 private:
  // The time for the running decision, or for one of that kind, without the margin.
  Micros Given() const { return Given(kind_); }
  Micros Given(v1::DecisionKind kind) const;

  const Micros base_;
  const Micros increment_;
  const std::uint32_t plies_per_period_;
  const Micros per_ply_;
  const Micros set_up_;

  // The time for all plies to come; unused when each ply has its own time.
  Micros left_;
  Micros margin_;
  std::uint32_t plies_ = 0;
  bool is_running_ = false;
  v1::DecisionKind kind_ = v1::DECISION_KIND_UNSPECIFIED;
  Micros started_at_{};
  Micros stood_still_{};
  Micros credit_{};
};

}  // namespace flagfall

#endif  // REFEREE_MATCH_MATCH_CLOCK_H_
