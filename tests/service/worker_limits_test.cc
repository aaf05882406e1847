// When a call takes a worker thread, how many there are, and what ends with them.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/service/worker_calls_fixture.h"

namespace flagfall {
namespace {

TEST(WorkerCall, NeedsNoWorkerBeforeTheClientHasSaidSomething) {
  WorkerPool pool(1);
  Served silent(pool, Method(Echo)), other(pool, Method(Echo));
  other.handler().OnMessage("x");
  other.handler().OnHalfClosed();
  EXPECT_THAT(other.AwaitEnd(), IsOk());
}

TEST(WorkerCall, ThatTakesOneMessageNeedsNoWorkerBeforeTheClientsEnd) {
  WorkerPool pool(0);
  BlockingMethod method = Method(Echo);
  method.takes_one_message = true;
  Served served(pool, method);
  EXPECT_FALSE(served.handler().OnMessage("x"));
  EXPECT_FALSE(served.connection().end().has_value());
  served.handler().OnHalfClosed();
  ASSERT_TRUE(served.connection().end().has_value());
  EXPECT_THAT(*served.connection().end(), IsError(StatusCode::kResourceExhausted, "all of its 0 workers are at work"));
}

TEST(WorkerCall, ThatTakesOneMessageBeginsWithASecondOne) {
  WorkerPool pool(1);
  BlockingMethod method = Method([](BlockingCall& call) {
    return call.Read() && call.Read() ? absl::InternalError("two messages") : absl::OkStatus();
  });
  method.takes_one_message = true;
  Served served(pool, method);
  served.handler().OnMessage("x");
  served.handler().OnMessage("y");
  EXPECT_THAT(served.AwaitEnd(), IsError(StatusCode::kInternal, "two messages"));
}

TEST(WorkerCall, OneTooManyIsToldToComeBack) {
  WorkerPool pool(2);
  std::latch may_end(1);
  const auto wait = [&](BlockingCall&) {
    may_end.wait();
    return absl::OkStatus();
  };
  Served one(pool, Method(wait)), two(pool, Method(wait)), three(pool, Method(wait));
  one.handler().OnMessage("x");
  two.handler().OnMessage("x");
  EXPECT_TRUE(three.handler().OnMessage("x"));
  ASSERT_TRUE(three.connection().end().has_value());
  EXPECT_THAT(
      *three.connection().end(),
      IsError(StatusCode::kResourceExhausted, "the server is busy: all of its 2 workers are at work; try again later"));
  EXPECT_TRUE(three.handler().OnMessage("y"));
  three.handler().OnHalfClosed();
  three.handler().OnEnded();
  may_end.count_down();
  EXPECT_THAT(one.AwaitEnd(), IsOk());
  EXPECT_THAT(two.AwaitEnd(), IsOk());
  ASSERT_TRUE(pool.AwaitIdle(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
}

TEST(WorkerCall, EmptyMessagesThatWaitAreLimited) {
  WorkerPool pool(1);
  std::latch may_end(1);
  Served served(pool, Method([&](BlockingCall&) {
                  may_end.wait();
                  return absl::OkStatus();
                }));
  for (std::size_t i = 0; i < limits::kWorkerCallMessagesMax; ++i) ASSERT_FALSE(served.handler().OnMessage(""));
  EXPECT_FALSE(served.connection().end().has_value());
  EXPECT_TRUE(served.handler().OnMessage(""));
  ASSERT_TRUE(served.connection().end().has_value());
  EXPECT_THAT(*served.connection().end(), IsError(StatusCode::kResourceExhausted, "more than 4096 messages"));
  may_end.count_down();
  ASSERT_TRUE(pool.AwaitIdle(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
}

TEST(WorkerCall, EndsWhenItsMethodThrows) {
  WorkerPool pool(1);
  Served served(pool, Method([](BlockingCall&) -> absl::Status { throw std::bad_alloc(); }));
  served.handler().OnHalfClosed();
  EXPECT_THAT(served.AwaitEnd(), IsError(StatusCode::kUnknown, "has failed"));
  Served next(pool, Method(Echo));
  ASSERT_TRUE(pool.AwaitIdle(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
  next.handler().OnHalfClosed();
  EXPECT_THAT(next.AwaitEnd(), IsOk());
}

// Many calls at once, of which every third is taken away in the middle. Mostly for thread sanitizers.
TEST(WorkerCall, ManyAtOnceGetTheirOwnAnswers) {
  WorkerPool pool(8);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::unique_ptr<Served>> calls;
    for (int i = 0; i < 8; ++i) calls.push_back(std::make_unique<Served>(pool, Method(Echo)));
    for (int message = 0; message < 20; ++message) {
      for (std::size_t i = 0; i < calls.size(); ++i) {
        if (i % 3 == 0 && message > 10) continue;
        calls[i]->handler().OnMessage(std::to_string(message));
        if (i % 3 == 0 && message == 10) calls[i]->Vanish();
      }
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (i % 3 == 0) continue;
      calls[i]->handler().OnHalfClosed();
      EXPECT_THAT(calls[i]->AwaitEnd(), IsOk());
      EXPECT_EQ(calls[i]->connection().Flush().size(), 20u);
    }
    ASSERT_TRUE(pool.AwaitIdle(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
  }
}

TEST(WorkerPool, UsesAThreadAgain) {
  WorkerPool pool(1);
  std::optional<std::thread::id> first, second;
  ASSERT_TRUE(pool.Start([&] { first = std::this_thread::get_id(); }));
  ASSERT_TRUE(pool.AwaitIdle(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
  ASSERT_TRUE(pool.Start([&] { second = std::this_thread::get_id(); }));
  ASSERT_TRUE(pool.AwaitIdle(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
  EXPECT_EQ(first, second);
}

TEST(WorkerPool, HasNoMoreThreadsThanItMay) {
  WorkerPool pool(2);
  std::latch may_end(1);
  EXPECT_TRUE(pool.Start([&] { may_end.wait(); }));
  EXPECT_TRUE(pool.Start([&] { may_end.wait(); }));
  EXPECT_FALSE(pool.Start([] { ADD_FAILURE() << "there was no thread for this"; }));
  EXPECT_FALSE(pool.AwaitIdle(std::chrono::steady_clock::now()));
  may_end.count_down();
}

TEST(WorkerPool, KeepsThreadsForUrgentWork) {
  WorkerPool pool(1, 1);
  std::latch may_end(1);
  EXPECT_TRUE(pool.Start([&] { may_end.wait(); }));
  EXPECT_FALSE(pool.Start([] { ADD_FAILURE() << "that thread is kept"; }));
  EXPECT_TRUE(pool.Start([&] { may_end.wait(); }, /*is_urgent=*/true));
  EXPECT_FALSE(pool.Start([] { ADD_FAILURE() << "there was no thread for this"; }, /*is_urgent=*/true));
  may_end.count_down();
}

TEST(WorkerPool, DoesAllItsWorkBeforeItEnds) {
  std::atomic<int> done = 0;
  {
    WorkerPool pool(4);
    for (int i = 0; i < 4; ++i) {
      EXPECT_TRUE(pool.Start([&] { ++done; }));
    }
  }
  EXPECT_EQ(done, 4);
}

}  // namespace
}  // namespace flagfall
