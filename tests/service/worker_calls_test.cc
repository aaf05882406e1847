// Calls that are served on worker threads.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "referee/rpc/grpc_wire.h"
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
  for (const std::string& message : {std::string(limits::kWorkerCallBytesUnread, 'x'), std::string("1234567")}) {
    served.handler().OnMessage(message);
    while (served.connection().consumed.empty()) served.posted().Run();
    EXPECT_THAT(served.connection().consumed, ElementsAre(std::pair(1U, message.size())));
    served.connection().consumed.clear();
  }
  served.handler().OnHalfClosed();
  EXPECT_THAT(served.AwaitEnd(), IsOk());
}

// Its client never waits for a window of which it has used less than half.
TEST(WorkerCall, OfFewBytesOpensNoWindow) {
  WorkerPool pool(1);
  std::latch read(2);
  Served served(pool, Method([&](BlockingCall& call) {
                  while (call.Read().has_value()) read.count_down();
                  return absl::OkStatus();
                }));
  served.handler().OnMessage("12345");
  served.handler().OnMessage("1234567");
  read.wait();
  served.handler().OnHalfClosed();
  EXPECT_THAT(served.AwaitEnd(), IsOk());
  EXPECT_THAT(served.connection().consumed, IsEmpty());
}

// A client may send as many messages as it likes, also where they are empty: each takes its prefix of the window.
TEST(WorkerCall, OfManyEmptyMessagesOpensTheWindow) {
  WorkerPool pool(1);
  std::atomic<std::size_t> read = 0;
  Served served(pool, Method([&](BlockingCall& call) {
                  while (call.Read().has_value()) ++read;
                  return absl::OkStatus();
                }));
  for (std::size_t sent = 1; sent <= limits::kWorkerCallBytesUnread / rpc::kPrefixBytes + 1; ++sent) {
    served.handler().OnMessage("");
    // No more wait than may.
    if (sent % 1000 == 0) {
      ASSERT_TRUE(WaitFor([&] { return read == sent; }));
    }
  }
  while (served.connection().consumed.empty()) served.posted().Run();
  EXPECT_GT(served.connection().consumed.front().first, 0U);
  served.handler().OnHalfClosed();
  EXPECT_THAT(served.AwaitEnd(), IsOk());
}

TEST(WorkerCall, ThatAnswersOncePostsOneUpdateForAnswerAndStatus) {
  WorkerPool pool(1);
  std::latch written(1);
  std::latch may_end(1);
  BlockingMethod method = Method([&](BlockingCall& call) {
    EXPECT_TRUE(call.Write("answer"));
    written.count_down();
    may_end.wait();
    return absl::OkStatus();
  });
  method.answers_once = true;
  Served served(pool, method);
  served.handler().OnHalfClosed();
  written.wait();
  EXPECT_EQ(served.posted().count(), 0U);
  may_end.count_down();
  EXPECT_THAT(served.AwaitEnd(), IsOk());
  EXPECT_THAT(served.connection().Flush(), ElementsAre("answer"));
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

TEST(WorkerCall, ReadsNothingOnceItsTimeHasCome) {
  WorkerPool pool(1);
  std::latch silent(1);
  Served served(pool, Method([&](BlockingCall& call) {
                  const auto now = std::chrono::steady_clock::now();
                  EXPECT_FALSE(call.ReadUntil(now).has_value()) << "though a message waits";
                  EXPECT_TRUE(call.ReadUntil(now + std::chrono::hours(1)).has_value());
                  EXPECT_FALSE(call.ReadUntil(now + std::chrono::milliseconds(1)).has_value());
                  silent.count_down();
                  return absl::DeadlineExceededError("too slow");
                }));
  served.handler().OnMessage("x");
  silent.wait();
  while (!served.connection().end().has_value()) served.posted().Run();
  EXPECT_THAT(*served.connection().end(), IsError(absl::StatusCode::kDeadlineExceeded, "too slow"));
}

TEST(WorkerCall, OneThatIsInterruptedEndsWithItsMethodsStatus) {
  WorkerPool pool(1);
  std::latch reading(1);
  BlockingCall* interrupted = nullptr;
  Served served(pool, Method([&](BlockingCall& call) {
                  interrupted = &call;
                  reading.count_down();
                  EXPECT_FALSE(call.Read().has_value() && call.Read().has_value());
                  EXPECT_TRUE(call.IsCancelled());
                  EXPECT_FALSE(call.Write("never arrives"));
                  return absl::UnauthenticatedError("revoked");
                }));
  served.handler().OnMessage("x");
  reading.wait();
  interrupted->Interrupt();
  while (!served.connection().end().has_value()) served.posted().Run();
  EXPECT_THAT(*served.connection().end(), IsError(absl::StatusCode::kUnauthenticated, "revoked"));
  ASSERT_TRUE(pool.AwaitIdle(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
}

}  // namespace
}  // namespace flagfall
