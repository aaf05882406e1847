// The real loop on a real completion queue; the completions are alarms.
#include "referee/service/event_loop.h"

#include <gmock/gmock.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "referee/service/pickup_clock.h"
#include "referee/service/service_limits.h"
#include "tests/support/wait.h"

namespace flagfall {
namespace {

// A completion that calls a function, and the alarm that brings it.
class Call final : public Completion {
 public:
  explicit Call(std::function<void()> call) : call_(std::move(call)) {}
  // Comes at once: an alarm for this very moment might have to wait for a thread of the library's.
  void Raise(EventLoop& loop) {
    alarm_.Set(&loop.queue(), std::chrono::system_clock::now() - std::chrono::seconds(1),
               static_cast<Completion*>(this));
  }
  void OnCompletion(bool /*ok*/) override { call_(); }

 private:
  std::function<void()> call_;
  grpc::Alarm alarm_;
};

class EventLoopTest : public testing::Test {
 protected:
  const Micros began_ = SteadyNow();
  // Makes the queue; a server is not needed for alarms.
  grpc::ServerBuilder builder_;
  EventLoop loop_{builder_.AddCompletionQueue()};
};

// Keeps the loop's thread from doing anything else.
void Work(Micros time) {
  const Micros until = SteadyNow() + time;
  while (SteadyNow() < until) {
  }
}

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
  EXPECT_EQ(posted, limits::kPostedCalls);
  loop_.Run();
  poster.join();
  EXPECT_EQ(posted, limits::kPostedCalls + 1);
}

TEST_F(EventLoopTest, DeadlineStandsUnderAFloodOfCompletions_2_3) {
  // Each completion raises the next at once, two of them in turn, so that the queue is never found empty for long.
  int handled = 0;
  bool is_over = false;
  std::vector<std::unique_ptr<Call>> calls;
  for (int i = 0; i < 16; ++i) {
    calls.push_back(std::make_unique<Call>([&, i] {
      ++handled;
      Work(Micros(50));
      if (!is_over) calls[i]->Raise(loop_);
    }));
    calls[i]->Raise(loop_);
  }
  int handled_when_due = 0;
  Timer timer(loop_.timers(), [&](Micros) {
    handled_when_due = handled;
    is_over = true;
    loop_.Post([&] { loop_.Stop(); });
  });
  timer.Set(SteadyNow() + std::chrono::milliseconds(20));
  loop_.Run();
  EXPECT_GT(handled_when_due, 16);
}

// An artificially slow handler: what waits behind it has waited for the host.
TEST_F(EventLoopTest, MeasuresHowLongMessagesWaitedBehindASlowHandler_2_2) {
  constexpr Micros kSlow = std::chrono::milliseconds(40);
  Micros first_delay(-1);
  Micros second_delay(-1);
  Micros raised_at{};
  Micros waited{};
  Call second([&] {
    second_delay = loop_.PickupDelay();
    waited = loop_.TurnTime() - raised_at;
    loop_.Stop();
  });
  Call first([&] {
    first_delay = loop_.PickupDelay();
    second.Raise(loop_);
    raised_at = SteadyNow();
    Work(kSlow);
  });
  // The loop sleeps until then.
  Timer timer(loop_.timers(), [&](Micros) { first.Raise(loop_); });
  const Micros set_at = SteadyNow();
  timer.Set(set_at + std::chrono::milliseconds(1));
  loop_.Run();
  // Neither more than the whole time awake, nor less than what it did wait.
  EXPECT_GE(first_delay, Micros(0));
  EXPECT_LE(second_delay, loop_.TurnTime() - set_at);
  EXPECT_GE(second_delay, waited);
  EXPECT_GE(waited, kSlow);
}

TEST_F(EventLoopTest, NothingHasWaitedForLongerThanThereIsALoop_2_2) {
  Micros delay(-1);
  Call call([&] {
    delay = loop_.PickupDelay();
    loop_.Stop();
  });
  call.Raise(loop_);
  loop_.Run();
  EXPECT_GE(delay, Micros(0));
  EXPECT_LE(delay, SteadyNow() - began_);
}

// Calls of any kind: a lap that counts only some of them is over before a message has had its turn.
TEST_F(EventLoopTest, MeasuresHowLongAMessageWaitedBehindManyCalls_2_2) {
  constexpr int kCalls = 20;
  constexpr Micros kSlow = std::chrono::milliseconds(2);
  std::vector<std::unique_ptr<EventLoop::OpenCall>> open_calls;
  std::vector<std::unique_ptr<Call>> calls;
  Micros raised_at{};
  Micros waited{};
  Micros delay(-1);
  Call last([&] {
    delay = loop_.PickupDelay();
    waited = loop_.TurnTime() - raised_at;
    open_calls.clear();
    loop_.Stop();
  });
  for (int i = 0; i < kCalls; ++i) {
    open_calls.push_back(std::make_unique<EventLoop::OpenCall>(loop_));
    calls.push_back(std::make_unique<Call>([&] { Work(kSlow); }));
  }
  loop_.Post([&] {
    for (const auto& call : calls) call->Raise(loop_);
    last.Raise(loop_);
    raised_at = SteadyNow();
  });
  loop_.Run();
  EXPECT_GE(waited, kSlow);
  EXPECT_GE(delay, waited);
}

TEST(PickupClock, CountsFromTheEndOfTheLastSleepLessTheRunQueue) {
  PickupClock clock(Micros(0));
  clock.SetCalls(100);
  clock.Woke(Micros(1'000), Micros(300));
  clock.Turn(Micros(1'010));
  EXPECT_EQ(clock.DelayAt(Micros(1'010)), Micros(310));
  clock.Turn(Micros(1'050));
  EXPECT_EQ(clock.DelayAt(Micros(1'050)), Micros(350));
}

TEST(PickupClock, IsNeverAboveTwoLapsHoweverLongTheThreadIsAwake) {
  PickupClock clock(Micros(0));
  constexpr std::size_t kCalls = 10;
  constexpr int kTurn = 15;
  clock.SetCalls(kCalls);
  clock.Woke(Micros(0), Micros(0));
  const Micros lap(kTurn * clock.lap_turns());
  Micros now{};
  for (int turn = 0; turn < 10'000; ++turn) {
    now += Micros(kTurn);
    clock.Turn(now);
    EXPECT_LE(clock.DelayAt(now), 2 * lap);
    if (now > 3 * lap) {
      EXPECT_GE(clock.DelayAt(now), lap - Micros(kTurn));
    }
  }
}

}  // namespace
}  // namespace flagfall
