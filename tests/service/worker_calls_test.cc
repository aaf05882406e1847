// Calls that are served on worker threads.
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

TEST(WorkerCall, KnowsItsHeadAndItsPeer) {
  WorkerPool pool(1);
  Served served(pool, Method([](BlockingCall& call) {
                  return absl::NotFoundError(call.head().path + " " + call.peer_address());
                }));
  served.handler().OnHalfClosed();
  EXPECT_THAT(served.AwaitEnd(), IsError(StatusCode::kNotFound, "/test.Service/Method 10.0.0.7"));
  EXPECT_THAT(served.connection().Flush(), IsEmpty());
}

TEST(WorkerCall, IsVouchedForBeforeItEnds) {
  WorkerPool pool(1);
  Served served(pool, Method([](BlockingCall& call) {
                  call.Vouch();
                  return absl::OkStatus();
                }));
  EXPECT_FALSE(served.connection().is_vouched_for);
  served.handler().OnHalfClosed();
  EXPECT_THAT(served.AwaitEnd(), IsOk());
  EXPECT_TRUE(served.connection().is_vouched_for);
}

TEST(WorkerCall, SendsWhatIsWrittenBeforeItsStatus) {
  WorkerPool pool(1);
  Served served(pool, Method(Echo));
  EXPECT_FALSE(served.handler().OnMessage("one")) << "it is kept until it is read";
  EXPECT_FALSE(served.handler().OnMessage(""));
  EXPECT_FALSE(served.handler().OnMessage("three"));
  served.handler().OnHalfClosed();
  EXPECT_THAT(served.AwaitEnd(), IsOk());
  EXPECT_THAT(served.connection().Flush(), ElementsAre("one", "", "three"));
}

TEST(WorkerCall, OpensTheWindowBeforeItWaitsForTheClient) {
  WorkerPool pool(1);
  Served served(pool, Method([](BlockingCall& call) {
                  while (call.Read().has_value()) {
                  }
                  return absl::OkStatus();
                }));
  for (const char* message : {"12345", "1234567"}) {
    served.handler().OnMessage(message);
    while (served.connection().consumed.empty()) served.posted().Run();
    EXPECT_THAT(served.connection().consumed, ElementsAre(std::pair(1U, std::string(message).size())));
    served.connection().consumed.clear();
  }
  served.handler().OnHalfClosed();
  EXPECT_THAT(served.AwaitEnd(), IsOk());
}

TEST(WorkerCall, WaitsWhileTooMuchWaitsForTheClient) {
  WorkerPool pool(1);
  std::atomic<int> written = 0;
  Served served(pool, Method([&](BlockingCall& call) {
                  const std::string half(limits::kWorkerCallWaitingBytes / 2, 'x');
                  while (written < 6 && call.Write(half)) ++written;
                  return absl::OkStatus();
                }));
  served.handler().OnHalfClosed();
  // With three halves there is more than the whole.
  ASSERT_TRUE(WaitFor([&] { return written == 3; }));
  served.posted().Run();
  EXPECT_EQ(written, 3) << "what waits in the call counts like what waits in the worker's queue";
  EXPECT_EQ(served.Flush().size(), 3u);
  ASSERT_TRUE(WaitFor([&] { return written == 6; }));
  EXPECT_THAT(served.AwaitEnd(), IsOk());
  EXPECT_EQ(served.Flush().size(), 3u);
}

TEST(WorkerCall, PostsOneUpdateForAllThatWaitsForIt) {
  WorkerPool pool(1);
  std::atomic<bool> is_written = false;
  Served served(pool, Method([&](BlockingCall& call) {
                  for (int i = 0; i < 100; ++i) call.Write("x");
                  is_written = true;
                  return absl::OkStatus();
                }));
  served.handler().OnHalfClosed();
  ASSERT_TRUE(WaitFor([&] { return is_written.load(); }));
  EXPECT_EQ(served.posted().count(), 1u);
  EXPECT_THAT(served.AwaitEnd(), IsOk());
  EXPECT_EQ(served.Flush().size(), 100u);
}

TEST(WorkerCall, IsCancelledWhileItReads) {
  WorkerPool pool(1);
  std::latch reading(1);
  std::atomic<bool> was_cancelled = false;
  Served served(pool, Method([&](BlockingCall& call) {
                  EXPECT_TRUE(call.Read().has_value());
                  EXPECT_FALSE(call.IsCancelled());
                  reading.count_down();
                  EXPECT_FALSE(call.Read().has_value());
                  was_cancelled = call.IsCancelled();
                  return absl::OkStatus();
                }));
  served.handler().OnMessage("first");
  reading.wait();
  served.Vanish();
  ASSERT_TRUE(pool.AwaitIdle(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
  EXPECT_TRUE(was_cancelled);
  // The worker has posted, and the call is gone.
  served.posted().Run();
}

TEST(WorkerCall, IsCancelledWhileItWrites) {
  WorkerPool pool(1);
  std::atomic<int> written = 0;
  Served served(pool, Method([&](BlockingCall& call) {
                  while (call.Write(std::string(limits::kWorkerCallWaitingBytes + 1, 'x'))) ++written;
                  return absl::OkStatus();
                }));
  served.handler().OnHalfClosed();
  ASSERT_TRUE(WaitFor([&] { return written == 1; }));
  served.Vanish();
  ASSERT_TRUE(pool.AwaitIdle(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
  EXPECT_EQ(written, 1);
}

TEST(WorkerCall, OutlivesItsCallAndItsConnection) {
  WorkerPool pool(1);
  std::latch begun(1), gone(1);
  bool has_ended = false;
  {
    const BlockingMethod method = Method([&](BlockingCall& call) {
      begun.count_down();
      gone.wait();
      EXPECT_EQ(call.head().path, "/test.Service/Method");
      EXPECT_FALSE(call.Write("into the void"));
      has_ended = true;
      return absl::OkStatus();
    });
    auto connection = std::make_unique<rpc::Connection>();
    rpc::CallHead head;
    head.path = method.path;
    connection->SetHead(std::move(head));
    // A connection that has ended drops what is posted to it.
    auto handler = StartWorkerCall(pool, method, connection->call(), "", [](const std::function<void()>&) {});
    handler->OnHalfClosed();
    begun.wait();
    connection.reset();
    handler->OnEnded();
    handler.reset();
    gone.count_down();
    ASSERT_TRUE(pool.AwaitIdle(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
  }
  EXPECT_TRUE(has_ended);
}

TEST(WorkerCall, IsNotServedWhenItIsOverBeforeItsWorkerBegins) {
  std::atomic<bool> is_served = false;
  std::optional<WorkerPool> pool(std::in_place, 1);
  Served served(*pool, Method([&](BlockingCall&) {
    is_served = true;
    return absl::OkStatus();
  }));
  // Before the client has sent anything no worker is taken.
  served.Vanish();
  EXPECT_TRUE(served.handler().OnMessage("late"));
  served.handler().OnHalfClosed();
  pool.reset();
  EXPECT_FALSE(is_served);
}

TEST(WorkerCall, ACancelOfItsOwnResetsIt) {
  WorkerPool pool(1);
  std::latch reading(1);
  BlockingCall* cancelled = nullptr;
  Served served(pool, Method([&](BlockingCall& call) {
                  call.Write("never arrives");
                  cancelled = &call;
                  reading.count_down();
                  EXPECT_FALSE(call.Read().has_value() && call.Read().has_value());
                  EXPECT_TRUE(call.IsCancelled());
                  return absl::DeadlineExceededError("too slow");
                }));
  served.handler().OnMessage("x");
  reading.wait();
  cancelled->Cancel();
  while (!served.connection().is_reset) served.posted().Run();
  EXPECT_THAT(served.connection().Flush(), IsEmpty());
  EXPECT_FALSE(served.connection().end().has_value());
  served.Vanish();
  ASSERT_TRUE(pool.AwaitIdle(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
}

}  // namespace
}  // namespace flagfall
