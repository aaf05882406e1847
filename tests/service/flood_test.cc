// Strangers at an address where all may dial in, while others play.
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <string>
#include <thread>

#include "referee/service/service_limits.h"
#include "tests/net/http2_bytes.h"
#include "tests/net/stranger.h"
#include "tests/service/test_host.h"
#include "tests/support/status_matchers.h"
#include "tests/support/test_bot.h"
#include "tests/support/tls_identities.h"
#include "tests/support/wait.h"

namespace flagfall {
namespace {

constexpr int kCallsAtOnce = 400;

// Somebody who begins calls and takes them back, by a new connection whenever the last is closed, for as long as it
// lives; so fast as it is heard.
class Flooder {
 public:
  Flooder(const std::string& address, bool over_tls) {
    thread_ = std::thread([this, address, over_tls] {
      while (!is_over_) {
        Stranger stranger(address, over_tls);
        stranger.Say(Preface());
        for (std::uint32_t stream = 1; !is_over_ && stream < 5'000'000; stream += 2 * kCallsAtOnce) {
          calls_ += kCallsAtOnce;
          if (stranger.Say(CallsTakenBack(kCallsAtOnce, stream))) continue;
          ++times_ended_;
          break;
        }
      }
    });
  }
  ~Flooder() {
    is_over_ = true;
    thread_.join();
  }

  int calls() const { return calls_; }
  // How many of its connections the referee has closed.
  int times_ended() const { return times_ended_; }

 private:
  std::atomic<bool> is_over_ = false;
  std::atomic<int> calls_ = 0;
  std::atomic<int> times_ended_ = 0;
  std::thread thread_;
};

class Flood : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    // What OpenSSL writes to a connection that was closed.
    std::signal(SIGPIPE, SIG_IGN);
    if (GetParam()) tls_ = MakeTlsIdentity();
    host_ = std::make_unique<TestHost>(std::chrono::seconds(60), tls_);
    for (const char* bot : {"red", "blue"}) host_->referee().Admit(bot, bot);
  }

  std::optional<TlsIdentity> tls_;
  std::unique_ptr<TestHost> host_;
};

TEST_P(Flood, OfCallsTakenBackByAStrangerCostsNobodyHisGame) {
  MatchSpec spec = TestHost::Barrage("good");
  // What the host leaves waiting is given back to nobody.
  spec.time_control.set_base_micros(5'000'000);
  spec.policy.set_host_delay_max_micros(0);
  TestBot red(host_->unix_address(), "red");
  TestBot blue(host_->unix_address(), "blue");
  ASSERT_TRUE(red.SayHello());
  ASSERT_TRUE(blue.SayHello());
  host_->AwaitConnected("red");
  host_->AwaitConnected("blue");
  Flooder one(host_->tcp_address(), /*over_tls=*/GetParam());
  Flooder other(host_->tcp_address(), /*over_tls=*/GetParam());
  ASSERT_TRUE(WaitFor([&] { return one.calls() > kCallsAtOnce && other.calls() > kCallsAtOnce; }));
  host_->Start(spec);
  std::thread red_thread([&] { RandomPlayer(1).GoOn(red, 1); });
  RandomPlayer(2).GoOn(blue, 1);
  red_thread.join();
  const v1::Reason reason = host_->RecordOf("good").outcome().reason();
  EXPECT_NE(reason, v1::REASON_OUT_OF_TIME);
  EXPECT_NE(reason, v1::REASON_DISCONNECTED);
  EXPECT_NE(reason, v1::REASON_HOST_LATE);
  EXPECT_TRUE(WaitFor([&] { return one.times_ended() > 0 && other.times_ended() > 0; }));
}

INSTANTIATE_TEST_SUITE_P(InTheClearAndOverTls, Flood, testing::Bool(),
                         [](const auto& info) { return info.param ? "OverTls" : "InTheClear"; });

}  // namespace
}  // namespace flagfall
