#ifndef TESTS_GATE_GATE_FIXTURE_H_
#define TESTS_GATE_GATE_FIXTURE_H_

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "referee/gate/gate.h"
#include "tests/gate/stranger.h"
#include "tests/support/wait.h"

namespace flagfall {

inline constexpr Quota kWideQuota{100, 100, 100};
inline constexpr Gate::Limits kWide{.peer = kWideQuota, .all = kWideQuota, .call_burst = 10'000, .calls_per_second = 0};
// As kWide, save for those.
inline Gate::Limits OfPeer(Quota quota) {
  Gate::Limits limits = kWide;
  limits.peer = quota;
  return limits;
}
inline Gate::Limits OfAll(Quota quota) {
  Gate::Limits limits = kWide;
  limits.all = quota;
  return limits;
}
inline Gate::Limits CallsOfAll(double burst) {
  Gate::Limits limits = kWide;
  limits.call_burst = burst;
  return limits;
}

// A gate of which the test plays the server.
class GateTest : public testing::Test {
 protected:
  ~GateTest() override { EndServing(); }

  // A gate at a port of its own.
  std::string Open(const Gate::Limits& limits = kWide, const TlsContext* tls = nullptr) {
    gate_ = std::make_unique<Gate>(
        limits, visitors_,
        [this](int connection) {
          MutexLock lock(mutex_);
          served_.emplace_back(connection);
        },
        [this] { return Micros(now_micros_ += tick_micros_); });
    Listener listener = Listener::At("127.0.0.1:0").value();
    std::string address = listener.address();
    gate_->Open(std::move(listener), {.bot = "", .is_guarded = true, .tls = tls});
    return address;
  }

  std::size_t Served() {
    MutexLock lock(mutex_);
    return served_.size();
  }
  // The server's descriptor of the connection that was handed over as that one.
  int ServedAt(std::size_t number) {
    EXPECT_TRUE(WaitFor([&] { return Served() > number; }));
    MutexLock lock(mutex_);
    return served_[number].get();
  }
  // The server ends all that it has.
  void EndServing() {
    MutexLock lock(mutex_);
    served_.clear();
  }
  // What the server has been told once it is `size` bytes.
  std::string HeardByServer(std::size_t number, std::size_t size) {
    const int descriptor = ServedAt(number);
    std::string heard;
    EXPECT_TRUE(WaitFor([&] {
      char buffer[4096];
      const ssize_t count = ::recv(descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
      if (count > 0) heard.append(buffer, static_cast<std::size_t>(count));
      return heard.size() >= size;
    }));
    return heard;
  }
  // Moves the clock, and has the gate look at it.
  void Pass(Micros time, const std::string& address) {
    now_micros_ += time.count();
    const Stranger waker(address);
  }

  Visitors visitors_;
  std::atomic<std::int64_t> now_micros_ = 1'000'000'000;
  // By which the clock goes on whenever the gate looks at it.
  std::atomic<std::int64_t> tick_micros_ = 0;
  Mutex mutex_;
  std::vector<Descriptor> served_;
  std::unique_ptr<Gate> gate_;
};

}  // namespace flagfall

#endif  // TESTS_GATE_GATE_FIXTURE_H_
