// A connection that one server takes in and another one serves, each on its own thread, as strangers become bots.
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/net/http2_bytes.h"
#include "tests/service/socket_client.h"
#include "tests/service/test_server.h"
#include "tests/support/tls_identities.h"

namespace flagfall {
namespace {

constexpr char kMoves[] = "/test.Service/Moves";
constexpr char kStays[] = "/test.Service/Stays";

// In the clear, and over TLS.
class ConnectionMoveTest : public testing::TestWithParam<bool> {
 protected:
  static void SetUpTestSuite() { std::signal(SIGPIPE, SIG_IGN); }

  void Serve(const ConnectionServer::Limits& public_limits = WideLimits()) {
    static const auto* const tls = TlsContext::Make(MakeTlsIdentity()).value().release();
    ConnectionServer::Limits limits_inside = WideLimits();
    limits_inside.first_number = kFirstInside;
    inside_ = std::make_unique<TestServer>(limits_inside);
    public_ = std::make_unique<TestServer>(public_limits);
    public_->ServeOnly(kStays);
    public_->Do([this] {
      public_->server().OnMove([this](ConnectionParts parts) {
        auto moving = std::make_shared<ConnectionParts>(std::move(parts));
        inside_->loop().Post([this, moving] { inside_->server().Adopt(std::move(*moving)); });
      });
    });
    address_ = public_->Open("127.0.0.1:0", GetParam() ? tls : nullptr);
  }
  void TearDown() override {
    // Nobody moves any more, and those that have moved tell the public server of their end.
    public_->Do([this] { public_->server().DropAll(); });
    inside_.reset();
    public_.reset();
  }

  std::unique_ptr<SocketClient> DialIn() const { return std::make_unique<SocketClient>(address_, GetParam()); }
  // Whether the connection of that number is served there.
  static bool Has(TestServer& server, std::uint64_t number) {
    bool has = false;
    server.Do([&] { has = server.server().CallFor(number, [] {}); });
    return has;
  }

  static constexpr std::uint64_t kFirstInside = 1'000'000;
  std::unique_ptr<TestServer> inside_;
  std::unique_ptr<TestServer> public_;
  std::string address_;
};

TEST_P(ConnectionMoveTest, WhatIsSaidInOneBreathWithThePrefaceIsAnsweredInside) {
  Serve();
  const auto client = DialIn();
  const std::int32_t stream = client->http2().Begin(rpc::HeadOf(kMoves));
  for (const char* message : {"one", "two", "three"}) client->http2().SendMessage(stream, message);
  client->http2().HalfClose(stream);
  EXPECT_TRUE(client->Await([&] { return client->Of(stream).has_ended; }));
  EXPECT_EQ(client->Of(stream).messages, (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_EQ(client->Of(stream).Status(), 0);
  EXPECT_EQ(public_->messages(), 0U);
  EXPECT_EQ(inside_->messages(), 3U);
}

// Bytes are on their way, cut anywhere, while the connection changes hands.
TEST_P(ConnectionMoveTest, NothingIsLostOrTurnedRoundMeanwhile) {
  Serve();
  for (int round = 0; round < 20; ++round) {
    const auto client = DialIn();
    const std::int32_t stream = client->http2().Begin(rpc::HeadOf(kMoves));
    constexpr int kMessages = 200;
    std::vector<std::string> said;
    for (int i = 0; i < kMessages; ++i) {
      said.push_back(std::to_string(i) + std::string(static_cast<std::size_t>(i * round % 700), '.'));
      client->http2().SendMessage(stream, said.back());
      if (i % 3 == 0) client->Exchange();
    }
    EXPECT_TRUE(client->AwaitAnswers(stream, kMessages));
    ASSERT_EQ(client->Of(stream).messages, said) << "round " << round;
  }
}

TEST_P(ConnectionMoveTest, CallsThatThePublicLoopServesGoOnInside) {
  Serve();
  const auto client = DialIn();
  const std::int32_t stays = client->http2().Begin(rpc::HeadOf(kStays));
  client->http2().SendMessage(stays, "at first");
  EXPECT_TRUE(client->AwaitAnswers(stays, 1));
  const std::uint64_t number = public_->last_connection();
  EXPECT_TRUE(Has(*public_, number));
  const std::int32_t moves = client->http2().Begin(rpc::HeadOf(kMoves));
  client->http2().SendMessage(moves, "inside");
  EXPECT_TRUE(client->AwaitAnswers(moves, 1));
  EXPECT_FALSE(Has(*public_, number));
  EXPECT_TRUE(Has(*inside_, number));
  client->http2().SendMessage(stays, "still");
  EXPECT_TRUE(client->AwaitAnswers(stays, 2));
}

TEST_P(ConnectionMoveTest, OneThatHasMovedCountsWhereItCameInUntilItEnds) {
  ConnectionServer::Limits limits = WideLimits();
  limits.peer.at_once = 1;
  Serve(limits);
  auto client = DialIn();
  const std::int32_t stream = client->http2().Begin(rpc::HeadOf(kMoves));
  client->http2().SendMessage(stream, "inside");
  EXPECT_TRUE(client->AwaitAnswers(stream, 1));
  EXPECT_FALSE(DialIn()->IsServed());
  client.reset();
  EXPECT_TRUE(WaitFor([&] { return DialIn()->IsServed(); }));
}

TEST_P(ConnectionMoveTest, OneThatComesInsideAfterItsEndIsGivenBack) {
  ConnectionServer::Limits limits = WideLimits();
  limits.peer.at_once = 1;
  Serve(limits);
  inside_->Do([this] { inside_->server().Shutdown(absl::UnavailableError("the end"), [] {}); });
  const auto client = DialIn();
  client->http2().Begin(rpc::HeadOf(kMoves));
  client->Exchange();
  EXPECT_TRUE(client->AwaitClose());
  EXPECT_TRUE(WaitFor([&] {
    const auto next = DialIn();
    const std::int32_t stream = next->http2().Begin(rpc::HeadOf(kStays));
    next->http2().SendMessage(stream, "stays", /*half_close=*/true);
    EXPECT_TRUE(next->Await([&] { return next->Of(stream).has_ended || next->socket().IsClosed(); }));
    return next->Of(stream).Status() == 0;
  }));
}

// The client has gone while its connection was on its way.
TEST_P(ConnectionMoveTest, OneWhoseClientHasGoneEndsInside) {
  ConnectionServer::Limits limits = WideLimits();
  limits.peer.at_once = 1;
  Serve(limits);
  for (int i = 0; i < 10; ++i) {
    const auto client = DialIn();
    client->http2().Begin(rpc::HeadOf(kMoves));
    client->Exchange();
  }
  EXPECT_TRUE(WaitFor([&] { return DialIn()->IsServed(); }));
}

INSTANTIATE_TEST_SUITE_P(InTheClearAndOverTls, ConnectionMoveTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "OverTls" : "InTheClear"; });

}  // namespace
}  // namespace flagfall
