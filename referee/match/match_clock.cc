#include "referee/match/match_clock.h"

#include <algorithm>
#include <utility>

#include "referee/base/check.h"

namespace flagfall {

MatchClock::MatchClock(const v1::TimeControl& control)
    : base_(control.base_micros()),
      increment_(control.increment_micros()),
      plies_per_period_(control.plies_per_period()),
      per_ply_(control.per_ply_micros()),
      set_up_(control.set_up_micros()),
      left_(base_),
      margin_(control.margin_micros()) {}

Micros MatchClock::Given(v1::DecisionKind kind) const {
  if (kind == v1::DECISION_KIND_SET_UP) return set_up_;
  return per_ply_ > Micros(0) ? per_ply_ : left_;
}

void MatchClock::Start(v1::DecisionKind kind, Micros sent_at, Micros credit) {
  FLAGFALL_CHECK(!is_running_);
  is_running_ = true;
  kind_ = kind;
  started_at_ = sent_at;
  credit_ = credit;
}

void MatchClock::StandStill(Micros now, Micros stood) {
  FLAGFALL_CHECK(is_running_);
  stood_still_ = std::clamp(stood_still_ + stood, stood_still_, std::max(now - started_at_, stood_still_));
}

Micros MatchClock::Stop(Micros answered_at) {
  FLAGFALL_CHECK(is_running_ && answered_at <= Deadline());
  is_running_ = false;
  const Micros passed = std::max(answered_at - started_at_ - std::exchange(stood_still_, Micros(0)), Micros(0));
  const Micros credited = std::min(passed, credit_);
  const Micros used = passed - credited;
  const Micros overdrawn = std::max(used - Given(), Micros(0));
  margin_ -= overdrawn;
  if (kind_ == v1::DECISION_KIND_SET_UP) return credited;
  ++plies_;
  left_ += overdrawn - used + increment_;
  if (plies_per_period_ > 0 && plies_ % plies_per_period_ == 0) left_ += base_;
  if (per_ply_ > Micros(0)) left_ = Micros(0);
  return credited;
}

Micros MatchClock::Shown(v1::DecisionKind kind, Micros now) const {
  if (!is_running_ || kind != kind_) return Given(kind);
  return std::clamp(started_at_ + stood_still_ + credit_ + Given() - now, Micros(0), Given());
}

}  // namespace flagfall
