// Our end of a connection, on a pair of connected sockets, in the clear and over TLS.
#include "referee/net/socket_end.h"

#include <gtest/gtest.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <array>
#include <csignal>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "tests/net/stranger.h"
#include "tests/support/tls_identities.h"
#include "tests/support/wait.h"

namespace flagfall {
namespace {

constexpr std::size_t kSaid = 64 * 1024;
// More than any socket takes at once.
constexpr int kTimes = 64;

const TlsContext& Tls() {
  static const auto* const context = TlsContext::Make(MakeTlsIdentity()).value().release();
  return *context;
}

class SocketEndTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    Connect();
    Shake();
  }

  // The client, who over TLS shakes hands.
  void Shake() {
    auto client = std::async(std::launch::async, [this] {
      return std::make_unique<Stranger>(std::move(clients_socket_), /*over_tls=*/GetParam());
    });
    EXPECT_TRUE(WaitFor([&] {
      EXPECT_TRUE(end_->Receive().goes_on);
      EXPECT_TRUE(end_->Flush());
      return client.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }));
    client_ = client.get();
    // The client may have come to its end of the handshake before this end has.
    client_->Say("shaken");
    EXPECT_EQ(Receive(6), "shaken");
  }

  // Two ends of which nobody has said anything.
  void Connect() {
    // OpenSSL writes to sockets that may have been closed.
    std::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> sockets{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()), 0);
    clients_socket_ = Descriptor(sockets[0]);
    end_ = std::make_unique<SocketEnd>(Descriptor(sockets[1]), GetParam() ? &Tls() : nullptr);
  }

  // Receives until so much has come, or the client has ended.
  std::string Receive(std::size_t bytes) {
    std::string plain;
    EXPECT_TRUE(WaitFor([&] {
      const SocketEnd::Received received = end_->Receive();
      plain.append(received.plain.data(), received.plain.size());
      return plain.size() >= bytes || !received.goes_on;
    }));
    return plain;
  }
  // Whether the client hears that, and nothing else, before the end or before it has come.
  bool Hears(const std::string& what) {
    return WaitFor([&] {
             EXPECT_TRUE(end_->Flush());
             return client_->Heard().size() >= what.size();
           }) &&
           client_->Heard() == what;
  }
  // Says so much that the socket does not take all.
  void SayTooMuch() {
    for (int i = 0; i < kTimes; ++i) ASSERT_TRUE(end_->Send(std::string(kSaid, static_cast<char>('a' + i % 26))));
    ASSERT_TRUE(end_->Flush());
    ASSERT_TRUE(end_->IsBlocked());
  }

  Descriptor clients_socket_;
  std::unique_ptr<SocketEnd> end_;
  std::unique_ptr<Stranger> client_;
};

TEST_P(SocketEndTest, CarriesBytesBothWays) {
  EXPECT_TRUE(end_->Receive().goes_on) << "nothing has come";
  EXPECT_EQ(end_->Receive().wire_bytes, 0U);
  client_->Say("question");
  const SocketEnd::Received received = end_->Receive();
  EXPECT_EQ(received.plain, "question");
  EXPECT_EQ(received.wire_bytes > received.plain.size(), GetParam());
  EXPECT_EQ(received.empty_records, 0);
  EXPECT_TRUE(end_->Send("answer"));
  EXPECT_EQ(end_->plain_left(), 0U) << "it was not flushed";
  EXPECT_TRUE(Hears("answer"));
  EXPECT_FALSE(end_->IsBlocked());
  EXPECT_EQ(end_->plain_left(), 6U);
}

TEST_P(SocketEndTest, OneReceiveTakesOnePiece) {
  const std::string said(5 * SocketEnd::kPieceBytes, 'x');
  auto saying = std::async(std::launch::async, [&] { return client_->Say(said); });
  std::string heard;
  EXPECT_TRUE(WaitFor([&] {
    const SocketEnd::Received received = end_->Receive();
    EXPECT_LE(received.wire_bytes, SocketEnd::kPieceBytes);
    heard.append(received.plain.data(), received.plain.size());
    return heard.size() >= said.size();
  }));
  EXPECT_TRUE(saying.get());
  EXPECT_EQ(heard, said);
}

TEST_P(SocketEndTest, WhatTheSocketDoesNotTakeWaitsAndIsNotCountedAsLeft) {
  SayTooMuch();
  std::uint64_t left = end_->plain_left();
  EXPECT_LT(left, kTimes * kSaid);
  EXPECT_TRUE(WaitFor([&] {
    const std::size_t heard = client_->Heard().size();
    EXPECT_TRUE(end_->Flush());
    EXPECT_EQ(end_->plain_left() % kSaid, 0U) << "what was given to Send leaves wholly";
    EXPECT_GE(end_->plain_left(), left);
    left = end_->plain_left();
    return heard == kTimes * kSaid;
  }));
  EXPECT_FALSE(end_->IsBlocked());
  EXPECT_EQ(left, kTimes * kSaid);
  std::string said;
  for (int i = 0; i < kTimes; ++i) said += std::string(kSaid, static_cast<char>('a' + i % 26));
  EXPECT_EQ(client_->Heard(), said);
}

TEST_P(SocketEndTest, AClientThatHasNoMoreToSayStillHears) {
  client_->Say("last");
  client_->HalfClose();
  EXPECT_EQ(Receive(5), "last");
  EXPECT_FALSE(end_->Receive().goes_on);
  EXPECT_TRUE(end_->Send("answer"));
  EXPECT_TRUE(Hears("answer"));
  EXPECT_EQ(end_->plain_left(), 6U);
}

TEST_P(SocketEndTest, AClientThatIsGoneIsNoticedByReceiveAndByFlush) {
  client_->Vanish();
  EXPECT_FALSE(end_->Receive().goes_on);
  EXPECT_TRUE(end_->Send("to nobody"));
  EXPECT_FALSE(end_->Flush());
  EXPECT_EQ(end_->plain_left(), 0U);
}

TEST_P(SocketEndTest, AClientThatGoesWhileItTakesNothingIsNoticed) {
  SayTooMuch();
  const std::uint64_t left = end_->plain_left();
  client_->Vanish();
  EXPECT_FALSE(end_->Flush());
  EXPECT_EQ(end_->plain_left(), left);
  EXPECT_FALSE(end_->Receive().goes_on);
}

TEST_P(SocketEndTest, AClientThatGoesAfterTheLastWordsIsNoticed) {
  EXPECT_TRUE(end_->Send("last"));
  end_->Close();
  EXPECT_TRUE(Hears("last"));
  client_->Vanish();
  EXPECT_FALSE(end_->Receive().goes_on);
}

TEST_P(SocketEndTest, NothingIsSaidAfterClose) {
  EXPECT_TRUE(end_->Send("last"));
  end_->Close();
  end_->Close();
  EXPECT_FALSE(end_->Send("after the last"));
  EXPECT_TRUE(Hears("last"));
  EXPECT_FALSE(end_->IsBlocked());
  EXPECT_EQ(end_->plain_left(), 4U);
  EXPECT_EQ(client_->IsClosed(), GetParam()) << "TLS has a word for it";
}

// Over TLS 1.3 a record of 22 bytes makes the referee derive new keys, and may ask for an answer.
class KeyUpdateTest : public SocketEndTest {
 protected:
  // What the referee received until nothing more came, or until the connection was over.
  SocketEnd::Received ReceiveAll() {
    SocketEnd::Received all;
    for (;;) {
      const SocketEnd::Received received = end_->Receive();
      all.empty_records += received.empty_records;
      all.goes_on = received.goes_on;
      if (!all.goes_on || received.wire_bytes == 0) return all;
    }
  }
};

TEST_P(KeyUpdateTest, SomeAreTaken) {
  for (int i = 0; i < 32; ++i) ASSERT_TRUE(client_->UpdateKeys(/*asks=*/i % 2 == 0));
  client_->Say("with new keys");
  EXPECT_EQ(Receive(13), "with new keys");
  EXPECT_TRUE(end_->Send("as well"));
  EXPECT_TRUE(Hears("as well"));
}

TEST_P(KeyUpdateTest, AFloodEndsTheConnectionWithoutAnAnswerToEach) {
  // As many as the socket takes before they are read.
  constexpr int kFlood = 150;
  for (int i = 0; i < kFlood; ++i) ASSERT_TRUE(client_->UpdateKeys(/*asks=*/true));
  const SocketEnd::Received received = ReceiveAll();
  EXPECT_FALSE(received.goes_on);
  EXPECT_LT(received.empty_records, 40);
}

TEST_P(KeyUpdateTest, WhoSaysMuchHasMore) {
  const std::string two_mebibytes(2 << 20, 'x');
  auto saying = std::async(std::launch::async, [&] { return client_->Say(two_mebibytes); });
  ASSERT_EQ(Receive(two_mebibytes.size()), two_mebibytes);
  ASSERT_TRUE(saying.get());
  for (int i = 0; i < 34; ++i) ASSERT_TRUE(client_->UpdateKeys(/*asks=*/false));
  EXPECT_TRUE(ReceiveAll().goes_on);
  ASSERT_TRUE(client_->UpdateKeys(/*asks=*/false));
  EXPECT_FALSE(ReceiveAll().goes_on);
}

INSTANTIATE_TEST_SUITE_P(OverTls, KeyUpdateTest, testing::Values(true), [](const auto& /*info*/) { return "OverTls"; });

INSTANTIATE_TEST_SUITE_P(InTheClearAndOverTls, SocketEndTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "OverTls" : "InTheClear"; });

// Ends that speak TLS to a client that has not shaken hands.
class UnshakenTest : public SocketEndTest {
 protected:
  void SetUp() override { Connect(); }
  void Say(absl::string_view bytes) { ::send(clients_socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL); }

  // Whether a client of TLS 1.2 that knows this cipher alone comes to the end of its handshake.
  bool ShakesWith(const char* cipher) {
    auto client = std::async(std::launch::async, [this, cipher] {
      const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
      SSL_CTX_set_max_proto_version(context.get(), TLS1_2_VERSION);
      EXPECT_EQ(SSL_CTX_set_cipher_list(context.get(), cipher), 1) << cipher;
      const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(context.get()), SSL_free);
      constexpr std::array<unsigned char, 3> kHttp2 = {2, 'h', '2'};
      SSL_set_alpn_protos(ssl.get(), kHttp2.data(), kHttp2.size());
      SSL_set_fd(ssl.get(), clients_socket_.get());
      return SSL_connect(ssl.get()) == 1;
    });
    EXPECT_TRUE(WaitFor([&] {
      end_->Receive();
      end_->Flush();
      return client.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }));
    return client.get();
  }
};

TEST_P(UnshakenTest, CiphersOfTls12HaveForwardSecrecyAndAuthenticateWhatTheyHide) {
  EXPECT_TRUE(ShakesWith("ECDHE-ECDSA-AES128-GCM-SHA256"));
  for (const char* weak : {"ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-AES256-SHA"}) {
    Connect();
    EXPECT_FALSE(ShakesWith(weak)) << weak;
  }
}

TEST_P(UnshakenTest, NothingCanBeSaidBeforeTheHandshakeIsOver) {
  EXPECT_FALSE(end_->Send("too early"));
  EXPECT_FALSE(end_->IsBlocked());
  Shake();
  EXPECT_EQ(end_->plain_left(), 0U);
  EXPECT_TRUE(end_->Send("in time"));
  EXPECT_TRUE(Hears("in time"));
  EXPECT_EQ(end_->plain_left(), 7U);
}

TEST_P(UnshakenTest, WhatIsNoTlsIsAnsweredByAnAlertAndEnds) {
  // A record that says it has 5 bytes, and is a hello that is none.
  Say(absl::string_view("\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00", 10));
  EXPECT_FALSE(end_->Receive().goes_on);
  EXPECT_TRUE(end_->IsBlocked());
  EXPECT_FALSE(end_->Send("to whom"));
  EXPECT_TRUE(end_->Flush());
  Stranger client(std::move(clients_socket_));
  constexpr char kAlert = 21;
  ASSERT_FALSE(client.Heard().empty());
  EXPECT_EQ(client.Heard()[0], kAlert);
  EXPECT_EQ(end_->plain_left(), 0U);
}

TEST_P(UnshakenTest, AClientThatGoesWithinTheHandshakeIsNoticed) {
  Say(absl::string_view("\x16\x03\x01\x02\x00\x01\x00", 7));
  EXPECT_TRUE(end_->Receive().goes_on);
  clients_socket_ = Descriptor();
  EXPECT_FALSE(end_->Receive().goes_on);
}

TEST_P(UnshakenTest, CloseBeforeTheHandshakeSaysNothing) {
  end_->Close();
  EXPECT_FALSE(end_->IsBlocked());
  EXPECT_TRUE(end_->Flush());
}

INSTANTIATE_TEST_SUITE_P(OverTls, UnshakenTest, testing::Values(true), [](const auto& /*info*/) { return "OverTls"; });

}  // namespace
}  // namespace flagfall
