#ifndef TESTS_SERVER_FAKE_CALL_H_
#define TESTS_SERVER_FAKE_CALL_H_

#include <atomic>
#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/mutex.h"
#include "referee/service/blocking_call.h"

namespace flagfall::arena::server {

// A call without a server: what its client sends is given, what it is sent is kept. May be used from any thread.
class FakeCall final : public BlockingCall {
 public:
  // From the network address 10.0.0.7, without a token. The client sends these messages, and then no more.
  explicit FakeCall(std::deque<std::string> incoming = {}) : incoming_(std::move(incoming)) {}

  void set_peer_address(std::string address) { peer_address_ = std::move(address); }
  void set_token(const std::string& token) { head_.metadata = {{"authorization", "Bearer " + token}}; }
  // The client says nothing after its messages, and stays.
  void StayOpen() {
    MutexLock lock(mutex_);
    is_open_ = true;
  }
  std::vector<std::string> written() const {
    MutexLock lock(mutex_);
    return written_;
  }

  bool is_vouched_for() const { return is_vouched_for_; }

  const rpc::CallHead& head() const override { return head_; }
  const std::string& peer_address() const override { return peer_address_; }
  std::optional<std::string> ReadUntil(std::chrono::steady_clock::time_point time) override {
    MutexLock lock(mutex_);
    while (incoming_.empty() && is_open_ && !is_cancelled_) {
      if (!changed_.WaitUntil(mutex_, time)) break;
    }
    if (incoming_.empty() || is_cancelled_ || std::chrono::steady_clock::now() >= time) return std::nullopt;
    std::optional<std::string> message = std::move(incoming_.front());
    incoming_.pop_front();
    return message;
  }
  bool Write(std::string message) override {
    MutexLock lock(mutex_);
    if (is_cancelled_) return false;
    written_.push_back(std::move(message));
    return true;
  }
  bool IsCancelled() const override {
    MutexLock lock(mutex_);
    return is_cancelled_;
  }
  void Vouch() override { is_vouched_for_ = true; }
  void Interrupt() override { Cancel(); }
  // The client has gone.
  void Cancel() {
    MutexLock lock(mutex_);
    is_cancelled_ = true;
    changed_.NotifyAll();
  }

 private:
  std::atomic<bool> is_vouched_for_ = false;
  rpc::CallHead head_;
  std::string peer_address_ = "10.0.0.7";
  mutable Mutex mutex_;
  CondVar changed_;
  std::deque<std::string> incoming_ ABSL_GUARDED_BY(mutex_);
  bool is_open_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::string> written_ ABSL_GUARDED_BY(mutex_);
  bool is_cancelled_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace flagfall::arena::server

#endif  // TESTS_SERVER_FAKE_CALL_H_
