// What RFC 9113 says that a server must do with each frame, but for streams' states and requests: sections 3.4, 4, 5.5
// and 6. A test begins with the number of its section.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/rpc/http2_by_hand.h"

namespace flagfall::rpc {
namespace {

constexpr std::uint32_t kReservedBit = 0x80000000;
constexpr char kUndefinedFlags = static_cast<char>(0xd2);

class Http2Frames : public Http2ByHandTest {};

TEST_F(Http2Frames, S3_4_TheServersPrefaceIsSettings) {
  OpenSilently();
  EXPECT_EQ(Say(Preface().substr(0, 24)), "SETTINGS");
}

TEST_F(Http2Frames, S3_4_AFirstFrameOtherThanSettingsIsProtocolError) {
  for (const std::string& frame :
       {Frame(kPing, 0, "12345678"), HeadFrame(HeadOf()), Frame(kSettings, 0, "", kAnswer), Widen(0, 1)}) {
    OpenSilently();
    EXPECT_EQ(Say(Preface().substr(0, 24) + frame), "SETTINGS, GOAWAY PROTOCOL_ERROR");
    EXPECT_TRUE(router_.heads.empty());
  }
}

TEST_F(Http2Frames, S3_4_FramesMayFollowThePrefaceBeforeTheServerHasSpoken) {
  OpenSilently();
  EXPECT_EQ(Say(Preface() + HeadFrame(HeadOf()) + Frame(kPing, 0, "12345678")), "SETTINGS, SETTINGS ACK, PING ACK");
  EXPECT_EQ(router_.heads.size(), 1U);
}

TEST_F(Http2Frames, S4_1_TheReservedBitOfTheStreamIsIgnored) {
  EXPECT_EQ(SayAtOnce(Frame(kPing, kReservedBit, "12345678")), "PING ACK");
  EXPECT_EQ(Say(HeadFrame(HeadOf(), kReservedBit | 1)), "");
  EXPECT_EQ(router_.heads.size(), 1U);
}

TEST_F(Http2Frames, S4_1_FlagsWithoutAMeaningAreIgnored) {
  EXPECT_EQ(SayInCall(Frame(kPing, 0, "12345678", kUndefinedFlags)), "PING ACK");
  EXPECT_EQ(Say(Frame(kSettings, 0, "", kUndefinedFlags)), "SETTINGS ACK");
  EXPECT_EQ(Say(Frame(kWindowUpdate, 1, BigEndian(1, 4), kUndefinedFlags)), "");
  EXPECT_EQ(Say(Frame(kData, 1, std::string("\0\0\0\0\1x", 6), kUndefinedFlags)), "");
  EXPECT_EQ(handler().messages, std::vector<std::string>{"x"});
}

TEST_F(Http2Frames, S4_2_AFrameOfTheLargestSizeIsTaken) {
  EXPECT_EQ(SayInCall(Frame(kData, 1, std::string(kFrameBytes, '\0'))), "");
  EXPECT_EQ(handler().messages.size(), kFrameBytes / 5);
  EXPECT_TRUE(IsServing());
}

TEST_F(Http2Frames, S4_2_AFrameLongerThanMaxIsFrameSizeError) {
  for (const char type : {kData, kHeaders, kSettings, kPing, kGoAway, kWindowUpdate, kUnknownType}) {
    // Its head is enough.
    EXPECT_EQ(SayInCall(FrameOfLength(kFrameBytes + 1, type, type == kData ? 1 : 0)), "GOAWAY FRAME_SIZE_ERROR")
        << int{type};
  }
}

TEST_F(Http2Frames, S4_3_FieldBlocksAreContiguous) {
  const std::string begun = Frame(kHeaders, 1, HeaderBlock(HeadOf()));
  for (const std::string& between :
       {Frame(kPing, 0, "12345678"), Frame(kData, 1, "x"), Frame(kSettings, 0, ""), HeadFrame(HeadOf(), 3),
        Frame(kPriority, 1, BigEndian(0, 4) + "x"), Frame(kRstStream, 1, BigEndian(8, 4)), Widen(0, 1)}) {
    EXPECT_EQ(SayAtOnce(begun + between), "GOAWAY PROTOCOL_ERROR");
    EXPECT_TRUE(router_.heads.empty());
  }
}

TEST_F(Http2Frames, S4_3_FieldBlocksMayBeCutAnywhere) {
  const std::string block = HeaderBlock(HeadOf());
  for (std::size_t cut = 0; cut <= block.size(); ++cut) {
    const std::string first = Frame(kHeaders, 1, block.substr(0, cut));
    EXPECT_EQ(SayAtOnce(first + Frame(kContinuation, 1, block.substr(cut), kEndHeaders)), "");
    EXPECT_EQ(router_.heads.size(), 1U);
  }
}

TEST_F(Http2Frames, S5_5_UnknownFramesAreIgnored) {
  EXPECT_EQ(SayInCall(Frame(kUnknownType, 0, "x") + Frame(kUnknownType, 1, "xyz", 0x55) + Frame(kUnknownType, 7, "")),
            "");
  EXPECT_TRUE(IsServing());
}

TEST_F(Http2Frames, S5_5_UnknownFramesWithinAFieldBlockAreProtocolError) {
  EXPECT_EQ(SayAtOnce(Frame(kHeaders, 1, HeaderBlock(HeadOf())) + Frame(kUnknownType, 1, "x")),
            "GOAWAY PROTOCOL_ERROR");
}

TEST_F(Http2Frames, S6_1_DataWithoutAStreamIsProtocolError) {
  EXPECT_EQ(SayInCall(Frame(kData, 0, "x")), "GOAWAY PROTOCOL_ERROR");
}

TEST_F(Http2Frames, S6_1_PaddingIsLeftOutAndMayNotFillTheFrame) {
  EXPECT_EQ(SayInCall(Frame(kData, 1, std::string("\3\0\0\0\0\1xabc", 10), kPadded)), "");
  EXPECT_EQ(handler().messages, std::vector<std::string>{"x"});
  EXPECT_EQ(SayInCall(Frame(kData, 1, "\3abc", kPadded)), "");
  EXPECT_EQ(SayInCall(Frame(kData, 1, "\4abc", kPadded)), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayInCall(Frame(kData, 1, "\xff", kPadded)), "GOAWAY PROTOCOL_ERROR");
}

TEST_F(Http2Frames, S6_2_HeadersWithoutAStreamAreProtocolError) {
  EXPECT_EQ(SayAtOnce(HeadFrame(HeadOf(), 0)), "GOAWAY PROTOCOL_ERROR");
}

TEST_F(Http2Frames, S6_2_PaddingAndPriorityAreLeftOutOfTheHead) {
  const std::string block = HeaderBlock(HeadOf());
  EXPECT_EQ(SayAtOnce(Frame(kHeaders, 1, std::string("\2\0\0\0\0\x10", 6) + block + "ab",
                            kEndHeaders | kPadded | kHasPriority)),
            "");
  EXPECT_EQ(router_.heads.size(), 1U);
}

TEST_F(Http2Frames, S6_2_PaddingThatFillsTheHeadIsProtocolError) {
  const std::string block = HeaderBlock(HeadOf());
  EXPECT_EQ(SayAtOnce(Frame(kHeaders, 1, static_cast<char>(block.size() + 1) + block, kEndHeaders | kPadded)),
            "GOAWAY PROTOCOL_ERROR");
}

// An exception: the section demands PROTOCOL_ERROR. The server says that it does not heed priorities
// (SETTINGS_NO_RFC7540_PRIORITIES), and nghttp2 then drops the frame before it looks at its stream.
TEST_F(Http2Frames, S6_3_PriorityWithoutAStreamIsIgnoredException) {
  EXPECT_EQ(SayAtOnce(Frame(kPriority, 0, BigEndian(1, 4) + "x")), "");
  EXPECT_TRUE(IsServing());
}

TEST_F(Http2Frames, S6_3_PriorityOfAnotherLengthIsFrameSizeError) {
  EXPECT_EQ(SayInCall(Frame(kPriority, 1, "1234")), "GOAWAY FRAME_SIZE_ERROR");
  EXPECT_EQ(SayInCall(Frame(kPriority, 1, "123456")), "GOAWAY FRAME_SIZE_ERROR");
}

TEST_F(Http2Frames, S6_3_PriorityMayComeInAnyStateOfAStream) {
  EXPECT_EQ(SayInCall(Frame(kPriority, 1, BigEndian(0, 4) + "x") + Frame(kPriority, 9, BigEndian(0, 4) + "x")), "");
  EXPECT_EQ(Say(Frame(kRstStream, 1, BigEndian(8, 4)) + Frame(kPriority, 1, BigEndian(0, 4) + "x")), "");
  EXPECT_TRUE(IsServing());
}

TEST_F(Http2Frames, S6_4_ResetWithoutAStreamIsProtocolError) {
  EXPECT_EQ(SayInCall(Frame(kRstStream, 0, BigEndian(8, 4))), "GOAWAY PROTOCOL_ERROR");
}

TEST_F(Http2Frames, S6_4_ResetOfAnotherLengthIsFrameSizeError) {
  EXPECT_EQ(SayInCall(Frame(kRstStream, 1, "123")), "GOAWAY FRAME_SIZE_ERROR");
  EXPECT_EQ(SayInCall(Frame(kRstStream, 1, "12345")), "GOAWAY FRAME_SIZE_ERROR");
}

TEST_F(Http2Frames, S6_4_ResetIsNotAnsweredByReset) {
  EXPECT_EQ(SayInCall(Frame(kRstStream, 1, BigEndian(8, 4))), "");
  EXPECT_TRUE(handler().has_ended());
  EXPECT_EQ(Say(Frame(kRstStream, 1, BigEndian(8, 4))), "");
  EXPECT_TRUE(IsServing());
}

TEST_F(Http2Frames, S6_5_SettingsOfAStreamAreProtocolError) {
  EXPECT_EQ(SayInCall(Frame(kSettings, 1, "")), "GOAWAY PROTOCOL_ERROR");
}

TEST_F(Http2Frames, S6_5_SettingsOfABrokenLengthAreFrameSizeError) {
  EXPECT_EQ(SayAtOnce(Frame(kSettings, 0, "123")), "GOAWAY FRAME_SIZE_ERROR");
  EXPECT_EQ(SayAtOnce(Frame(kSettings, 0, std::string("\0\1\0\0\0\1x", 7))), "GOAWAY FRAME_SIZE_ERROR");
}

TEST_F(Http2Frames, S6_5_AcknowledgementWithSettingsIsFrameSizeError) {
  EXPECT_EQ(SayAtOnce(Frame(kSettings, 0, std::string("\0\1\0\0\0\1", 6), kAnswer)), "GOAWAY FRAME_SIZE_ERROR");
}

TEST_F(Http2Frames, S6_5_2_ValuesOutOfTheirRangeAreErrors) {
  EXPECT_EQ(SayAtOnce(Setting(NGHTTP2_SETTINGS_ENABLE_PUSH, 2)), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayAtOnce(Setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, kWidestWindow + 1)), "GOAWAY FLOW_CONTROL_ERROR");
  EXPECT_EQ(SayAtOnce(Setting(NGHTTP2_SETTINGS_MAX_FRAME_SIZE, kFrameBytes - 1)), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayAtOnce(Setting(NGHTTP2_SETTINGS_MAX_FRAME_SIZE, 1 << 24)), "GOAWAY PROTOCOL_ERROR");
}

TEST_F(Http2Frames, S6_5_2_ValuesAtTheEndsOfTheirRangesAndUnknownOnesAreTaken) {
  EXPECT_EQ(SayAtOnce(Setting(NGHTTP2_SETTINGS_ENABLE_PUSH, 0) + Setting(NGHTTP2_SETTINGS_ENABLE_PUSH, 1)),
            "SETTINGS ACK, SETTINGS ACK");
  EXPECT_EQ(Say(Setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, kWidestWindow)), "SETTINGS ACK");
  EXPECT_EQ(Say(Setting(NGHTTP2_SETTINGS_MAX_FRAME_SIZE, kFrameBytes)), "SETTINGS ACK");
  EXPECT_EQ(Say(Setting(NGHTTP2_SETTINGS_MAX_FRAME_SIZE, (1 << 24) - 1)), "SETTINGS ACK");
  EXPECT_EQ(Say(Setting(NGHTTP2_SETTINGS_HEADER_TABLE_SIZE, 0xffffffff)), "SETTINGS ACK");
  EXPECT_EQ(Say(Setting(0x7f, 0xffffffff)), "SETTINGS ACK");
}

// The client promises that it takes frames of this size; the server's are not larger.
TEST_F(Http2Frames, S6_5_2_FramesAreNeverLargerThanTheClientTakes) {
  EXPECT_EQ(SayInCall(Setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, kWidestWindow) + Widen(0, 1 << 20)),
            "SETTINGS ACK");
  handler().call().Send(std::string(60'000, 'x'));
  EXPECT_EQ(Say(""), "HEADERS 1, DATA 1, DATA 1, DATA 1, DATA 1");
  for (const HeardFrame& frame : heard()) EXPECT_LE(frame.payload.size(), kFrameBytes);
}

TEST_F(Http2Frames, S6_5_3_SettingsAreAppliedInTheirOrderAndAcknowledgedOnce) {
  std::string both{'\0', NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 0, 0, 0, 0};
  both += {'\0', NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 0, 0, 0, 3};
  EXPECT_EQ(SayInCall(Frame(kSettings, 0, both)), "SETTINGS ACK");
  handler().call().Send("more than three");
  EXPECT_EQ(Say(""), "HEADERS 1, DATA 1");
  EXPECT_EQ(heard()[1].payload.size(), 3U);
}

TEST_F(Http2Frames, S6_6_PushPromiseOfAClientIsProtocolError) {
  EXPECT_EQ(SayInCall(Frame(kPushPromise, 1, BigEndian(2, 4) + HeaderBlock(HeadOf()), kEndHeaders)),
            "GOAWAY PROTOCOL_ERROR");
}

TEST_F(Http2Frames, S6_7_APingIsAnsweredWithWhatItSaid) {
  EXPECT_EQ(SayAtOnce(Frame(kPing, 0, "12345678") + Frame(kPing, 0, "abcdefgh")), "PING ACK, PING ACK");
  EXPECT_EQ(heard()[0].payload, "12345678");
  EXPECT_EQ(heard()[1].payload, "abcdefgh");
}

TEST_F(Http2Frames, S6_7_AnAnswerToAPingIsNotAnswered) {
  EXPECT_EQ(SayAtOnce(Frame(kPing, 0, "12345678", kAnswer)), "");
}

TEST_F(Http2Frames, S6_7_APingOfAStreamIsProtocolErrorAndOfAnotherLengthFrameSizeError) {
  EXPECT_EQ(SayInCall(Frame(kPing, 1, "12345678")), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayAtOnce(Frame(kPing, 0, "1234567")), "GOAWAY FRAME_SIZE_ERROR");
  EXPECT_EQ(SayAtOnce(Frame(kPing, 0, "123456789", kAnswer)), "GOAWAY FRAME_SIZE_ERROR");
}

TEST_F(Http2Frames, S6_8_GoAwayOfAStreamIsProtocolErrorAndTooShortFrameSizeError) {
  EXPECT_EQ(SayInCall(Frame(kGoAway, 1, BigEndian(0, 4) + BigEndian(0, 4))), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayInCall(Frame(kGoAway, 0, BigEndian(0, 4))), "GOAWAY FRAME_SIZE_ERROR");
}

// The client says that it takes no pushed streams any more; its own calls go on, as each of its libraries counts on.
TEST_F(Http2Frames, S6_8_CallsGoOnAfterTheClientsGoAway) {
  EXPECT_EQ(SayInCall(Frame(kGoAway, 0, BigEndian(0, 4) + BigEndian(0, 4))), "");
  EXPECT_EQ(Say(Frame(kData, 1, std::string("\0\0\0\0\1x", 6), kEndStream)), "");
  EXPECT_EQ(handler().events, (std::vector<std::string>{"message x", "half-closed"}));
  handler().call().Send("y");
  handler().call().End(absl::OkStatus());
  EXPECT_EQ(Say(""), "HEADERS 1, DATA 1, HEADERS 1 END_STREAM");
}

TEST_F(Http2Frames, S6_8_TheServersGoAwayNamesTheLastStreamThatItServes) {
  EXPECT_EQ(SayInCall(Frame(kData, 0, "x")), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(heard().at(0).NumberAt(0), 1U);
}

TEST_F(Http2Frames, S6_9_WindowUpdateOfAnotherLengthIsFrameSizeError) {
  EXPECT_EQ(SayInCall(Frame(kWindowUpdate, 0, "123")), "GOAWAY FRAME_SIZE_ERROR");
  EXPECT_EQ(SayInCall(Frame(kWindowUpdate, 1, "12345")), "GOAWAY FRAME_SIZE_ERROR");
}

TEST_F(Http2Frames, S6_9_WindowUpdateOfNothingIsProtocolError) {
  EXPECT_EQ(SayInCall(Widen(0, 0)), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayInCall(Widen(1, 0)), "GOAWAY PROTOCOL_ERROR");
  // The first bit is reserved.
  EXPECT_EQ(SayInCall(Widen(0, kReservedBit)), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayInCall(Widen(0, kReservedBit | 1)), "");
}

TEST_F(Http2Frames, S6_10_ContinuationOfNoFieldBlockIsProtocolError) {
  const std::string block = HeaderBlock(HeadOf());
  EXPECT_EQ(SayAtOnce(Frame(kContinuation, 1, block, kEndHeaders)), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayInCall(Frame(kContinuation, 1, "", kEndHeaders)), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayInCall(Frame(kData, 1, "") + Frame(kContinuation, 1, "", kEndHeaders)), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayAtOnce(Frame(kHeaders, 1, block) + Frame(kContinuation, 3, "", kEndHeaders)), "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(SayAtOnce(Frame(kHeaders, 1, block) + Frame(kContinuation, 0, "", kEndHeaders)), "GOAWAY PROTOCOL_ERROR");
}

}  // namespace
}  // namespace flagfall::rpc
