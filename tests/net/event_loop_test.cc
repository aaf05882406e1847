// The real loop on real descriptors.
#include "referee/net/event_loop.h"

#include <gtest/gtest.h>
#include <sys/epoll.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "referee/net/net_limits.h"
#include "tests/net/loop_source.h"
#include "tests/support/wait.h"

namespace flagfall {
namespace {

class EventLoopTest : public testing::Test {
 protected:
  EventLoop loop_;
};

TEST_F(EventLoopTest, MakesPostedCallsFromManyThreadsEachOnceInOrder) {
  constexpr int kThreads = 8;
  constexpr int kCalls = 20'000;
  std::vector<int> next(kThreads, 0);
  int left = kThreads * kCalls;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kCalls; ++i) {
        loop_.Post([&, t, i] {
          EXPECT_EQ(next[t]++, i);
          if (--left == 0) loop_.Stop();
        });
      }
    });
  }
  std::thread runner([&] { loop_.Run(); });
  for (std::thread& thread : threads) thread.join();
  runner.join();
  EXPECT_EQ(left, 0);
}

TEST_F(EventLoopTest, OneCallMoreThanMayWaitIsPostedWhenTheOthersHaveBeenMade) {
  std::atomic<std::size_t> posted = 0;
  std::size_t made = 0;
  std::thread poster([&] {
    for (std::size_t i = 0; i < limits::kPostedCalls; ++i) {
      loop_.Post([&] { ++made; });
      ++posted;
    }
    loop_.Post([&] {
      EXPECT_EQ(made, limits::kPostedCalls);
      loop_.Stop();
    });
    ++posted;
  });
  EXPECT_TRUE(WaitFor([&] { return posted == limits::kPostedCalls; }));
  loop_.Run();
  poster.join();
  EXPECT_EQ(posted, limits::kPostedCalls + 1);
}

TEST_F(EventLoopTest, CallsAreMadeThatWerePostedBeforeStopAndNoneAfterIt) {
  int made = 0;
  loop_.Post([&] { ++made; });
  loop_.Stop();
  loop_.Post([&] { ++made; });
  loop_.Run();
  EXPECT_EQ(made, 1);
}

// Linux lets such a thread sleep on for 15 ms after three seconds, which is no standstill that would move the timer.
TEST_F(EventLoopTest, ATimerFiresWhenItIsDueAlsoWithALowPriority) {
  std::atomic<Micros> fired_at = Micros(0);
  Timer timer(loop_.timers(), [&](Micros now) {
    fired_at = now;
    loop_.Stop();
  });
  const Micros due = SteadyNow() + std::chrono::seconds(3);
  timer.Set(due);
  std::thread runner([&] {
    ASSERT_EQ(::setpriority(PRIO_PROCESS, 0, 10), 0);
    loop_.Run();
  });
  // A timer that was moved once is moved again and again.
  EXPECT_TRUE(WaitFor([&] { return fired_at.load() != Micros(0); }, std::chrono::seconds(20)));
  loop_.Stop();
  runner.join();
}

TEST_F(EventLoopTest, DeadlineStandsUnderAFloodOfEvents_2_3) {
  // Each event raises the next at once, so that no look finds nothing.
  int handled = 0;
  bool is_over = false;
  std::vector<std::unique_ptr<Source>> sources;
  for (int i = 0; i < 16; ++i) {
    sources.push_back(std::make_unique<Source>(loop_, [&, i] {
      ++handled;
      KeepBusy(Micros(50));
      if (!is_over) sources[i]->Raise();
    }));
    sources[i]->Raise();
  }
  int handled_when_due = 0;
  Timer timer(loop_.timers(), [&](Micros) {
    handled_when_due = handled;
    is_over = true;
    loop_.Stop();
  });
  timer.Set(SteadyNow() + std::chrono::milliseconds(20));
  loop_.Run();
  EXPECT_GT(handled_when_due, 16);
}

TEST_F(EventLoopTest, WhatCameBeforeADeadlineIsHandledBeforeItHoweverLateTheThreadLooks_2_2) {
  std::vector<std::string> happened;
  Source message(loop_, [&] { happened.push_back("message"); });
  Timer timer(loop_.timers(), [&](Micros) {
    happened.push_back("deadline");
    loop_.Stop();
  });
  Source stall(loop_, [&] {
    timer.Set(SteadyNow() + std::chrono::milliseconds(5));
    message.Raise();
    KeepBusy(std::chrono::milliseconds(20));
  });
  stall.Raise();
  loop_.Run();
  EXPECT_EQ(happened, (std::vector<std::string>{"message", "deadline"}));
}

// An artificially slow handler: what waits behind it has waited for the host.
TEST_F(EventLoopTest, MeasuresHowLongAMessageWaitedBehindASlowHandler_2_2) {
  constexpr Micros kSlow = std::chrono::milliseconds(40);
  Micros delay(-1);
  Micros waited{};
  Micros raised_at{};
  Source second(loop_, [&] {
    delay = loop_.PickupDelay();
    waited = loop_.TurnTime() - raised_at;
    loop_.Stop();
  });
  Source first(loop_, [&] {
    second.Raise();
    raised_at = SteadyNow();
    KeepBusy(kSlow);
  });
  first.Raise();
  loop_.Run();
  EXPECT_GE(delay, kSlow);
  EXPECT_GE(delay, waited) << "never too small";
}

TEST_F(EventLoopTest, ASleepIsNoDelay_2_2) {
  constexpr Micros kSleep = std::chrono::milliseconds(200);
  Micros delay(-1);
  Source message(loop_, [&] {
    delay = loop_.PickupDelay();
    loop_.Stop();
  });
  Micros began{};
  std::thread sender([&] {
    std::this_thread::sleep_for(kSleep);
    message.Raise();
  });
  began = SteadyNow();
  loop_.Run();
  sender.join();
  EXPECT_LT(delay, SteadyNow() - began - kSleep / 2);
}

TEST_F(EventLoopTest, NobodyIsToldWhoIsNoLongerWatchedInTheSameRound) {
  bool was_told = false;
  std::unique_ptr<Source> other;
  const auto end = [&] {
    other.reset();
    loop_.Post([&] { loop_.Stop(); });
  };
  Source one(loop_, end);
  other = std::make_unique<Source>(loop_, [&] { was_told = true; });
  one.Raise();
  other->Raise();
  loop_.Run();
  EXPECT_FALSE(was_told);
}

TEST_F(EventLoopTest, WhatIsNotWantedIsToldWhenItIsWantedAgain) {
  bool is_wanted = false;
  Source source(loop_, [&] {
    EXPECT_TRUE(is_wanted);
    loop_.Stop();
  });
  source.Rewatch(0);
  source.Raise();
  Timer timer(loop_.timers(), [&](Micros) {
    is_wanted = true;
    source.Rewatch(EPOLLIN);
  });
  timer.Set(SteadyNow() + std::chrono::milliseconds(10));
  loop_.Run();
}

TEST_F(EventLoopTest, FlushesAtTheEndOfATurnAfterWhatWasDeferred) {
  std::vector<std::string> happened;
  loop_.SetFlush([&] { happened.push_back("flush"); });
  Source source(loop_, [&] {
    loop_.Defer([&] {
      happened.push_back("deferred");
      loop_.Defer([&] { happened.push_back("deferred by it"); });
    });
    happened.push_back("turn");
    loop_.Stop();
  });
  source.Raise();
  loop_.Run();
  EXPECT_EQ(happened, (std::vector<std::string>{"turn", "deferred", "deferred by it", "flush"}));
}

TEST_F(EventLoopTest, PostedCallsCanBeMadeWithinATurn) {
  bool is_made = false;
  Source source(loop_, [&] {
    loop_.Post([&] { is_made = true; });
    loop_.RunPosted();
    EXPECT_TRUE(is_made);
    loop_.Stop();
  });
  source.Raise();
  loop_.Run();
}

}  // namespace
}  // namespace flagfall
