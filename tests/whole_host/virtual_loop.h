#ifndef TESTS_WHOLE_HOST_VIRTUAL_LOOP_H_
#define TESTS_WHOLE_HOST_VIRTUAL_LOOP_H_

#include <deque>
#include <functional>
#include <optional>

#include "referee/net/loop_turns.h"
#include "tests/whole_host/agenda.h"

namespace flagfall::whole_host {

// A referee's loop whose turns are taken by the virtual clock, in the order of event_loop.cc: all that has come in has
// its turn before what is due by then. It can be busy with something else, and it can stand still with its whole
// process.
class VirtualLoop final : public LoopTurns {
 public:
  explicit VirtualLoop(Agenda& agenda) : LoopTurns(agenda.now()), agenda_(agenda) {}

  Micros Now() override { return agenda_.now(); }

  // This came in now, and has a turn of its own.
  void Take(std::function<void()> what);
  // When that came in which is handled in this turn.
  Micros ArrivedAt() const { return arrived_at_; }

  // The thread does something else for so long, and nobody tells it so.
  void BeBusy(Micros time);
  // The process stands still for so long from now on.
  void StandStill(Micros time);

 private:
  struct Waiting {
    Micros arrived{};
    // Since when it may have been there as far as the thread can know, and what it had stood still by then.
    Micros there_since{};
    Micros stood_still{};
    std::function<void()> what;
  };

  void RunAt(Micros when);
  void Run();

  Agenda& agenda_;
  const Mortal mortal_;
  std::deque<Waiting> waiting_;
  Micros arrived_at_{};
  Micros busy_until_{};
  // When the standstill that is not noted yet began.
  std::optional<Micros> stands_since_;
  std::optional<Micros> runs_at_;
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_VIRTUAL_LOOP_H_
