#include "referee/net/timer_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace flagfall {
namespace {

using testing::ElementsAre;

TEST(TimerQueue, FiresWhatIsDueInOrderAndNothingElse) {
  TimerQueue queue;
  std::vector<int> fired;
  Timer late(queue, [&](Micros) { fired.push_back(30); });
  Timer early(queue, [&](Micros) { fired.push_back(10); });
  Timer never(queue, [&](Micros) { fired.push_back(0); });
  late.Set(Micros(30));
  early.Set(Micros(10));
  never.Set(Micros(20));
  never.Clear();
  queue.FireDue(Micros(9), Micros(9));
  EXPECT_THAT(fired, ElementsAre());
  queue.FireDue(Micros(10), Micros(10));
  EXPECT_THAT(fired, ElementsAre(10));
  queue.FireDue(Micros(100), Micros(100));
  EXPECT_THAT(fired, ElementsAre(10, 30));
  EXPECT_EQ(queue.NextLook(), std::nullopt);
}

TEST(TimerQueue, TimersForTheSameTimeFireInTheOrderInWhichTheyWereMade) {
  TimerQueue queue;
  std::vector<int> fired;
  // Not in the order of their addresses, which a run of the program does not choose.
  std::array<std::optional<Timer>, 16> timers;
  std::vector<int> expected;
  for (int i = 0; i < 16; ++i) {
    timers[static_cast<std::size_t>(i * 7 % 16)].emplace(queue, [&fired, i](Micros) { fired.push_back(i); });
    expected.push_back(i);
  }
  for (std::optional<Timer>& timer : timers) timer->Set(Micros(5));
  queue.FireDue(Micros(5), Micros(5));
  EXPECT_EQ(fired, expected);
}

TEST(TimerQueue, MovingATimerLaterCostsOneLookHoweverOften) {
  TimerQueue queue;
  std::vector<Micros> fired;
  Timer timer(queue, [&](Micros now) { fired.push_back(now); });
  for (int time = 60; time <= 91; ++time) timer.Set(Micros(time));
  EXPECT_EQ(queue.NextLook(), Micros(60));
  queue.FireDue(Micros(60), Micros(60));
  EXPECT_EQ(queue.NextLook(), Micros(91));
  queue.FireDue(Micros(90), Micros(90));
  EXPECT_THAT(fired, ElementsAre());
  queue.FireDue(Micros(91), Micros(95));
  EXPECT_THAT(fired, ElementsAre(Micros(95)));
}

TEST(TimerQueue, MovingATimerEarlierTakesEffect) {
  TimerQueue queue;
  int fired = 0;
  Timer timer(queue, [&](Micros) { ++fired; });
  timer.Set(Micros(60));
  timer.Set(Micros(5));
  EXPECT_EQ(queue.NextLook(), Micros(5));
  queue.FireDue(Micros(5), Micros(5));
  EXPECT_EQ(fired, 1);
  queue.FireDue(Micros(60), Micros(60));
  EXPECT_EQ(fired, 1);
}

TEST(TimerQueue, TimerSetToThePastFromItsOwnCallWaitsForTheNextTime) {
  TimerQueue queue;
  int fired = 0;
  std::optional<Timer> timer;
  timer.emplace(queue, [&](Micros) {
    ++fired;
    timer->Set(Micros(0));
  });
  timer->Set(Micros(1));
  queue.FireDue(Micros(5), Micros(5));
  EXPECT_EQ(fired, 1);
  queue.FireDue(Micros(6), Micros(6));
  EXPECT_EQ(fired, 2);
}

TEST(TimerQueue, PostponedTimersAreDueSoMuchLater) {
  TimerQueue queue;
  std::vector<int> fired;
  Timer first(queue, [&](Micros) { fired.push_back(1); });
  Timer moved(queue, [&](Micros) { fired.push_back(2); });
  Timer cleared(queue, [&](Micros) { fired.push_back(3); });
  first.Set(Micros(10));
  moved.Set(Micros(5));
  moved.Set(Micros(20));
  cleared.Set(Micros(7));
  cleared.Clear();
  queue.Postpone(Micros(100));
  queue.FireDue(Micros(109), Micros(109));
  EXPECT_TRUE(fired.empty());
  queue.FireDue(Micros(110), Micros(110));
  EXPECT_EQ(fired, std::vector<int>{1});
  queue.FireDue(Micros(119), Micros(119));
  EXPECT_EQ(fired, std::vector<int>{1});
  queue.FireDue(Micros(120), Micros(120));
  EXPECT_EQ(fired, (std::vector<int>{1, 2}));
}

TEST(TimerQueue, TimerMayBeDestroyedByACall) {
  TimerQueue queue;
  auto other = std::make_unique<Timer>(queue, [](Micros) { FAIL() << "it is destroyed"; });
  std::unique_ptr<Timer> self;
  self = std::make_unique<Timer>(queue, [&](Micros) {
    other.reset();
    self.reset();
  });
  self->Set(Micros(1));
  other->Set(Micros(2));
  queue.FireDue(Micros(9), Micros(9));
  EXPECT_EQ(self, nullptr);
  EXPECT_EQ(queue.NextLook(), std::nullopt);
}

// Against the obvious: each timer fires at the first look at or after the time it was last set to.
TEST(TimerQueue, AgreesWithTheObviousOnRandomMoves) {
  std::mt19937_64 random(20260101);
  for (int round = 0; round < 200; ++round) {
    TimerQueue queue;
    std::vector<std::unique_ptr<Timer>> timers;
    std::vector<std::optional<int>> due(8);
    std::vector<int> fired(8), expected(8);
    for (int i = 0; i < 8; ++i) {
      timers.push_back(std::make_unique<Timer>(queue, [&fired, i](Micros) { ++fired[i]; }));
    }
    for (int now = 0; now < 300; ++now) {
      const int i = static_cast<int>(random() % 8);
      if (random() % 8 == 0) {
        timers[i]->Clear();
        due[i].reset();
      } else if (random() % 2 == 0) {
        due[i] = now + static_cast<int>(random() % 40);
        timers[i]->Set(Micros(*due[i]));
      }
      queue.FireDue(Micros(now), Micros(now));
      for (int t = 0; t < 8; ++t) {
        if (!due[t] || *due[t] > now) continue;
        due[t].reset();
        ++expected[t];
      }
      ASSERT_EQ(fired, expected) << "round " << round << " at " << now;
    }
  }
}

}  // namespace
}  // namespace flagfall
