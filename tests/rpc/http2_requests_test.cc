// What RFC 9113 says of requests: section 8. A malformed request is an error of its stream (8.1.1), nobody is asked to
// serve it, and its connection goes on. A test begins with the number of its section.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/rpc/grpc_wire.h"
#include "tests/rpc/http2_by_hand.h"

namespace flagfall::rpc {
namespace {

constexpr char kMalformed[] = "RST_STREAM 1 PROTOCOL_ERROR";

class Http2Requests : public Http2ByHandTest {
 protected:
  void ExpectMalformed(const Fields& head) {
    EXPECT_EQ(SayAtOnce(HeadFrame(head)), kMalformed) << ::testing::PrintToString(head);
    EXPECT_TRUE(router_.heads.empty()) << ::testing::PrintToString(head);
    EXPECT_TRUE(IsServing());
  }
  void ExpectTaken(const Fields& head) {
    EXPECT_EQ(SayAtOnce(HeadFrame(head)), "") << ::testing::PrintToString(head);
    EXPECT_EQ(router_.heads.size(), 1U) << ::testing::PrintToString(head);
  }
  // The usual head with another value, or without the field where there is no value.
  static Fields With(const std::string& name, const char* value) {
    Fields head;
    for (const auto& field : HeadOf()) {
      if (field.first != name) head.push_back(field);
      if (field.first == name && value != nullptr) head.emplace_back(name, value);
    }
    return head;
  }
  static Fields WithMore(const std::string& name, const std::string& value) {
    return HeadOf("/test.Service/Method", {{name, value}});
  }
};

TEST_F(Http2Requests, S8_1_AHeadMayEndTheRequest) {
  Open();
  EXPECT_EQ(BeginCall(1, kEndStream), "");
  EXPECT_EQ(handler().events, std::vector<std::string>{"half-closed"});
}

TEST_F(Http2Requests, S8_1_TrailersEndTheRequest) {
  EXPECT_EQ(SayInCall(Frame(kHeaders, 1, HeaderBlock({{"a", "b"}}), kEndHeaders | kEndStream)), "");
  EXPECT_EQ(handler().events, std::vector<std::string>{"half-closed"});
}

TEST_F(Http2Requests, S8_1_TrailersThatDoNotEndTheRequestAreMalformed) {
  EXPECT_EQ(SayInCall(HeadFrame({{"a", "b"}})), kMalformed);
  EXPECT_EQ(handler().events, std::vector<std::string>{"ended"});
  EXPECT_TRUE(IsServing());
}

TEST_F(Http2Requests, S8_1_PseudoHeaderFieldsInTrailersAreMalformed) {
  for (const char* name : {":path", ":method", ":status", ":anything"}) {
    EXPECT_EQ(SayInCall(Frame(kHeaders, 1, HeaderBlock({{name, "/x"}}), kEndHeaders | kEndStream)), kMalformed) << name;
    EXPECT_EQ(handler().events, std::vector<std::string>{"ended"});
  }
}

TEST_F(Http2Requests, S8_1_1_ContentLengthThatTheDataDoesNotHaveIsMalformed) {
  const Fields head = WithMore("content-length", "6");
  const std::string message = WithPrefix("x");
  EXPECT_EQ(SayAtOnce(HeadFrame(head) + Frame(kData, 1, message, kEndStream)), "");
  EXPECT_EQ(handler().events, (std::vector<std::string>{"message x", "half-closed"}));
  EXPECT_EQ(SayAtOnce(HeadFrame(head) + Frame(kData, 1, message + "y")), kMalformed) << "more";
  EXPECT_EQ(SayAtOnce(HeadFrame(head) + Frame(kData, 1, message.substr(1), kEndStream)), kMalformed) << "less";
  EXPECT_EQ(handler().events, std::vector<std::string>{"ended"});
  EXPECT_EQ(SayAtOnce(Frame(kHeaders, 1, HeaderBlock(head), kEndHeaders | kEndStream)), kMalformed) << "none";
}

TEST_F(Http2Requests, S8_1_1_ContentLengthThatIsNoNumberOrTwoIsMalformed) {
  for (const char* value : {"", "x", "-1", "6 ", "0x6", "99999999999999999999"}) {
    ExpectMalformed(WithMore("content-length", value));
  }
  ExpectMalformed(HeadOf("/s/m", {{"content-length", "6"}, {"content-length", "7"}}));
}

TEST_F(Http2Requests, S8_2_UppercaseNamesAreMalformed) {
  ExpectMalformed(WithMore("X-name", "value"));
  ExpectMalformed(WithMore("x-namE", "value"));
}

TEST_F(Http2Requests, S8_2_1_NamesOfForbiddenCharactersAreMalformed) {
  for (const int c : {0x00, 0x01, 0x0a, 0x20, 0x7f, 0x80, 0xff}) {
    ExpectMalformed(WithMore(std::string("x") + static_cast<char>(c), "value"));
  }
  ExpectMalformed(WithMore("x:y", "value"));
  ExpectMalformed(WithMore("", "value"));
}

TEST_F(Http2Requests, S8_2_1_ValuesWithNulOrLineEndsAreMalformed) {
  for (const char c : {'\0', '\n', '\r'}) {
    ExpectMalformed(WithMore("x", std::string("a") + c + "b"));
    ExpectMalformed(WithMore("x", std::string(1, c)));
  }
}

TEST_F(Http2Requests, S8_2_1_ForbiddenFieldsInTrailersAreMalformed) {
  const Fields trailers{{"x", "a\nb"}};
  EXPECT_EQ(SayInCall(Frame(kHeaders, 1, HeaderBlock(trailers), kEndHeaders | kEndStream)), kMalformed);
  EXPECT_EQ(handler().events, std::vector<std::string>{"ended"});
}

// An exception: the section calls such values malformed. gRPC's wire protocol lets a server strip them, and "Bearer "
// without a token is answered in words.
TEST_F(Http2Requests, S8_2_1_ValuesMayBeginAndEndWithSpacesException) {
  ExpectTaken(WithMore("authorization", "Bearer "));
  ExpectTaken(WithMore("x", " \tvalue\t"));
}

TEST_F(Http2Requests, S8_2_2_ConnectionSpecificFieldsAreMalformed) {
  for (const char* name : {"connection", "proxy-connection", "keep-alive", "transfer-encoding", "upgrade"}) {
    ExpectMalformed(WithMore(name, "close"));
  }
}

TEST_F(Http2Requests, S8_2_2_TeThatIsNotTrailersIsMalformed) {
  for (const char* value : {"gzip", "trailers, deflate", ""}) ExpectMalformed(With("te", value));
}

// The cookies of a request may come in many fields; they mean nothing here.
TEST_F(Http2Requests, S8_2_3_CookiesMayComeInPieces) {
  ExpectTaken(HeadOf("/s/m", {{"cookie", "a=b"}, {"cookie", "c=d"}}));
}

TEST_F(Http2Requests, S8_3_PseudoHeaderFieldsAfterOthersAreMalformed) {
  ExpectMalformed({{":method", "POST"}, {":scheme", "http"}, {"te", "trailers"}, {":path", "/s/m"}});
}

TEST_F(Http2Requests, S8_3_UnknownPseudoHeaderFieldsAndThoseOfAnswersAreMalformed) {
  for (const char* name : {":status", ":unknown", ":"}) {
    Fields head{{name, "200"}};
    for (const auto& field : HeadOf()) head.push_back(field);
    ExpectMalformed(head);
  }
}

TEST_F(Http2Requests, S8_3_PseudoHeaderFieldsGivenTwiceAreMalformed) {
  for (const char* name : {":method", ":scheme", ":path", ":authority"}) {
    Fields head{{name, "/"}};
    for (const auto& field : HeadOf()) head.push_back(field);
    ExpectMalformed(head);
  }
}

TEST_F(Http2Requests, S8_3_1_MethodSchemeAndPathMustBeThere) {
  for (const char* name : {":method", ":scheme", ":path"}) {
    ExpectMalformed(With(name, nullptr));
    ExpectMalformed(With(name, ""));
  }
  ExpectMalformed({});
}

TEST_F(Http2Requests, S8_3_1_ThePathBeginsWithASlash) {
  for (const char* path : {"s/m", "*", "http://localhost/s/m"}) ExpectMalformed(With(":path", path));
}

TEST_F(Http2Requests, S8_3_1_TheAuthorityIsAPseudoHeaderFieldOrTheFieldHost) {
  ExpectMalformed(With(":authority", nullptr));
  ExpectMalformed(With(":authority", ""));
  Fields head = With(":authority", nullptr);
  head.emplace_back("host", "localhost");
  ExpectTaken(head);
}

TEST_F(Http2Requests, S8_5_ConnectHasNeitherSchemeNorPath) {
  ExpectMalformed(With(":method", "CONNECT"));
  ExpectMalformed({{":method", "CONNECT"}});
  // One that is as it should be is no call of gRPC.
  EXPECT_EQ(SayAtOnce(HeadFrame({{":method", "CONNECT"}, {":authority", "localhost:1"}})),
            "HEADERS 1 END_STREAM, RST_STREAM 1 NO_ERROR");
  EXPECT_EQ(heard().at(0).fields, (Fields{{":status", "405"}}));
}

// Extended CONNECT (RFC 8441) was not offered.
TEST_F(Http2Requests, S8_5_ConnectWithAProtocolIsMalformed) {
  ExpectMalformed({{":method", "CONNECT"},
                   {":protocol", "websocket"},
                   {":scheme", "http"},
                   {":path", "/"},
                   {":authority", "localhost"}});
}

// A head that is malformed is one of the invalid frames that a connection may say.
TEST_F(Http2Requests, S8_1_1_TooManyMalformedRequestsEndTheConnection) {
  Open();
  const int most = ConnectionOptions().invalid_frames_max;
  for (int i = 0; i < most; ++i) {
    const auto stream = static_cast<std::uint32_t>(1 + 2 * i);
    ASSERT_EQ(Say(HeadFrame(WithMore("x", "a\nb"), stream)), absl::StrCat("RST_STREAM ", stream, " PROTOCOL_ERROR"));
  }
  EXPECT_EQ(Say(HeadFrame(WithMore("x", "a\nb"), static_cast<std::uint32_t>(1 + 2 * most))),
            absl::StrCat("RST_STREAM ", 1 + 2 * most, " PROTOCOL_ERROR, GOAWAY ENHANCE_YOUR_CALM"));
}

}  // namespace
}  // namespace flagfall::rpc
