#include "referee/net/loop_turns.h"

#include <gtest/gtest.h>

namespace flagfall {
namespace {

// Turns by a clock that is set.
class SetTurns : public LoopTurns {
 public:
  SetTurns() : LoopTurns(Micros(0)) {}

  Micros Now() override { return now_; }
  void StandStill(Micros stood) {
    now_ += stood;
    NoteStandstill(now_, stood);
  }

 private:
  Micros now_{};
};

// For what happened to a thread nobody is to be charged: not those who wait for a timer either.
TEST(LoopTurns, AStandstillPostponesTimersAndIsTold) {
  SetTurns turns;
  int fired = 0;
  Micros told{};
  Timer timer(turns.timers(), [&fired](Micros) { ++fired; });
  timer.Set(Micros(100));
  turns.WatchStandstills([] { return true; }, [&told](Micros, Micros stood) { told += stood; });
  turns.StandStill(Micros(70));
  turns.timers().FireDue(Micros(120), Micros(120));
  EXPECT_EQ(fired, 0);
  EXPECT_EQ(told, Micros(70));
  EXPECT_EQ(turns.StoodStill(), Micros(70));
  turns.timers().FireDue(Micros(170), Micros(170));
  EXPECT_EQ(fired, 1);
}

}  // namespace
}  // namespace flagfall
