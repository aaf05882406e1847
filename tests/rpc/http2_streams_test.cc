// What RFC 9113 says that a server must do in each state of a stream, and how it controls flow: sections 5, 6.9.1 and
// 6.9.2. A test begins with the number of its section.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "referee/rpc/grpc_wire.h"
#include "tests/rpc/http2_by_hand.h"

namespace flagfall::rpc {
namespace {

class Http2Streams : public Http2ByHandTest {
 protected:
  static std::string InitialWindow(std::uint32_t bytes) { return Setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, bytes); }
  static std::string Reset(std::uint32_t stream) { return Frame(kRstStream, stream, BigEndian(NGHTTP2_CANCEL, 4)); }

  // By how much the last answer widened the window of that stream, or of the connection.
  std::size_t WidenedBy(std::int32_t stream) const {
    std::size_t bytes = 0;
    for (const HeardFrame& frame : heard()) {
      if (frame.type == kWindowUpdate && frame.stream == stream) bytes += frame.NumberAt(0);
    }
    return bytes;
  }
  // How many bytes of DATA the last answer had.
  std::size_t DataBytes() const {
    std::size_t bytes = 0;
    for (const HeardFrame& frame : heard()) bytes += frame.type == kData ? frame.payload.size() : 0;
    return bytes;
  }
};

TEST_F(Http2Streams, S5_1_FramesOnIdleStreamsAreProtocolErrors) {
  for (const std::string& frame : {Frame(kData, 3, "x"), Reset(3), Widen(3, 1), Frame(kContinuation, 3, "", 4)}) {
    EXPECT_EQ(SayInCall(frame), "GOAWAY PROTOCOL_ERROR");
    EXPECT_TRUE(connection_->IsOver());
  }
}

TEST_F(Http2Streams, S5_1_PriorityOnIdleStreamsIsNoError) {
  EXPECT_EQ(SayAtOnce(Frame(kPriority, 3, BigEndian(0, 4) + "x")), "");
  EXPECT_EQ(BeginCall(1), "");
  EXPECT_EQ(router_.heads.size(), 1U) << "a priority does not use up the streams before its own";
}

TEST_F(Http2Streams, S5_1_DataAndHeadersAfterTheClientsEndAreStreamClosed) {
  for (const std::string& frame : {Frame(kData, 1, "x"), HeadFrame({{"a", "b"}})}) {
    EXPECT_EQ(SayInCall(Frame(kData, 1, "", kEndStream) + frame), "GOAWAY STREAM_CLOSED");
    EXPECT_EQ(handler().events.front(), "half-closed");
  }
}

TEST_F(Http2Streams, S5_1_OtherFramesAfterTheClientsEndAreNoError) {
  EXPECT_EQ(SayInCall(Frame(kData, 1, "", kEndStream) + Widen(1, 1) + Frame(kPriority, 1, BigEndian(0, 4) + "x")), "");
  EXPECT_EQ(Say(Reset(1)), "");
  EXPECT_EQ(handler().events, (std::vector<std::string>{"half-closed", "ended"}));
  EXPECT_TRUE(IsServing());
}

// They may have been on their way.
TEST_F(Http2Streams, S5_1_FramesAfterTheServersResetAreIgnored) {
  SayInCall("");
  handler().call().Reset();
  EXPECT_EQ(Say(""), "RST_STREAM 1 CANCEL");
  EXPECT_EQ(Say(Frame(kData, 1, "x") + Widen(1, 1) + HeadFrame({{"a", "b"}}) + Reset(1)), "");
  EXPECT_TRUE(IsServing());
}

TEST_F(Http2Streams, S5_1_DataOfClosedStreamsGivesTheConnectionsWindowBack) {
  SayInCall("");
  handler().call().Reset();
  EXPECT_EQ(Say(""), "RST_STREAM 1 CANCEL");
  std::size_t widened = 0;
  const std::string frame = Frame(kData, 1, std::string(kFrameBytes, 'x'));
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(Say(frame), "");
    widened += WidenedBy(0);
  }
  EXPECT_GT(widened + kFirstWindow, 100 * kFrameBytes);
}

TEST_F(Http2Streams, S5_1_WindowUpdateAndResetOfClosedStreamsAreIgnored) {
  SayInCall(Frame(kData, 1, "", kEndStream));
  handler().call().End(absl::OkStatus());
  EXPECT_EQ(Say(""), "HEADERS 1 END_STREAM");
  EXPECT_EQ(Say(Widen(1, 1) + Reset(1) + Frame(kPriority, 1, BigEndian(0, 4) + "x")), "");
  EXPECT_TRUE(IsServing());
}

TEST_F(Http2Streams, S5_1_ACallThatTheClientHasResetIsOver) {
  EXPECT_EQ(SayInCall(Reset(1)), "");
  EXPECT_TRUE(handler().has_ended());
  EXPECT_EQ(Say(Frame(kData, 1, WithPrefix("x"))), "");
  EXPECT_EQ(handler().events, std::vector<std::string>{"ended"});
  EXPECT_TRUE(IsServing());
}

TEST_F(Http2Streams, S5_1_1_EvenStreamsAreProtocolErrors) {
  EXPECT_EQ(SayAtOnce(HeadFrame(HeadOf(), 2)), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayInCall(HeadFrame(HeadOf(), 4)), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(router_.heads.size(), 1U);
}

// An exception: the section demands PROTOCOL_ERROR. nghttp2 cannot tell such a head from the trailers of a call that
// the server has reset meanwhile, which are no error, and ignores both.
TEST_F(Http2Streams, S5_1_1_StreamsBelowTheLastOneAreIgnoredException) {
  SayAtOnce(HeadFrame(HeadOf(), 5));
  EXPECT_EQ(Say(HeadFrame(HeadOf(), 3)), "");
  EXPECT_EQ(router_.heads.size(), 1U);
  EXPECT_EQ(connection_->calls(), 1U);
  EXPECT_TRUE(IsServing());
}

TEST_F(Http2Streams, S5_1_1_AStreamIsUsedOnce) {
  SayInCall(Frame(kData, 1, "", kEndStream));
  handler().call().End(absl::OkStatus());
  EXPECT_EQ(Say(""), "HEADERS 1 END_STREAM");
  EXPECT_EQ(BeginCall(1), "");
  EXPECT_EQ(router_.heads.size(), 1U);
}

TEST_F(Http2Streams, S5_1_1_TheLastStreamOfAllMayBeUsed) {
  EXPECT_EQ(SayAtOnce(HeadFrame(HeadOf(), kWidestWindow)), "");
  EXPECT_EQ(router_.heads.size(), 1U);
}

TEST_F(Http2Streams, S5_1_2_StreamsBeyondTheLimitAreRefusedBeforeTheClientKnowsIt) {
  OpenSilently();
  EXPECT_EQ(Say(Preface()), "SETTINGS, SETTINGS ACK");
  for (std::uint32_t stream = 1; stream < 9; stream += 2) EXPECT_EQ(BeginCall(stream), "");
  EXPECT_EQ(BeginCall(9), "RST_STREAM 9 REFUSED_STREAM");
  EXPECT_EQ(router_.heads.size(), 4U);
  EXPECT_EQ(Say(Reset(1)), "");
  EXPECT_EQ(BeginCall(11), "") << "a stream that has ended counts no more";
  EXPECT_EQ(router_.heads.size(), 5U);
}

TEST_F(Http2Streams, S5_1_2_StreamsBeyondTheLimitAreProtocolErrorOnceTheClientKnowsIt) {
  Open();
  for (std::uint32_t stream = 1; stream < 9; stream += 2) EXPECT_EQ(BeginCall(stream), "");
  EXPECT_EQ(BeginCall(9), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(router_.heads.size(), 4U);
}

// Streams that are closed in one direction still count.
TEST_F(Http2Streams, S5_1_2_HalfClosedStreamsCount) {
  Open();
  for (std::uint32_t stream = 1; stream < 9; stream += 2) EXPECT_EQ(BeginCall(stream, kEndStream), "");
  EXPECT_EQ(BeginCall(9), "GOAWAY PROTOCOL_ERROR");
}

// RFC 7540 made it an error of the stream; RFC 9113 deprecates priorities and says no more of it.
TEST_F(Http2Streams, S5_3_2_PriorityOfAStreamThatDependsOnItselfIsIgnored) {
  EXPECT_EQ(SayInCall(Frame(kPriority, 1, BigEndian(1, 4) + "x")), "");
  EXPECT_TRUE(IsServing());
}

// An exception: nothing in RFC 9113 asks for this error. nghttp2 keeps that of RFC 7540 for heads, and makes it one of
// the connection; no library makes a stream depend on itself.
TEST_F(Http2Streams, S5_3_2_HeadOfAStreamThatDependsOnItselfIsProtocolErrorException) {
  EXPECT_EQ(SayInCall(Frame(kHeaders, 3, BigEndian(3, 4) + "x" + HeaderBlock(HeadOf()), kEndHeaders | kHasPriority)),
            "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(router_.heads.size(), 1U);
}

TEST_F(Http2Streams, S5_4_1_AfterAConnectionErrorNothingIsHeardAndTheConnectionIsOver) {
  EXPECT_EQ(SayInCall(Frame(kPing, 1, "12345678") + HeadFrame(HeadOf(), 3) + Frame(kPing, 0, "12345678")),
            "GOAWAY PROTOCOL_ERROR");
  EXPECT_TRUE(connection_->IsOver());
  EXPECT_EQ(BeginCall(5), "");
  EXPECT_EQ(router_.heads.size(), 1U);
}

TEST_F(Http2Streams, S5_4_2_AStreamErrorLeavesTheOtherStreamsAlone) {
  EXPECT_EQ(SayInCall(HeadFrame({{":method", "POST"}}, 3)), "RST_STREAM 3 PROTOCOL_ERROR");
  EXPECT_EQ(Say(Frame(kData, 1, WithPrefix("x"))), "");
  EXPECT_EQ(handler().messages, std::vector<std::string>{"x"});
}

TEST_F(Http2Streams, S6_9_1_AWindowAboveTheLargestIsFlowControlError) {
  EXPECT_EQ(SayInCall(Widen(0, kWidestWindow - kFirstWindow)), "");
  EXPECT_EQ(Say(Widen(0, 1)), "GOAWAY FLOW_CONTROL_ERROR");
  EXPECT_EQ(SayInCall(Widen(1, kWidestWindow - kFirstWindow)), "");
  EXPECT_EQ(Say(Widen(1, 1)), "RST_STREAM 1 FLOW_CONTROL_ERROR");
  EXPECT_TRUE(handler().has_ended());
  EXPECT_TRUE(IsServing());
}

TEST_F(Http2Streams, S6_9_1_DataBeyondTheStreamsWindowIsFlowControlError) {
  router_.script.on_message = [](auto&, auto) { return false; };
  Open();
  BeginCall(1);
  const std::string message = WithPrefix(std::string(kFrameBytes - kPrefixBytes, 'x'));
  std::string answer;
  int frames = 0;
  while (answer.empty() && frames < 100) {
    answer = Say(Frame(kData, 1, message));
    ++frames;
  }
  EXPECT_EQ(answer, "RST_STREAM 1 FLOW_CONTROL_ERROR");
  EXPECT_TRUE(handler().has_ended());
  // Two of the largest messages fit, with their prefixes.
  EXPECT_EQ(frames, 9);
}

TEST_F(Http2Streams, S6_9_1_PaddingCountsAndIsGivenBack) {
  Open();
  BeginCall(1);
  const std::string frame = Frame(kData, 1, std::string(1, '\xff') + std::string(255, '\0'), kPadded);
  std::size_t stream_widened = 0;
  std::size_t connection_widened = 0;
  constexpr std::size_t kFrames = 10'000;
  for (std::size_t i = 0; i < kFrames; ++i) {
    ASSERT_EQ(Say(frame), "");
    stream_widened += WidenedBy(1);
    connection_widened += WidenedBy(0);
  }
  EXPECT_GT(stream_widened + 2 * kFirstWindow + 20, kFrames * 256);
  EXPECT_GT(connection_widened + kFirstWindow, kFrames * 256);
}

TEST_F(Http2Streams, S6_9_1_TheServerKeepsTheClientsWindows) {
  SayInCall(InitialWindow(100'000));
  handler().call().Send(std::string(200'000, 'x'));
  Say("");
  EXPECT_EQ(DataBytes(), kFirstWindow) << "the connection's own window is not a setting";
  Say(Widen(0, kWidestWindow - kFirstWindow));
  EXPECT_EQ(DataBytes(), 100'000 - kFirstWindow);
  Say(Widen(1, 7));
  EXPECT_EQ(DataBytes(), 7U);
}

TEST_F(Http2Streams, S6_9_2_SettingsMoveTheWindowsOfStreamsThatAreOpen) {
  SayInCall(InitialWindow(100));
  handler().call().Send(std::string(1000, 'x'));
  Say("");
  EXPECT_EQ(DataBytes(), 100U);
  // The window falls below nothing, and has to be made good first.
  Say(InitialWindow(40));
  EXPECT_EQ(DataBytes(), 0U);
  Say(Widen(1, 60));
  EXPECT_EQ(DataBytes(), 0U);
  Say(Widen(1, 1));
  EXPECT_EQ(DataBytes(), 1U);
  Say(InitialWindow(50));
  EXPECT_EQ(DataBytes(), 10U);
}

// An exception: the section demands an error of the connection. nghttp2 ends the streams whose windows it is, and what
// is sent on the others stays within their windows.
TEST_F(Http2Streams, S6_9_2_ASettingThatTakesAWindowAboveTheLargestEndsItsStreamException) {
  Open();
  BeginCall(1);
  BeginCall(3);
  Say(Widen(1, 1));
  EXPECT_EQ(Say(InitialWindow(kWidestWindow)), "SETTINGS ACK, RST_STREAM 1 FLOW_CONTROL_ERROR");
  EXPECT_TRUE(handler(0).has_ended());
  EXPECT_FALSE(handler(1).has_ended());
}

TEST_F(Http2Streams, S6_9_2_HeadersAndTrailersNeedNoWindow) {
  SayInCall(InitialWindow(0));
  handler().call().Send("x");
  EXPECT_EQ(Say(""), "HEADERS 1");
  EXPECT_EQ(Say(Widen(1, 6)), "DATA 1");
  handler().call().End(absl::OkStatus());
  EXPECT_EQ(Say(""), "HEADERS 1 END_STREAM, RST_STREAM 1 NO_ERROR");
}

}  // namespace
}  // namespace flagfall::rpc
