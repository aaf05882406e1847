// What the server answers, sentence by sentence as in gRPC's document of its wire protocol (PROTOCOL-HTTP2.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/rpc/grpc_wire.h"
#include "tests/rpc/joined.h"

namespace flagfall::rpc {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

class WireResponseTest : public JoinedTest {
 protected:
  void SetUp() override { stream_ = BeginRouted(); }
  Call& call() { return handler().call(); }
  const HeardCall& heard() { return client_->Of(stream_); }
  void End(const absl::Status& status) {
    call().End(status);
    Exchange();
  }

  // Counted as HTTP/2 does (RFC 9113, 6.5.2).
  static std::size_t HeaderListBytes(const Fields& fields) {
    std::size_t bytes = 0;
    for (const auto& [name, value] : fields) bytes += name.size() + value.size() + 32;
    return bytes;
  }

  std::int32_t stream_ = 0;
};

TEST_F(WireResponseTest, ErrorAtOnceIsTrailersOnly) {
  End(absl::NotFoundError("no such method"));
  EXPECT_THAT(heard().trailers, UnorderedElementsAre(Pair(":status", "200"), Pair("content-type", "application/grpc"),
                                                     Pair("grpc-accept-encoding", "identity"), Pair("grpc-status", "5"),
                                                     Pair("grpc-message", "no such method")));
  EXPECT_EQ(heard().frames, "hR");
  EXPECT_TRUE(handler().has_ended());
}

TEST_F(WireResponseTest, TrailersFollowTheMessages) {
  call().Send("one");
  call().Send("");
  Exchange();
  EXPECT_THAT(heard().headers, UnorderedElementsAre(Pair(":status", "200"), Pair("content-type", "application/grpc"),
                                                    Pair("grpc-accept-encoding", "identity")));
  call().Send("three");
  End(absl::OkStatus());
  EXPECT_THAT(heard().messages, ElementsAre("one", "", "three"));
  EXPECT_THAT(heard().trailers, ElementsAre(Pair("grpc-status", "0")));
  EXPECT_EQ(heard().frames, "HDDhR");
}

TEST_F(WireResponseTest, MessagesAndTrailersMayBeQueuedAtOnce) {
  call().Send("only");
  End(absl::AbortedError("x"));
  EXPECT_THAT(heard().messages, ElementsAre("only"));
  EXPECT_EQ(heard().Status(), 10);
}

TEST_F(WireResponseTest, StatusIsSentEvenWhenItIsOkAndNothingElseWasSaid) {
  End(absl::OkStatus());
  EXPECT_EQ(heard().Status(), 0);
  EXPECT_EQ(heard().Message(), "(none)");
}

TEST_F(WireResponseTest, StatusIsTheNumberOfItsCode) {
  for (int code = 0; code <= 16; ++code) {
    const std::int32_t stream = BeginRouted();
    router_.handlers.back()->call().End(absl::Status(static_cast<absl::StatusCode>(code), "x"));
    Exchange();
    EXPECT_EQ(ValueOf(client_->Of(stream).trailers, "grpc-status"), absl::StrCat(code));
  }
}

TEST_F(WireResponseTest, StatusMessageIsPercentEncoded) {
  End(absl::UnknownError("50% of \xc3\xa9\n\x7f~ !"));
  EXPECT_EQ(heard().Message(), "50%25 of %C3%A9%0A%7F~ !");
}

TEST_F(WireResponseTest, StatusMessageIsPercentEncodedInTrailersToo) {
  call().Send("x");
  End(absl::UnknownError("\t%"));
  EXPECT_EQ(heard().Message(), "%09%25");
}

// Clients may limit what they take of trailers, and do at 8 KiB; a status that is longer is lost together with its
// code.
TEST_F(WireResponseTest, StatusMessageIsCutToWhatClientsTake) {
  for (const char* character : {"x", "%", "\xc3\xa9"}) {
    for (const std::size_t times : {1'000, 8'192, 100'000}) {
      for (const bool has_messages : {false, true}) {
        const std::int32_t stream = BeginRouted();
        Call& call = router_.handlers.back()->call();
        if (has_messages) call.Send("x");
        call.End(absl::NotFoundError(absl::StrCat("none: ", absl::StrJoin(std::vector(times, character), ""))));
        Exchange();
        const Fields& trailers = client_->Of(stream).trailers;
        EXPECT_EQ(client_->Of(stream).Status(), 5) << times << " of " << character;
        EXPECT_THAT(ValueOf(trailers, "grpc-message"), testing::StartsWith("none: "));
        EXPECT_LE(HeaderListBytes(trailers), 8192U);
        EXPECT_GE(HeaderListBytes(trailers), times < 8192 ? times : 8192U - 300);
      }
    }
  }
}

TEST_F(WireResponseTest, StatusMessageIsCutToWhatThisClientTakes) {
  Join({}, {.header_list_bytes_max = 300});
  const std::int32_t stream = BeginRouted();
  router_.handlers.back()->call().End(absl::NotFoundError(std::string(1000, 'x')));
  Exchange();
  EXPECT_EQ(client_->Of(stream).Status(), 5);
  EXPECT_LE(HeaderListBytes(client_->Of(stream).trailers), 300U);
  Join({}, {.header_list_bytes_max = 10});
  const std::int32_t other = BeginRouted();
  router_.handlers.back()->call().End(absl::NotFoundError("x"));
  Exchange();
  EXPECT_EQ(client_->Of(other).Status(), 5);
  EXPECT_EQ(client_->Of(other).Message(), "(none)");
}

TEST_F(WireResponseTest, TrailersBeforeTheClientsEndAreFollowedByResetWithNoError) {
  call().Send("x");
  End(absl::OkStatus());
  EXPECT_EQ(heard().reset, NGHTTP2_NO_ERROR);
  // What the client had on the way is no error.
  client_->SayRaw(std::string("\0\0\5\0\1\0\0\0\1", 9) + WithPrefix(""));
  Exchange();
  EXPECT_TRUE(client_->goaways().empty());
}

TEST_F(WireResponseTest, TrailersAfterTheClientsEndAreTheLastFrame) {
  client_->HalfClose(stream_);
  Exchange();
  call().Send("x");
  End(absl::OkStatus());
  EXPECT_EQ(heard().frames, "HDh");
  EXPECT_EQ(connection_->calls(), 0U);
}

TEST_F(WireResponseTest, ResetCancelsTheCall) {
  call().Send("is dropped");
  call().Reset();
  Exchange();
  EXPECT_EQ(heard().reset, NGHTTP2_CANCEL);
  EXPECT_TRUE(heard().messages.empty());
  EXPECT_THAT(handler().events, ElementsAre("ended"));
}

TEST_F(WireResponseTest, ResetTwiceIsOnce) {
  call().Reset();
  call().Reset();
  Exchange();
  EXPECT_THAT(handler().events, ElementsAre("ended"));
  BeginRouted();
  EXPECT_EQ(router_.heads.size(), 2U);
}

TEST_F(WireResponseTest, ResetAfterEndTakesBackWhatTheClientHasNotHeard) {
  call().Send("x");
  call().End(absl::OkStatus());
  call().Reset();
  Exchange();
  EXPECT_EQ(heard().reset, NGHTTP2_CANCEL);
  EXPECT_FALSE(heard().has_ended);
  EXPECT_THAT(handler().events, ElementsAre("ended"));
}

TEST_F(WireResponseTest, EndTwiceAndSendAfterEndChangeNothing) {
  call().Send("x");
  call().End(absl::OkStatus());
  call().End(absl::InternalError("later"));
  call().Send("later");
  EXPECT_EQ(call().queued_count(), 1U);
  EXPECT_TRUE(call().is_ending());
  Exchange();
  EXPECT_EQ(heard().Status(), 0);
  EXPECT_THAT(heard().messages, ElementsAre("x"));
}

TEST_F(WireResponseTest, ClientCancellationEndsTheCall) {
  client_->Reset(stream_);
  Exchange();
  EXPECT_THAT(handler().events, ElementsAre("ended"));
  EXPECT_EQ(connection_->calls(), 0U);
}

TEST_F(WireResponseTest, ClientCancellationWithNoErrorEndsTheCall) {
  call().Send("x");
  client_->Reset(stream_, NGHTTP2_NO_ERROR);
  Exchange();
  EXPECT_THAT(handler().events, ElementsAre("ended"));
}

// Whatever the reason is, the client hears no more of the call.
TEST_F(WireResponseTest, ClientResetOfAnyCodeEndsTheCall) {
  for (const std::uint32_t code : {0U, 1U, 2U, 3U, 5U, 6U, 7U, 8U, 9U, 11U, 12U, 13U, 14U, 0xffffffffU}) {
    const std::int32_t stream = BeginRouted();
    TestHandler& of_call = *router_.handlers.back();
    of_call.call().Send("x");
    client_->Reset(stream, code);
    Exchange();
    EXPECT_THAT(of_call.events, ElementsAre("ended")) << code;
  }
  EXPECT_EQ(connection_->calls(), 1U);
  EXPECT_FALSE(connection_->IsOver());
}

TEST_F(WireResponseTest, RouterMayEndACall) {
  router_.on_route = [](Call& call) {
    call.End(absl::UnimplementedError("unknown"));
    return false;
  };
  const std::int32_t stream = client_->Begin();
  client_->SendMessage(stream, "ignored", true);
  Exchange();
  EXPECT_EQ(client_->Of(stream).Status(), 12);
  EXPECT_EQ(connection_->calls(), 1U);
}

TEST_F(WireResponseTest, ManyCallsInTurnOnOneConnection) {
  End(absl::OkStatus());
  router_.script.on_message = [](TestHandler& handler, absl::string_view message) {
    handler.call().Send(message);
    handler.call().End(absl::OkStatus());
    return true;
  };
  for (int i = 0; i < 5000; ++i) {
    const std::int32_t stream = client_->Begin();
    client_->SendMessage(stream, absl::StrCat(i), i % 2 == 0);
    Exchange();
    ASSERT_THAT(client_->Of(stream).messages, ElementsAre(absl::StrCat(i)));
    ASSERT_EQ(client_->Of(stream).Status(), 0);
    router_.handlers.clear();
  }
  EXPECT_EQ(connection_->calls(), 0U);
  EXPECT_EQ(connection_->messages_out(), 5000U);
  EXPECT_TRUE(client_->goaways().empty());
}

TEST_F(WireResponseTest, HandlerMayEndItsCallFromEachOfItsCalls) {
  const auto end = [](TestHandler& handler) { handler.call().End(absl::OkStatus()); };
  router_.script.on_half_closed = end;
  router_.script.on_flushed = [&](TestHandler& handler) {
    if (handler.call().left_count() == 1) end(handler);
  };
  call().Send("x");
  Exchange();
  EXPECT_EQ(heard().Status(), 0);
  const std::int32_t second = client_->Begin(HeadOf(), true);
  Exchange();
  EXPECT_EQ(client_->Of(second).Status(), 0);
}

}  // namespace
}  // namespace flagfall::rpc
