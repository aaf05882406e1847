#ifndef TESTS_SERVICE_WORKER_CALLS_FIXTURE_H_
#define TESTS_SERVICE_WORKER_CALLS_FIXTURE_H_
#include "referee/service/worker_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "referee/service/service_limits.h"
#include "tests/support/status_matchers.h"
#include "tests/support/wait.h"

// Calls on real threads, with doubles of the connection and its calls: the test's own thread is the connection's.
namespace flagfall {
namespace rpc {

// Stands for a connection with one call, and holds what the call was told.
class Connection {
 public:
  Connection() : call_(new Call(*this, 1)) {}

  Call& call() { return *call_; }
  void SetHead(CallHead head) { call_->head_ = std::move(head); }
  const std::optional<absl::Status>& end() const { return call_->end_status_; }

  // The client takes all that waits for it. Returns the messages.
  std::vector<std::string> Flush() {
    std::vector<std::string> messages;
    for (; !call_->outgoing_.empty(); call_->outgoing_.pop_front()) messages.push_back(call_->outgoing_.front());
    call_->waiting_bytes_ = 0;
    return messages;
  }
  // The call is over: whoever uses it now uses freed memory.
  void Destroy() { call_.reset(); }

  // Messages, and their bytes.
  std::vector<std::pair<std::size_t, std::size_t>> consumed;
  bool is_reset = false;
  bool is_vouched_for = false;

 private:
  std::unique_ptr<Call> call_;
};

inline void Call::Send(absl::string_view message) {
  waiting_bytes_ += message.size();
  outgoing_.push_back(std::string(message));
}
inline void Call::End(const absl::Status& status) { end_status_ = status; }
inline void Call::Reset() { connection_.is_reset = true; }
inline void Call::Vouch() { connection_.is_vouched_for = true; }
inline void Call::Consumed(std::size_t messages, std::size_t bytes) {
  connection_.consumed.emplace_back(messages, bytes);
}

}  // namespace rpc

using absl::StatusCode;
using testing::ElementsAre;
using testing::IsEmpty;

// What a worker has posted to a connection, until the test runs it.
class Posted {
 public:
  void Add(std::function<void()> call) {
    MutexLock lock(mutex_);
    calls_.push_back(std::move(call));
    changed_.NotifyAll();
  }
  void Drop() {
    MutexLock lock(mutex_);
    calls_.clear();
  }
  std::size_t count() {
    MutexLock lock(mutex_);
    return calls_.size();
  }
  // Waits for calls, and runs all that are there.
  void Run() {
    std::vector<std::function<void()>> calls;
    {
      MutexLock lock(mutex_);
      while (calls_.empty()) changed_.Wait(mutex_);
      calls.swap(calls_);
    }
    for (const auto& call : calls) call();
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  std::vector<std::function<void()>> calls_ ABSL_GUARDED_BY(mutex_);
};

// One call that `method` serves, with its connection. Must not be destroyed before the method has returned.
class Served {
 public:
  Served(WorkerPool& pool, BlockingMethod method) : method_(std::move(method)) {
    rpc::CallHead head;
    head.path = method_.path;
    connection_.SetHead(std::move(head));
    handler_ = StartWorkerCall(pool, method_, connection_.call(), "10.0.0.7",
                               [posted = posted_](std::function<void()> call) { posted->Add(std::move(call)); });
  }
  ~Served() { posted_->Drop(); }

  rpc::CallHandler& handler() { return *handler_; }
  rpc::Connection& connection() { return connection_; }
  Posted& posted() { return *posted_; }

  // The client has taken what waits for it.
  std::vector<std::string> Flush() {
    std::vector<std::string> messages = connection_.Flush();
    handler_->OnFlushed(Micros{});
    return messages;
  }
  // The client has gone.
  void Vanish() {
    connection_.Destroy();
    handler_->OnEnded();
  }
  // Runs what the worker posts until it has ended the call, and returns the status.
  absl::Status AwaitEnd() {
    while (!connection_.end().has_value()) posted_->Run();
    return *connection_.end();
  }

 private:
  const BlockingMethod method_;
  rpc::Connection connection_;
  // Shared with the worker, which may still be in its last post when the call has ended.
  const std::shared_ptr<Posted> posted_ = std::make_shared<Posted>();
  std::shared_ptr<rpc::CallHandler> handler_;
};

inline BlockingMethod Method(std::function<absl::Status(BlockingCall& call)> serve) {
  return {.path = "/test.Service/Method", .serve = std::move(serve)};
}

// Answers each message with itself.
inline absl::Status Echo(BlockingCall& call) {
  while (std::optional<std::string> message = call.Read()) {
    if (!call.Write(*std::move(message))) return absl::CancelledError("gone");
  }
  return absl::OkStatus();
}

}  // namespace flagfall

#endif  // TESTS_SERVICE_WORKER_CALLS_FIXTURE_H_
