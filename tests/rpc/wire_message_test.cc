// Messages to the server, sentence by sentence as in gRPC's document of its wire protocol (PROTOCOL-HTTP2.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "referee/rpc/grpc_wire.h"
#include "tests/rpc/joined.h"

namespace flagfall::rpc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Numbers of gRPC's codes.
constexpr int kTooMuch = 8;
constexpr int kNotImplemented = 12;
constexpr int kBroken = 13;

class WireMessageTest : public JoinedTest {
 protected:
  void SetUp() override { stream_ = BeginRouted(); }
  void Say(absl::string_view bytes, bool half_close = false) {
    client_->Send(stream_, bytes, half_close);
    Exchange();
  }
  const HeardCall& heard() { return client_->Of(stream_); }
  void ExpectRefused(int code, const char* with) {
    EXPECT_EQ(heard().Status(), code);
    EXPECT_THAT(heard().Message(), HasSubstr(with));
    EXPECT_THAT(handler().events, ElementsAre("ended"));
  }

  std::int32_t stream_ = 0;
};

TEST_F(WireMessageTest, DataFrameBoundariesHaveNoRelationToMessageBoundaries) {
  const std::string bytes = WithPrefix("one") + WithPrefix("") + WithPrefix("a second one");
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    const std::int32_t stream = BeginRouted();
    TestHandler& of_call = *router_.handlers.back();
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      client_->Send(stream, bytes.substr(at, piece), at + piece >= bytes.size());
      Exchange();
    }
    EXPECT_THAT(of_call.events, ElementsAre("message one", "message ", "message a second one", "half-closed")) << piece;
    of_call.call().End(absl::OkStatus());
    Exchange();
  }
}

TEST_F(WireMessageTest, MessageMayBeEmpty) {
  Say(WithPrefix(""));
  EXPECT_THAT(handler().messages, ElementsAre(""));
}

TEST_F(WireMessageTest, LengthIsFourBytesTheHighestFirst) {
  const std::string message(0x0102, 'x');
  Say(std::string("\0\0\0\x01\x02", kPrefixBytes) + message);
  EXPECT_THAT(handler().messages, ElementsAre(message));
}

TEST_F(WireMessageTest, LongestMessageIsTakenAndOneByteMoreIsTooMuch) {
  const std::string longest(ConnectionOptions().message_bytes_max, 'x');
  Say(WithPrefix(longest));
  ASSERT_THAT(handler().messages, ElementsAre(longest));
  handler().events.clear();
  Say(WithPrefix(longest + "x"));
  ExpectRefused(kTooMuch, "65537 vs. 65536");
}

TEST_F(WireMessageTest, AMessageThatIsTooLongIsRefusedByItsPrefix) {
  Say(std::string("\0\xff\xff\xff\xff", kPrefixBytes));
  ExpectRefused(kTooMuch, "4294967295 vs. 65536");
}

TEST_F(WireMessageTest, MessagesBeforeOneThatIsTooLongAreTaken) {
  Say(WithPrefix("first") + std::string("\0\0\1\0\1", kPrefixBytes));
  EXPECT_THAT(handler().events, ElementsAre("message first", "ended"));
  EXPECT_EQ(heard().Status(), kTooMuch);
}

// A window that is refilled only when half of it is used up must still have room for the longest message.
TEST_F(WireMessageTest, LongestMessageIsTakenAfterShorterOnes) {
  const std::string longest(ConnectionOptions().message_bytes_max, 'x');
  for (const std::size_t before : {1000, 2000, 30'000, 33'000, 34'000, 60'000}) {
    const std::int32_t stream = BeginRouted();
    TestHandler& of_call = *router_.handlers.back();
    client_->SendMessage(stream, std::string(before, 'y'));
    client_->SendMessage(stream, longest);
    Exchange();
    EXPECT_EQ(of_call.messages.size(), 2U) << before;
    EXPECT_EQ(client_->waiting_bytes(stream), 0U) << before;
    of_call.call().Reset();
    Exchange();
  }
}

TEST_F(WireMessageTest, CompressedFlagWithoutMessageEncodingIsAnError) {
  Say(std::string("\1\0\0\0\1x", 6));
  ExpectRefused(kBroken, "grpc-encoding names no compression");
}

TEST_F(WireMessageTest, CompressedFlagWithIdentityIsAnError) {
  const std::int32_t stream = BeginRouted(HeadOf("/s/m", {{"grpc-encoding", "identity"}}));
  client_->Send(stream, std::string("\1\0\0\0\1x", 6));
  Exchange();
  EXPECT_EQ(client_->Of(stream).Status(), kBroken);
}

TEST_F(WireMessageTest, MessageEncodingThatIsNotSupportedIsUnimplementedAndTheAnswerNamesThoseThatAre) {
  const std::int32_t stream = BeginRouted(HeadOf("/s/m", {{"grpc-encoding", "gzip"}}));
  client_->Send(stream, std::string("\1\0\0\0\1x", 6));
  Exchange();
  EXPECT_EQ(client_->Of(stream).Status(), kNotImplemented);
  EXPECT_THAT(client_->Of(stream).Message(), HasSubstr("gzip"));
  EXPECT_EQ(ValueOf(client_->Of(stream).headers, "grpc-accept-encoding"), "identity");
}

TEST_F(WireMessageTest, MessageEncodingDoesNotMatterToMessagesThatAreNotCompressed) {
  const std::int32_t stream = BeginRouted(HeadOf("/s/m", {{"grpc-encoding", "gzip"}}));
  client_->SendMessage(stream, "plain");
  Exchange();
  EXPECT_THAT(handler(1).messages, ElementsAre("plain"));
}

TEST_F(WireMessageTest, CompressedFlagIsZeroOrOne) {
  Say(std::string("\2\0\0\0\1x", 6));
  ExpectRefused(kBroken, "neither 0 nor 1");
}

TEST_F(WireMessageTest, EndOfStreamIsTheFlagOnTheLastDataFrame) {
  Say(WithPrefix("last"), true);
  EXPECT_THAT(handler().events, ElementsAre("message last", "half-closed"));
}

TEST_F(WireMessageTest, EndOfStreamMayComeWithAnEmptyDataFrame) {
  Say(WithPrefix("last"));
  Say("", true);
  EXPECT_THAT(handler().events, ElementsAre("message last", "half-closed"));
}

TEST_F(WireMessageTest, EndOfStreamMayComeWithTheHead) {
  client_->Begin(HeadOf(), true);
  Exchange();
  EXPECT_THAT(handler(1).events, ElementsAre("half-closed"));
}

TEST_F(WireMessageTest, EndOfStreamWithinAMessageIsAnError) {
  Say(WithPrefix("message").substr(0, 7), true);
  ExpectRefused(kBroken, "ends within a message, of which 7 bytes came");
}

TEST_F(WireMessageTest, EndOfStreamWithinAPrefixIsAnError) {
  Say(std::string(4, '\0'), true);
  ExpectRefused(kBroken, "ends within a message, of which 4 bytes came");
}

TEST_F(WireMessageTest, NothingIsHeardOfACallThatHasEnded) {
  router_.script.on_message = [](TestHandler& handler, auto) {
    handler.call().End(absl::OkStatus());
    return true;
  };
  Say(WithPrefix("first") + WithPrefix("second") + "\7", true);
  EXPECT_THAT(handler().events, ElementsAre("message first", "ended"));
  EXPECT_EQ(heard().Status(), 0);
}

TEST_F(WireMessageTest, CallsShareNothingButTheConnection) {
  const std::int32_t second = BeginRouted();
  client_->Send(stream_, WithPrefix("of the first").substr(0, 8));
  client_->SendMessage(second, "of the second");
  Exchange();
  Say(WithPrefix("of the first").substr(8));
  EXPECT_THAT(handler(0).messages, ElementsAre("of the first"));
  EXPECT_THAT(handler(1).messages, ElementsAre("of the second"));
}

// What a handler keeps counts against the client's window until it is worked off.
TEST_F(WireMessageTest, KeptMessagesAreNotRefilledBeforeTheyAreConsumed) {
  router_.script.on_message = [](auto&, auto) { return false; };
  const std::string message(20'000, 'x');
  for (int i = 0; i < 20; ++i) client_->SendMessage(stream_, message);
  Exchange();
  const std::size_t kept = handler().messages.size();
  EXPECT_LT(kept, 20U);
  EXPECT_GT(client_->waiting_bytes(stream_), 0U);
  // The connection's own window is refilled: other calls go on.
  const std::int32_t second = BeginRouted();
  client_->SendMessage(second, "other");
  Exchange();
  EXPECT_THAT(handler(1).messages, ElementsAre("other"));

  std::size_t consumed = 0;
  while (handler().messages.size() < 20 && consumed < handler().messages.size()) {
    handler().call().Consumed(1, message.size());
    ++consumed;
    Exchange();
  }
  EXPECT_EQ(handler().messages.size(), 20U);
  EXPECT_GE(consumed, 20 - kept);
}

// Empty messages have prefixes, and those count as well.
TEST_F(WireMessageTest, KeptMessagesAreLimitedByTheWindowEvenWhenTheyAreEmpty) {
  router_.script.on_message = [](auto&, auto) { return false; };
  constexpr std::size_t kCount = 100'000;
  for (std::size_t i = 0; i < kCount; ++i) client_->SendMessage(stream_, "");
  Exchange();
  const std::size_t window = client_->settings().at(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE);
  EXPECT_EQ(handler().messages.size(), window / kPrefixBytes);
  EXPECT_GT(client_->waiting_bytes(stream_), 0U);
  std::size_t consumed = 0;
  while (consumed < handler().messages.size()) {
    const std::size_t more = handler().messages.size() - consumed;
    handler().call().Consumed(more, 0);
    consumed += more;
    Exchange();
  }
  EXPECT_EQ(consumed, kCount);
}

}  // namespace
}  // namespace flagfall::rpc
