#include "tests/whole_host/virtual_loop.h"

#include <algorithm>
#include <utility>

namespace flagfall::whole_host {

void VirtualLoop::Take(std::function<void()> what) {
  const Micros now = agenda_.now();
  waiting_.push_back({.arrived = now,
                      // Within a standstill nobody knows when it came. A busy thread may come to one only later.
                      .there_since = std::min(now, stands_since_.value_or(now)),
                      .stood_still = StoodStill(),
                      .what = std::move(what)});
  RunAt(now);
}

void VirtualLoop::BeBusy(Micros time) { busy_until_ = std::max(busy_until_, agenda_.now()) + time; }

void VirtualLoop::StandStill(Micros time) {
  // What waited before that waited for a thread that was busy.
  if (!stands_since_.has_value()) stands_since_ = std::max(busy_until_, agenda_.now());
  busy_until_ = std::max(busy_until_, agenda_.now()) + time;
  RunAt(busy_until_);
}

void VirtualLoop::RunAt(Micros when) {
  when = std::max(when, busy_until_);
  if (runs_at_.has_value() && *runs_at_ <= when) return;
  runs_at_ = when;
  agenda_.At(when, mortal_.WhileAlive([this, when] {
    if (runs_at_ == when) Run();
  }));
}

void VirtualLoop::Run() {
  runs_at_.reset();
  const Micros now = agenda_.now();
  if (now < busy_until_) return RunAt(busy_until_);
  if (stands_since_.has_value()) {
    const Micros stood = now - *stands_since_;
    stands_since_.reset();
    BeginTurn();
    NoteStandstill(now, stood);
    EndTurn();
  }
  while (!waiting_.empty() && busy_until_ <= now) {
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    BeginTurn();
    SetThereSince(next.there_since, next.stood_still);
    arrived_at_ = next.arrived;
    next.what();
    EndTurn();
  }
  SetThereSince(now, StoodStill());
  if (const std::optional<Micros> next = timers().NextLook(); waiting_.empty() && next && *next <= now) {
    BeginTurn();
    timers().FireDue(now, TurnTime());
    EndTurn();
  }
  if (!waiting_.empty()) return RunAt(now);
  if (const std::optional<Micros> next = timers().NextLook()) RunAt(std::max(*next, now + Micros(1)));
}

}  // namespace flagfall::whole_host
