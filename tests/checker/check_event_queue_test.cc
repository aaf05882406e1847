#include "arena/checker/check_event_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flagfall::arena::checker {
namespace {

// More than any bot needs, and than any queue should hold.
constexpr int kFlood = 100'000;

int CountWaiting(CheckEventQueue& queue) {
  int count = 0;
  while (queue.TakeUntil(Micros(0)).has_value()) ++count;
  return count;
}

TEST(CheckEventQueueTest, DropsWhatABotSendsWithoutEndEvenIfItHasNoBytes) {
  for (const CheckEvent::Kind kind : {CheckEvent::Kind::kStreamOpened, CheckEvent::Kind::kMessage}) {
    CheckEventQueue queue;
    int taken = 0;
    for (int i = 0; i < kFlood; ++i) taken += queue.Put({.kind = kind}) ? 1 : 0;
    EXPECT_LT(taken, kFlood);
    EXPECT_EQ(CountWaiting(queue), taken);
    EXPECT_TRUE(queue.Put({.kind = kind})) << "there is room again";
  }
}

TEST(CheckEventQueueTest, NeverDropsTheEndOfSomething) {
  CheckEventQueue queue;
  while (queue.Put({.kind = CheckEvent::Kind::kStreamOpened})) {
  }
  EXPECT_TRUE(queue.Put({.kind = CheckEvent::Kind::kStreamClosed}));
  EXPECT_TRUE(queue.Put({.kind = CheckEvent::Kind::kExited}));
  EXPECT_TRUE(queue.Put({.kind = CheckEvent::Kind::kDecisionSent}));
}

}  // namespace
}  // namespace flagfall::arena::checker
