// The heads of requests, sentence by sentence as in gRPC's document of its wire protocol (PROTOCOL-HTTP2.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/net/http2_bytes.h"
#include "tests/rpc/frame_reader.h"
#include "tests/rpc/joined.h"

namespace flagfall::rpc {
namespace {

using testing::HasSubstr;
using testing::Pair;

// Numbers of gRPC's codes.
constexpr int kDeadlineExceeded = 4;
constexpr int kResourceExhausted = 8;
constexpr int kInternal = 13;

class WireRequestTest : public JoinedTest {
 protected:
  // What the client hears of a call with this head.
  const HeardCall& Answer(const Fields& head) {
    const std::int32_t stream = client_->Begin(head, true);
    Exchange();
    return client_->Of(stream);
  }
  // A head in which one field has another value, or is missing where there is no value.
  static Fields With(const std::string& name, const char* value) {
    Fields head = HeadOf();
    for (auto field = head.begin(); field != head.end(); ++field) {
      if (field->first != name) continue;
      if (value == nullptr) {
        head.erase(field);
      } else {
        field->second = value;
      }
      return head;
    }
    head.emplace_back(name, value);
    return head;
  }
};

TEST_F(WireRequestTest, PathReachesTheRouterAsItWasSaid) {
  Answer(HeadOf("/Case.Sensitive/Method"));
  ASSERT_EQ(router_.heads.size(), 1U);
  EXPECT_EQ(router_.heads[0].path, "/Case.Sensitive/Method");
}

TEST_F(WireRequestTest, MethodOtherThanPostIsAnsweredByHttp405) {
  for (const char* method : {"GET", "PUT", "post", "OPTIONS"}) {
    const HeardCall heard = Answer(With(":method", method));
    EXPECT_EQ(ValueOf(heard.headers, ":status"), "405") << method;
    EXPECT_TRUE(heard.has_ended);
  }
  EXPECT_TRUE(router_.heads.empty());
}

TEST_F(WireRequestTest, TeThatIsNotTrailersTellsOfAProxyThatDoesNotSpeakGrpc) {
  // HTTP/2 itself allows no other value.
  const HeardCall heard = Answer(With("te", nullptr));
  EXPECT_EQ(heard.Status(), kInternal);
  EXPECT_THAT(heard.Message(), HasSubstr("te: trailers"));
  EXPECT_TRUE(router_.heads.empty());
}

// The word is one of HTTP's, which does not mind the case (RFC 9110, 10.1.4).
TEST_F(WireRequestTest, TeMayBeWrittenInAnyCase) {
  Answer(With("te", "Trailers"));
  EXPECT_EQ(router_.heads.size(), 1U);
}

TEST_F(WireRequestTest, ContentTypeMayNameTheFormatOfMessages) {
  for (const char* type : {"application/grpc", "application/grpc+proto", "application/grpc+json",
                           "application/grpc;charset=utf-8", "application/grpc+proto;x"}) {
    const std::size_t before = router_.heads.size();
    Answer(With("content-type", type));
    EXPECT_EQ(router_.heads.size(), before + 1) << type;
    router_.handlers.back()->call().End(absl::OkStatus());
    Exchange();
  }
}

TEST_F(WireRequestTest, ContentTypeOfAnotherKindIsAnsweredByHttp415) {
  for (const char* type : {"application/json", "application/grpc-web", "application/grpcx", "text/application/grpc",
                           static_cast<const char*>(nullptr)}) {
    const HeardCall heard = Answer(With("content-type", type));
    EXPECT_EQ(ValueOf(heard.headers, ":status"), "415") << type;
    EXPECT_EQ(heard.Status(), -1) << "nobody may take that for gRPC";
    EXPECT_TRUE(heard.has_ended);
  }
  EXPECT_TRUE(router_.heads.empty());
}

TEST_F(WireRequestTest, TimeoutHasUpToEightDigitsAndAUnit) {
  const std::vector<std::pair<const char*, Micros>> good{{"1H", std::chrono::hours(1)},
                                                         {"2M", std::chrono::minutes(2)},
                                                         {"99999999S", std::chrono::seconds(99'999'999)},
                                                         {"10m", std::chrono::milliseconds(10)},
                                                         {"7u", Micros(7)},
                                                         {"1001n", Micros(2)},
                                                         {"99999999H", std::chrono::hours(99'999'999)}};
  for (const auto& [text, time] : good) {
    Answer(With("grpc-timeout", text));
    EXPECT_EQ(router_.heads.back().deadline, now_ + time) << text;
    router_.handlers.back()->call().End(absl::OkStatus());
    Exchange();
  }
}

TEST_F(WireRequestTest, TimeoutThatIsNoneFailsTheCall) {
  for (const char* text : {"1", "S", "100000000S", "1s", "-1S", "+1S", "1.5S", "0x1S", "1 S", "1SS"}) {
    const HeardCall heard = Answer(With("grpc-timeout", text));
    EXPECT_EQ(heard.Status(), kInternal) << text;
    EXPECT_THAT(heard.Message(), HasSubstr("grpc-timeout")) << text;
  }
  EXPECT_TRUE(router_.heads.empty());
}

TEST_F(WireRequestTest, TimeoutThatIsOmittedIsInfinite) {
  Answer(HeadOf());
  EXPECT_FALSE(router_.heads.at(0).deadline);
}

TEST_F(WireRequestTest, TimeoutOfNothingIsOverAtOnce) {
  const std::int32_t stream = BeginRouted(With("grpc-timeout", "0m"));
  EXPECT_EQ(connection_->NextLook(), now_);
  Pass(Micros(0));
  Exchange();
  EXPECT_EQ(client_->Of(stream).Status(), kDeadlineExceeded);
}

TEST_F(WireRequestTest, DeadlineThatExpiresEndsTheCall) {
  const std::int32_t stream = BeginRouted(With("grpc-timeout", "100m"));
  EXPECT_EQ(connection_->NextLook(), now_ + std::chrono::milliseconds(100));
  Pass(std::chrono::milliseconds(99));
  Exchange();
  EXPECT_FALSE(client_->Of(stream).has_ended);
  PassToNextLook();
  Exchange();
  EXPECT_EQ(client_->Of(stream).Status(), kDeadlineExceeded);
  EXPECT_TRUE(handler().has_ended());
}

// A head that is still coming in has a deadline already.
TEST_F(WireRequestTest, DeadlineThatExpiresBeforeTheHeadIsCompleteRoutesNothing) {
  Exchange();
  const std::string block = HeaderBlock(HeadOf("/s/m", {{"grpc-timeout", "10m"}, {"x", "some more"}}));
  connection_->Receive(Frame(kHeaders, 1, block.substr(0, block.size() - 10), kEndStream), now_);
  // Nobody may take the call before its head is complete.
  TestRouter other;
  connection_->Reroute(
      other, [] {}, now_);
  EXPECT_FALSE(connection_->HasUnroutedCall());
  Pass(std::chrono::milliseconds(10));
  connection_->Receive(Frame(kContinuation, 1, block.substr(block.size() - 10), kEndHeaders), now_);
  EXPECT_TRUE(router_.heads.empty());
  EXPECT_TRUE(other.heads.empty());
  EXPECT_EQ(ValueOf(FrameReader().Read(TakeOutput()).at(0).fields, "grpc-status"), absl::StrCat(kDeadlineExceeded));
}

TEST_F(WireRequestTest, CustomMetadataKeepsItsValuesAndTheirOrder) {
  Answer(HeadOf("/s/m", {{"a", "1"}, {"b", "2"}, {"a", "3"}, {"user-agent", "me/1"}}));
  const CallHead& head = router_.heads.at(0);
  EXPECT_EQ(head.Find("a"), "1");
  EXPECT_EQ(head.Find("user-agent"), "me/1");
  EXPECT_EQ(head.Find("none"), "");
  EXPECT_THAT(head.metadata, testing::IsSupersetOf({Pair("a", "1"), Pair("b", "2"), Pair("a", "3")}));
  EXPECT_THAT(head.metadata, testing::Each(Pair(testing::Not(testing::StartsWith(":")), testing::_)));
}

TEST_F(WireRequestTest, BinaryMetadataIsTakenWithPaddingAndWithout) {
  const std::string bytes("\0\xff a\n", 5);
  for (const char* text : {"AP8gYQo=", "AP8gYQo"}) {
    Answer(HeadOf("/s/m", {{"x-bin", text}}));
    EXPECT_EQ(router_.heads.back().Find("x-bin"), bytes) << text;
    router_.handlers.back()->call().End(absl::OkStatus());
    Exchange();
  }
}

TEST_F(WireRequestTest, BinaryMetadataIsSplitAtCommasBeforeItIsDecoded) {
  Answer(HeadOf("/s/m", {{"x-bin", "YQ==,Yg,Yw=="}}));
  EXPECT_THAT(router_.heads.at(0).metadata,
              testing::IsSupersetOf({Pair("x-bin", "a"), Pair("x-bin", "b"), Pair("x-bin", "c")}));
}

// Values of one name may be joined by commas on their way, or come in fields of their own.
TEST_F(WireRequestTest, BinaryMetadataGivenTwiceIsTheSameAsJoined) {
  Answer(HeadOf("/s/m", {{"x-bin", "YQ"}, {"y", "between"}, {"x-bin", "Yg,Yw"}}));
  EXPECT_THAT(router_.heads.at(0).metadata,
              testing::ElementsAre(Pair("x-bin", "a"), Pair("y", "between"), Pair("x-bin", "b"), Pair("x-bin", "c")));
}

TEST_F(WireRequestTest, AsciiMetadataIsNotSplitAtCommas) {
  Answer(HeadOf("/s/m", {{"x", "a,b"}, {"x", ""}, {"x", "c"}}));
  EXPECT_THAT(router_.heads.at(0).metadata, testing::ElementsAre(Pair("x", "a,b"), Pair("x", ""), Pair("x", "c")));
}

TEST_F(WireRequestTest, BinaryMetadataThatIsNotBase64IsNoErrorAndEmpty) {
  Answer(HeadOf("/s/m", {{"x-bin", "!"}}));
  EXPECT_THAT(router_.heads.at(0).metadata, testing::Contains(Pair("x-bin", "")));
}

TEST_F(WireRequestTest, AsciiMetadataOutsideOfGrpcsRangeIsNoError) {
  Answer(HeadOf("/s/m", {{"x", "\xc3\xa9"}}));
  EXPECT_EQ(router_.heads.size(), 1U);
}

TEST_F(WireRequestTest, HeadersMayBeLimitedInSizeCountedAsHttp2Does) {
  Exchange();
  const std::size_t limit = ConnectionOptions().metadata_bytes_max;
  EXPECT_EQ(client_->settings().at(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE), limit);
  std::size_t bytes = 0;
  for (const auto& [name, value] : HeadOf("/s/m", {{"x", ""}})) bytes += name.size() + value.size() + 32;
  Answer(HeadOf("/s/m", {{"x", std::string(limit - bytes, 'x')}}));
  ASSERT_EQ(router_.heads.size(), 1U);
  const HeardCall heard = Answer(HeadOf("/s/m", {{"x", std::string(limit - bytes + 1, 'x')}}));
  EXPECT_EQ(heard.Status(), kResourceExhausted);
  EXPECT_THAT(heard.Message(), HasSubstr("at most 8192 bytes"));
  EXPECT_EQ(router_.heads.size(), 1U);
  // The connection is as it was.
  Answer(HeadOf());
  EXPECT_EQ(router_.heads.size(), 2U);
}

TEST_F(WireRequestTest, HeadersEightTimesTooLongEndTheConnection) {
  BeginRouted();
  std::string frames = Frame(kHeaders, 3, HeaderBlock(HeadOf()));
  for (int i = 0; i < 6; ++i) frames += Frame(kContinuation, 3, HeaderBlock({{"x", std::string(12'000, 'x')}}));
  client_->SayRaw(frames);
  Exchange();
  EXPECT_THAT(client_->goaways(), testing::ElementsAre(NGHTTP2_ENHANCE_YOUR_CALM));
  EXPECT_TRUE(connection_->IsDeaf());
  EXPECT_TRUE(connection_->IsOver());
  EXPECT_EQ(router_.heads.size(), 1U);
}

TEST_F(WireRequestTest, TrailersOfAClientMeanNothing) {
  const std::int32_t stream = BeginRouted();
  client_->Trailers(stream, {{"grpc-status", "3"}, {"grpc-timeout", "1n"}});
  Exchange();
  EXPECT_EQ(router_.heads.size(), 1U);
  EXPECT_THAT(handler().events, testing::ElementsAre("half-closed"));
}

}  // namespace
}  // namespace flagfall::rpc
