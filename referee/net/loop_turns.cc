#include "referee/net/loop_turns.h"

namespace flagfall {

void LoopTurns::NoteStandstill(Micros now, Micros stood) {
  if (stood == Micros(0)) return;
  stood_still_.now += stood;
  timers_.Postpone(stood);
  if (watch_.on_standstill) watch_.on_standstill(now, stood);
}

void LoopTurns::EndTurn() {
  for (;;) {
    if (!deferred_.empty()) {
      // Later than anything that has happened in this turn.
      BeginTurn();
      // A deferred call may defer another.
      for (std::size_t i = 0; i < deferred_.size(); ++i) {
        const std::function<void()> call = std::move(deferred_[i]);
        call();
      }
      deferred_.clear();
    }
    if (flush_) flush_();
    if (deferred_.empty()) return;
  }
}

}  // namespace flagfall
