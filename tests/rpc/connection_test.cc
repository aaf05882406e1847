// A connection as a whole: its beginning and end, the time, windows, and another owner.
#include "referee/rpc/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "referee/rpc/grpc_wire.h"
#include "tests/net/http2_bytes.h"
#include "tests/rpc/joined.h"

namespace flagfall::rpc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class RpcConnectionTest : public JoinedTest {
 protected:
  void Receive(absl::string_view bytes) { connection_->Receive(bytes, now_); }

  // A byte comes every nine seconds, and `flush` is called after each turn, until the connection is over or two minutes
  // have passed. Returns how long that took.
  Micros AwaitEnd(const std::function<void()>& flush) {
    const std::string said = Frame(kUnknownType, 0, std::string(100, 'x'));
    const Micros began = now_;
    const Micros until = began + std::chrono::minutes(2);
    flush();
    for (std::size_t i = 0; now_ < until && !connection_->IsOver(); ++i) {
      const Micros next_byte_at = now_ + std::chrono::seconds(9);
      while (now_ < next_byte_at && !connection_->IsOver()) {
        now_ = std::min({next_byte_at, connection_->NextLook(), until});
        connection_->OnTime(now_);
        flush();
        if (now_ == until) break;
      }
      Receive(said.substr(i, 1));
      flush();
    }
    return now_ - began;
  }
};

TEST_F(RpcConnectionTest, SaysNothingBeforeThePreface) {
  const std::string said = Preface();
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(TakeOutput(), "");
    Receive(said.substr(i, 1));
  }
  EXPECT_NE(TakeOutput(), "");
}

TEST_F(RpcConnectionTest, WhoeverDoesNotSpeakHttp2IsToldSo) {
  for (const char* said : {"GET / HTTP/1.1\r\n\r\n", "\x16\x03\x01", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\r"}) {
    Join();
    Receive(said);
    EXPECT_FALSE(connection_->IsOver()) << "its last words are still to be said";
    EXPECT_TRUE(connection_->IsDeaf());
    EXPECT_THAT(TakeOutput(), StartsWith("HTTP/1.1 400 "));
    EXPECT_TRUE(connection_->IsOver());
  }
}

TEST_F(RpcConnectionTest, ThePrefaceMustComeWithinItsTime) {
  EXPECT_EQ(connection_->NextLook(), now_ + std::chrono::seconds(5));
  Pass(std::chrono::milliseconds(4999));
  Receive(Preface().substr(0, 20));
  EXPECT_FALSE(connection_->IsOver());
  PassToNextLook();
  EXPECT_TRUE(connection_->IsOver());
}

TEST_F(RpcConnectionTest, TheSettingsMustComeWithinTheSameTime) {
  const Micros began = now_;
  const std::string settings_and_more = Preface().substr(24);
  Receive(Preface().substr(0, 24));
  Pass(std::chrono::milliseconds(4999));
  Receive(settings_and_more.substr(0, 8));
  EXPECT_FALSE(connection_->IsOver());
  PassToNextLook();
  EXPECT_EQ(now_, began + std::chrono::seconds(5));
  EXPECT_TRUE(connection_->IsDeaf());
  EXPECT_THAT(TakeOutput(), HasSubstr("no settings came after the preface"));
  EXPECT_TRUE(connection_->IsOver());
}

TEST_F(RpcConnectionTest, WhoeverHasOpenedIsNoLongerWaitedFor) {
  Receive(Preface());
  EXPECT_EQ(connection_->NextLook(), now_ + std::chrono::seconds(10)) << "the ping";
}

TEST_F(RpcConnectionTest, AConnectionWithoutCallsEndsAfterAMinute) {
  Exchange();
  const Micros began = now_;
  while (client_->goaways().empty()) {
    PassToNextLook();
    Exchange();
  }
  EXPECT_EQ(now_, began + std::chrono::seconds(60));
  EXPECT_THAT(client_->goaways(), ElementsAre(NGHTTP2_NO_ERROR));
  EXPECT_TRUE(connection_->IsOver());
}

TEST_F(RpcConnectionTest, IdleTimeBeginsWithTheEndOfTheLastCall) {
  BeginRouted();
  for (int i = 0; i < 20; ++i) {
    PassToNextLook();
    Exchange();
  }
  handler().call().End(absl::OkStatus());
  Exchange();
  const Micros ended = now_;
  while (client_->goaways().empty()) {
    PassToNextLook();
    Exchange();
  }
  EXPECT_EQ(now_, ended + std::chrono::seconds(60));
}

// Whoever does not take the last words must not keep the server's thread busy.
TEST_F(RpcConnectionTest, AnEndThatIsNotTakenIsNotLookedAtAgainAndAgain) {
  Exchange();
  const Micros began = now_;
  while (now_ < began + std::chrono::seconds(60)) {
    Receive(Frame(kWindowUpdate, 0, BigEndian(1, 4)));
    Pass(std::chrono::seconds(5));
  }
  EXPECT_TRUE(connection_->IsDeaf());
  const Micros ended = now_;
  PassToNextLook();
  EXPECT_EQ(now_, ended + std::chrono::seconds(2));
  EXPECT_TRUE(connection_->IsOver());
}

// Whoever takes nothing is not kept by saying something, one byte at a time.
TEST_F(RpcConnectionTest, AClientThatTakesNothingIsGoneWhateverItSays) {
  BeginRouted();
  handler().call().Send(std::string(40'000, 'x'));
  const std::uint64_t left = taken_;
  EXPECT_EQ(AwaitEnd([&] { connection_->Flushed(left, now_); }), std::chrono::seconds(15));
  EXPECT_TRUE(handler().has_ended());
}

// The GOAWAY that says so never leaves.
TEST_F(RpcConnectionTest, ABrokenProtocolThatCannotBeToldEndsAllTheSame) {
  BeginRouted();
  handler().call().Send(std::string(40'000, 'x'));
  Receive(Frame(kPing, 1, std::string(8, 'x')));
  EXPECT_FALSE(connection_->IsDeaf()) << "the library hears on until it has said so";
  const std::uint64_t left = taken_;
  EXPECT_EQ(AwaitEnd([&] { connection_->Flushed(left, now_); }), std::chrono::seconds(15));
}

TEST_F(RpcConnectionTest, AClientThatTakesALittleAtATimeStays) {
  BeginRouted();
  handler().call().Send(std::string(40'000, 'x'));
  TakeOutput();
  std::uint64_t left = taken_ - 40'000;
  EXPECT_EQ(AwaitEnd([&] { connection_->Flushed(++left, now_); }), std::chrono::minutes(2));
  EXPECT_FALSE(connection_->IsOver());
}

TEST_F(RpcConnectionTest, SilenceIsAnsweredByAPingAndThenByTheEnd) {
  BeginRouted();
  const Micros began = now_;
  PassToNextLook();
  EXPECT_EQ(now_, began + std::chrono::seconds(10));
  EXPECT_NE(TakeOutput(), "");
  PassToNextLook();
  EXPECT_EQ(now_, began + std::chrono::seconds(15));
  EXPECT_TRUE(connection_->IsOver());
  EXPECT_THAT(handler().events, ElementsAre("ended"));
}

TEST_F(RpcConnectionTest, AClientThatAnswersPingsStays) {
  BeginRouted();
  for (int i = 0; i < 100; ++i) {
    PassToNextLook();
    Exchange();
  }
  EXPECT_FALSE(connection_->IsOver());
  EXPECT_EQ(client_->pings(), 100);
}

TEST_F(RpcConnectionTest, AnyByteIsASignOfLife) {
  BeginRouted();
  PassToNextLook();
  Receive(std::string(1, '\0'));
  EXPECT_EQ(connection_->NextLook(), now_ + std::chrono::seconds(10));
}

TEST_F(RpcConnectionTest, PingsOfTheClientAreAnswered) {
  client_->Ping();
  client_->Ping();
  Exchange();
  EXPECT_EQ(client_->ping_answers(), 2);
}

TEST_F(RpcConnectionTest, FramesThatAreUnknownAreIgnored) {
  const std::int32_t stream = BeginRouted();
  client_->SayRaw(Frame(kUnknownType, 0, "x") + Frame(kUnknownType, static_cast<std::uint32_t>(stream), "xyz", 0x55));
  client_->SendMessage(stream, "goes on");
  Exchange();
  EXPECT_THAT(handler().messages, ElementsAre("goes on"));
}

TEST_F(RpcConnectionTest, CallsBeyondTheLimitAreRefused) {
  // Before the client has heard of the limit.
  for (int i = 0; i < 6; ++i) client_->Begin();
  Exchange();
  EXPECT_EQ(router_.heads.size(), 4U);
  EXPECT_EQ(client_->Of(9).reset, NGHTTP2_REFUSED_STREAM);
  EXPECT_EQ(client_->Of(11).reset, NGHTTP2_REFUSED_STREAM);
  EXPECT_TRUE(client_->goaways().empty());
  handler(0).call().End(absl::OkStatus());
  Exchange();
  BeginRouted();
  EXPECT_EQ(router_.heads.size(), 5U);
}

TEST_F(RpcConnectionTest, GoAwayLetsRunningCallsEndAndTakesNoOthers) {
  const std::int32_t stream = BeginRouted();
  connection_->GoAway();
  client_->Begin();
  Exchange();
  EXPECT_EQ(router_.heads.size(), 1U);
  EXPECT_EQ(client_->goaway_last_stream(), stream);
  client_->SendMessage(stream, "still heard");
  Exchange();
  EXPECT_THAT(handler().messages, ElementsAre("still heard"));
  EXPECT_FALSE(connection_->IsOver());
  handler().call().End(absl::OkStatus());
  Exchange();
  EXPECT_EQ(client_->Of(stream).Status(), 0);
  EXPECT_TRUE(connection_->IsOver());
}

TEST_F(RpcConnectionTest, GoAwayBeforeThePrefaceIsTheEnd) {
  Receive(Preface().substr(0, 23));
  connection_->GoAway();
  EXPECT_TRUE(connection_->IsOver());
  EXPECT_EQ(TakeOutput(), "");
}

TEST_F(RpcConnectionTest, EndCallsEndsAllWithTheStatus) {
  const std::int32_t first = BeginRouted();
  const std::int32_t second = BeginRouted();
  handler(1).call().Send("before");
  connection_->EndCalls(absl::UnavailableError("the server stops"), now_);
  connection_->GoAway();
  Exchange();
  EXPECT_EQ(client_->Of(first).Status(), 14);
  EXPECT_EQ(client_->Of(second).Status(), 14);
  EXPECT_THAT(client_->Of(second).messages, ElementsAre("before"));
  EXPECT_TRUE(connection_->IsOver());
}

TEST_F(RpcConnectionTest, AFloodIsToldToCalmDown) {
  const std::int32_t stream = BeginRouted();
  connection_->RefuseFlood(now_);
  EXPECT_TRUE(connection_->IsDeaf());
  Exchange();
  EXPECT_EQ(client_->Of(stream).Status(), 8) << "a call that runs has exhausted its resources";
  EXPECT_THAT(client_->goaways(), ElementsAre(NGHTTP2_ENHANCE_YOUR_CALM));
  EXPECT_TRUE(connection_->IsOver());
}

TEST_F(RpcConnectionTest, AFloodBeforeThePrefaceEndsTheConnectionAtOnce) {
  connection_->RefuseFlood(now_);
  EXPECT_TRUE(connection_->IsOver());
}

TEST_F(RpcConnectionTest, AStatusNeedsNoWindow) {
  Join({}, {.window = 8, .refills = false});
  const std::int32_t stream = BeginRouted();
  handler().call().Send("abc");
  Exchange();
  handler().call().End(absl::OkStatus());
  Exchange();
  EXPECT_EQ(client_->Of(stream).Status(), 0);
}

TEST_F(RpcConnectionTest, ACallThatEndsIsResetWhenTheClientDoesNotTakeIt) {
  Join({}, {.window = 3, .refills = false});
  const std::int32_t stream = BeginRouted();
  handler().call().Send("too long for the window");
  handler().call().End(absl::OkStatus());
  Exchange();
  EXPECT_EQ(connection_->NextLook(), now_ + std::chrono::seconds(2));
  PassToNextLook();
  Exchange();
  EXPECT_EQ(client_->Of(stream).reset, NGHTTP2_CANCEL);
  EXPECT_TRUE(handler().has_ended());
}

TEST_F(RpcConnectionTest, BreakAndDestructionEndAllCalls) {
  BeginRouted();
  BeginRouted();
  connection_->Break();
  EXPECT_TRUE(connection_->IsOver());
  EXPECT_TRUE(handler(0).has_ended());
  EXPECT_TRUE(handler(1).has_ended());
  Join();
  BeginRouted();
  connection_.reset();
  EXPECT_TRUE(handler(2).has_ended());
}

}  // namespace
}  // namespace flagfall::rpc
