// How connections end at the server that joins sockets, budgets and gRPC's state machine: floods, silence, idleness,
// the server's own end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/net/net_limits.h"
#include "tests/net/http2_bytes.h"
#include "tests/service/socket_client.h"
#include "tests/service/test_server.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tls_identities.h"

namespace flagfall {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

// In the clear, and over TLS.
class ConnectionEndsTest : public testing::TestWithParam<bool> {
 protected:
  static void SetUpTestSuite() { std::signal(SIGPIPE, SIG_IGN); }

  static const TlsContext& Tls() {
    static const auto* const context = TlsContext::Make(MakeTlsIdentity()).value().release();
    return *context;
  }
  void Serve(const ConnectionServer::Limits& limits = WideLimits()) {
    server_ = std::make_unique<TestServer>(limits);
    address_ = server_->Open("127.0.0.1:0", GetParam() ? &Tls() : nullptr);
  }
  std::unique_ptr<SocketClient> DialIn(const rpc::ClientSettings& settings = {}) const {
    return std::make_unique<SocketClient>(address_, GetParam(), settings);
  }
  // A call that was answered once.
  static std::int32_t BeginCall(SocketClient& client) {
    const std::int32_t stream = client.http2().Begin();
    client.http2().SendMessage(stream, "echo");
    EXPECT_TRUE(client.AwaitAnswers(stream, 1));
    return stream;
  }
  // A call of whose answers the client takes so little that the server's socket is full.
  void BlockSocket(SocketClient& client) const {
    client.WidenConnection();
    const std::int32_t stream = client.http2().Begin();
    for (int i = 0; i < 64; ++i) client.http2().SendMessage(stream, "say 1000000");
    client.socket().Say(client.http2().TakeOutput());
    EXPECT_TRUE(WaitFor([&] { return server_->messages() >= 64; }));
  }
  // Nothing but the socket keeps back what the server says.
  static constexpr rpc::ClientSettings kOpenWindow{.window = kWidestWindow, .refills = false};

  // Calls Shutdown, and has `has_shut_down` say when that is through.
  void Shutdown() {
    server_->Do([this] {
      server_->server().Shutdown(absl::UnavailableError("the server stops"), [this] { has_shut_down_ = true; });
    });
  }

  std::atomic<bool> has_shut_down_ = false;
  std::unique_ptr<TestServer> server_;
  std::string address_;
};

TEST_P(ConnectionEndsTest, FloodsOfFramesAndOfCallsEndTheirConnectionWithAWord) {
  Serve();
  const auto other = DialIn();
  const std::int32_t stream = BeginCall(*other);
  // Twice as many as may come at once, since some more may come with time.
  std::string frames;
  for (int i = 0; i < 2 * limits::kFrameBurst; ++i) frames += Frame(kUnknownType, 0, "");
  for (const std::string& flood : {CallsTakenBack(static_cast<int>(2 * limits::kCallBurst), 1), frames}) {
    Stranger stranger(address_, GetParam());
    stranger.Say(Preface());
    EXPECT_TRUE(WaitFor([&] { return !stranger.Heard().empty(); }))
        << "whoever is not known to speak HTTP/2 is told nothing";
    stranger.Say(flood);
    EXPECT_TRUE(WaitFor([&] { return stranger.IsClosed(); }));
    EXPECT_THAT(stranger.Heard(),
                HasSubstr("this connection says too much: frames, calls or records beyond every budget"));
  }
  other->http2().SendMessage(stream, "echo");
  EXPECT_TRUE(other->AwaitAnswers(stream, 2));
}

// From each connection a few calls, and no connection that has made too many itself.
TEST_P(ConnectionEndsTest, OneCallMoreThanAPeerMayBeginEndsTheConnectionThatMakesIt) {
  ConnectionServer::Limits limits = WideLimits();
  limits.rates.calls = {.ahead = 4, .per_second = 0};
  Serve(limits);
  const auto first = DialIn();
  const auto second = DialIn();
  BeginCall(*first);
  BeginCall(*second);
  BeginCall(*first);
  const std::int32_t last = BeginCall(*second);
  const auto third = DialIn();
  third->http2().Ping();
  EXPECT_TRUE(third->Await([&] { return third->http2().ping_answers() == 1; }));
  EXPECT_FALSE(third->IsServed());
  EXPECT_THAT(third->http2().goaways(), ElementsAre(NGHTTP2_ENHANCE_YOUR_CALM));
  second->http2().SendMessage(last, "echo");
  EXPECT_TRUE(second->AwaitAnswers(last, 2));
}

TEST_P(ConnectionEndsTest, OneCallMoreThanAllMayBeginIsRefusedAndItsConnectionGoesOn) {
  ConnectionServer::Limits limits = WideLimits();
  limits.call_burst = 2;
  Serve(limits);
  const auto first = DialIn();
  const auto second = DialIn();
  const std::int32_t stream = BeginCall(*first);
  BeginCall(*second);
  const std::int32_t refused = first->http2().Begin();
  EXPECT_TRUE(first->Await([&] { return first->Of(refused).has_ended; }));
  EXPECT_EQ(first->Of(refused).Status(), static_cast<int>(absl::StatusCode::kResourceExhausted));
  EXPECT_THAT(first->Of(refused).Message(), HasSubstr("more calls than it takes"));
  first->http2().SendMessage(stream, "echo");
  EXPECT_TRUE(first->AwaitAnswers(stream, 2));
}

TEST_P(ConnectionEndsTest, AConnectionWithoutCallsEndsAfterAWhileAndOneWithACallStays) {
  ConnectionServer::Limits limits = WideLimits();
  limits.connection.idle_after = milliseconds(1000);
  Serve(limits);
  const auto busy = DialIn();
  const std::int32_t stream = BeginCall(*busy);
  const auto idle = DialIn();
  EXPECT_TRUE(idle->IsServed());
  EXPECT_TRUE(idle->AwaitClose());
  EXPECT_THAT(idle->http2().goaways(), ElementsAre(NGHTTP2_NO_ERROR));
  busy->http2().SendMessage(stream, "echo");
  EXPECT_TRUE(busy->AwaitAnswers(stream, 2));
}

TEST_P(ConnectionEndsTest, AClientThatGivesNoSignOfLifeIsClosedAndOneThatAnswersStays) {
  ConnectionServer::Limits limits = WideLimits();
  limits.connection.keepalive_time = milliseconds(100);
  limits.connection.keepalive_timeout = milliseconds(1000);
  Serve(limits);
  const auto silent = DialIn();
  BeginCall(*silent);
  const auto alive = DialIn();
  const std::int32_t stream = BeginCall(*alive);
  EXPECT_TRUE(alive->Await([&] {
    silent->Listen();
    return silent->socket().IsClosed();
  }));
  EXPECT_GT(alive->http2().pings(), 0);
  alive->http2().SendMessage(stream, "echo");
  EXPECT_TRUE(alive->AwaitAnswers(stream, 2));
}

// With or without a break of the protocol, whose GOAWAY never leaves.
TEST_P(ConnectionEndsTest, AClientThatTakesNothingIsClosedThoughItGoesOnSpeaking) {
  for (const bool breaks_protocol : {false, true}) {
    ConnectionServer::Limits limits = WideLimits();
    limits.connection.keepalive_time = milliseconds(1000);
    limits.connection.keepalive_timeout = milliseconds(500);
    limits.connection.linger = milliseconds(100);
    limits.peer.at_once = 2;
    Serve(limits);
    const auto client = DialIn(kOpenWindow);
    BlockSocket(*client);
    if (breaks_protocol) client->socket().Say(Frame(kPing, 1, std::string(8, 'x')));
    // What is said to a socket that was closed is not taken for long.
    client->socket().Say(Frame(kUnknownType, 0, std::string(100, 'x')).substr(0, 9));
    EXPECT_TRUE(WaitFor([&] { return !client->socket().Say("x"); }));
  }
}

// What did not fit into the socket, and what comes after it.
TEST_P(ConnectionEndsTest, AnAnswerThatDidNotFitLeavesWithoutAnotherWordOfTheClient) {
  Serve();
  // A Unix socket takes less than a TCP one.
  const TempDir dir;
  SocketClient client(server_->Open("unix:" + dir.At("s"), GetParam() ? &Tls() : nullptr), GetParam(), kOpenWindow);
  client.WidenConnection();
  const std::int32_t stream = client.http2().Begin();
  constexpr std::size_t kAnswers = 8;
  for (std::size_t i = 0; i < kAnswers; ++i) client.http2().SendMessage(stream, absl::StrCat("say ", 1 << 20));
  client.socket().Say(client.http2().TakeOutput());
  EXPECT_TRUE(WaitFor([&] { return server_->messages() == kAnswers; }));
  EXPECT_TRUE(client.AwaitSilently([&] { return client.Of(stream).messages.size() == kAnswers; }));
}

TEST_P(ConnectionEndsTest, AClientThatGoesAwayInTheMiddleLeavesAPlace) {
  ConnectionServer::Limits limits = WideLimits();
  limits.all.at_once = 1;
  Serve(limits);
  for (const bool is_blocked : {false, true}) {
    std::unique_ptr<SocketClient> client;
    EXPECT_TRUE(WaitFor([&] {
      client = DialIn(kOpenWindow);
      return client->IsServed();
    }));
    if (is_blocked) {
      const std::size_t before = server_->messages();
      client->WidenConnection();
      const std::int32_t stream = client->http2().Begin();
      for (int i = 0; i < 8; ++i) client->http2().SendMessage(stream, "say 1000000");
      client->socket().Say(client->http2().TakeOutput());
      EXPECT_TRUE(WaitFor([&] { return server_->messages() == before + 8; }));
    } else {
      BeginCall(*client);
    }
    client->socket().Vanish();
  }
  EXPECT_TRUE(WaitFor([&] { return DialIn()->IsServed(); }));
}

TEST_P(ConnectionEndsTest, ShutdownEndsCallsWithTheStatusAndLetsInNobodyMore) {
  Serve();
  const auto calling = DialIn();
  const std::int32_t stream = BeginCall(*calling);
  const auto idle = DialIn();
  EXPECT_TRUE(idle->IsServed());
  Stranger unopened(address_, GetParam());
  Shutdown();
  EXPECT_TRUE(calling->Await([&] { return calling->Of(stream).has_ended; }));
  EXPECT_EQ(calling->Of(stream).Status(), static_cast<int>(absl::StatusCode::kUnavailable));
  EXPECT_EQ(calling->Of(stream).Message(), "the server stops");
  EXPECT_TRUE(calling->AwaitClose());
  EXPECT_THAT(calling->http2().goaways(), ElementsAre(NGHTTP2_NO_ERROR));
  EXPECT_TRUE(idle->AwaitClose());
  EXPECT_THAT(idle->http2().goaways(), ElementsAre(NGHTTP2_NO_ERROR));
  EXPECT_TRUE(WaitFor([&] { return unopened.IsClosed(); }));
}

TEST_P(ConnectionEndsTest, WhatWasSaidBeforeShutdownStillArrives) {
  Serve();
  const auto client = DialIn(kOpenWindow);
  client->WidenConnection();
  const std::int32_t stream = client->http2().Begin();
  client->http2().SendMessage(stream, "say 4000000");
  client->Exchange();
  EXPECT_TRUE(WaitFor([&] { return server_->messages() == 1; }));
  Shutdown();
  EXPECT_TRUE(client->Await([&] { return client->Of(stream).has_ended; }));
  ASSERT_EQ(client->Of(stream).messages.size(), 1U);
  EXPECT_EQ(client->Of(stream).messages[0].size(), 4'000'000U);
  EXPECT_EQ(client->Of(stream).Status(), static_cast<int>(absl::StatusCode::kUnavailable));
}

TEST_P(ConnectionEndsTest, WhoeverTakesNothingDoesNotHoldUpShutdown) {
  ConnectionServer::Limits limits = WideLimits();
  limits.connection.linger = milliseconds(100);
  Serve(limits);
  const auto client = DialIn(kOpenWindow);
  BlockSocket(*client);
  EXPECT_FALSE(has_shut_down_);
  Shutdown();
  EXPECT_TRUE(WaitFor([&] { return has_shut_down_.load(); }));
}

INSTANTIATE_TEST_SUITE_P(InTheClearAndOverTls, ConnectionEndsTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "OverTls" : "InTheClear"; });

}  // namespace
}  // namespace flagfall
