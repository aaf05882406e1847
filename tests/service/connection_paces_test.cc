// What a peer does too much of waits in the peer, and nobody else waits with it: bytes, and the thread's time. What is
// asserted holds at any speed of the machine: no more was taken than the pace has let through by then.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <string>

#include "tests/service/socket_client.h"
#include "tests/service/test_server.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tls_identities.h"

namespace flagfall {
namespace {

// In the clear, and over TLS.
class ConnectionPacesTest : public testing::TestWithParam<bool> {
 protected:
  static void SetUpTestSuite() { std::signal(SIGPIPE, SIG_IGN); }

  void Serve(const ConnectionServer::Limits& limits) {
    static const auto* const tls = TlsContext::Make(MakeTlsIdentity()).value().release();
    began_ = SteadyNow();
    server_ = std::make_unique<TestServer>(limits);
    address_ = server_->Open("127.0.0.1:0", GetParam() ? tls : nullptr);
    // Whoever comes in here is another peer.
    other_ = std::make_unique<SocketClient>(server_->Open("unix:" + dir_.At("s")));
    others_call_ = other_->http2().Begin();
  }
  std::unique_ptr<SocketClient> DialIn() const { return std::make_unique<SocketClient>(address_, GetParam()); }
  bool IsOtherServed() {
    other_->http2().SendMessage(others_call_, kOther);
    return other_->AwaitAnswers(others_call_, ++others_messages_);
  }
  double SecondsPassed() const { return std::chrono::duration<double>(SteadyNow() - began_).count(); }

  static constexpr absl::string_view kOther = "other";
  TempDir dir_;
  Micros began_{};
  std::unique_ptr<TestServer> server_;
  std::string address_;
  std::unique_ptr<SocketClient> other_;
  std::int32_t others_call_ = 0;
  std::size_t others_messages_ = 0;
};

TEST_P(ConnectionPacesTest, BytesBeyondThePaceWaitInThePeerAndHoldUpNobodyElse) {
  constexpr Rate kRate{.ahead = 128 << 10, .per_second = 256 << 10};
  constexpr std::size_t kMessage = 30'000;
  ConnectionServer::Limits limits = WideLimits();
  limits.rates.bytes = kRate;
  Serve(limits);
  // All connections of a peer share the pace.
  const std::unique_ptr<SocketClient> clients[] = {DialIn(), DialIn()};
  const std::int32_t calls[] = {clients[0]->http2().Begin(), clients[1]->http2().Begin()};
  EXPECT_TRUE(WaitFor([&] {
    for (const int i : {0, 1}) {
      // What is more than the call's window waits in the client.
      if (clients[i]->http2().waiting_bytes(calls[i]) == 0) {
        clients[i]->http2().SendMessage(calls[i], std::string(kMessage, 'x'));
      }
      clients[i]->Exchange();
    }
    EXPECT_TRUE(IsOtherServed());
    const auto bytes = static_cast<double>(server_->bytes() - others_messages_ * kOther.size());
    // Each connection reads a last piece with which it passes the limit.
    EXPECT_LE(bytes, kRate.ahead + kRate.per_second * SecondsPassed() + 2 * SocketEnd::kPieceBytes);
    return bytes > 2.5 * kRate.ahead || HasFailure();
  }));
}

TEST_P(ConnectionPacesTest, WhoeverCostsTheThreadTooMuchWaitsAndHoldsUpNobodyElse) {
  // Of the thread's time a tenth.
  constexpr Rate kRate{.ahead = 20'000, .per_second = 100'000};
  constexpr double kTurnMicros = 10'000;
  ConnectionServer::Limits limits = WideLimits();
  limits.paces_cpu = true;
  limits.rates.cpu_micros = kRate;
  Serve(limits);
  const auto costly = DialIn();
  const std::int32_t call = costly->http2().Begin();
  std::size_t said = 0;
  EXPECT_TRUE(WaitFor([&] {
    // One in each turn: the next is said when the last was answered.
    if (costly->Of(call).messages.size() == said) {
      costly->http2().SendMessage(call, "busy 10");
      ++said;
    }
    costly->Exchange();
    EXPECT_TRUE(IsOtherServed());
    const auto answered = static_cast<double>(costly->Of(call).messages.size());
    EXPECT_LE(answered * kTurnMicros, kRate.ahead + kRate.per_second * SecondsPassed() + kTurnMicros);
    return answered >= 8 || HasFailure();
  }));
}

// As on a loop on which games are played.
TEST_P(ConnectionPacesTest, WhereTheThreadsTimeHasNoPaceNobodyWaits) {
  ConnectionServer::Limits limits = WideLimits();
  limits.rates.cpu_micros = {.ahead = 0, .per_second = 1};
  Serve(limits);
  const auto costly = DialIn();
  const std::int32_t call = costly->http2().Begin();
  for (std::size_t i = 1; i <= 3; ++i) {
    costly->http2().SendMessage(call, "busy 1");
    EXPECT_TRUE(costly->AwaitAnswers(call, i));
  }
}

INSTANTIATE_TEST_SUITE_P(InTheClearAndOverTls, ConnectionPacesTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "OverTls" : "InTheClear"; });

}  // namespace
}  // namespace flagfall
