#include "tests/rpc/http2_by_hand.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace flagfall::rpc {
namespace {

std::string NameOf(const HeardFrame& frame) {
  const std::string stream = absl::StrCat(" ", frame.stream);
  const std::string last = (frame.flags & kEndStream) != 0 ? " END_STREAM" : "";
  const std::string answer = (frame.flags & kAnswer) != 0 ? " ACK" : "";
  switch (frame.type) {
    case kData:
      return absl::StrCat("DATA", stream, last);
    case kHeaders:
      return absl::StrCat("HEADERS", stream, last);
    case kRstStream:
      return absl::StrCat("RST_STREAM", stream, " ", nghttp2_http2_strerror(frame.NumberAt(0)));
    case kSettings:
      return absl::StrCat("SETTINGS", answer);
    case kPing:
      return absl::StrCat("PING", answer);
    case kGoAway:
      return absl::StrCat("GOAWAY ", nghttp2_http2_strerror(frame.NumberAt(4)));
    default:
      return absl::StrCat("frame of type ", frame.type);
  }
}

}  // namespace

void Http2ByHandTest::OpenSilently(const ConnectionOptions& options) {
  connection_ = std::make_unique<Connection>(
      router_, options, [] {}, now_);
  reader_ = std::make_unique<FrameReader>();
  router_.heads.clear();
  router_.handlers.clear();
  taken_ = 0;
}

void Http2ByHandTest::Open(const ConnectionOptions& options) {
  OpenSilently(options);
  ASSERT_EQ(Say(Preface()), "SETTINGS, SETTINGS ACK");
  ASSERT_EQ(Say(Frame(kSettings, 0, "", kAnswer)), "");
}

std::string Http2ByHandTest::Say(absl::string_view bytes) {
  connection_->Receive(bytes, now_);
  std::string output;
  while (connection_->TakeOutput(output, 4096)) {
  }
  taken_ += output.size();
  connection_->Flushed(taken_, now_);
  heard_ = reader_->Read(output);
  std::vector<std::string> names;
  for (const HeardFrame& frame : heard_) {
    if (frame.type != kWindowUpdate) names.push_back(NameOf(frame));
  }
  return absl::StrJoin(names, ", ");
}

std::string Http2ByHandTest::SayAtOnce(absl::string_view bytes) {
  Open();
  return Say(bytes);
}

std::string Http2ByHandTest::SayInCall(absl::string_view bytes) {
  Open();
  const std::string answer = BeginCall(1);
  EXPECT_EQ(answer, "");
  return Say(bytes);
}

std::string Http2ByHandTest::BeginCall(std::uint32_t stream, char flags) {
  return Say(Frame(kHeaders, stream, HeaderBlock(HeadOf()), static_cast<char>(kEndHeaders | flags)));
}

bool Http2ByHandTest::IsServing() { return Say(Frame(kPing, 0, "12345678")) == "PING ACK"; }

std::string Http2ByHandTest::HeadFrame(const Fields& fields, std::uint32_t stream) {
  return Frame(kHeaders, stream, HeaderBlock(fields), kEndHeaders);
}

std::string Http2ByHandTest::FrameOfLength(std::size_t length, char type, std::uint32_t stream, char flags) {
  std::string frame = Frame(type, stream, "", flags);
  for (int i = 0; i < 3; ++i) frame[static_cast<std::size_t>(i)] = static_cast<char>(length >> (16 - 8 * i));
  return frame;
}

}  // namespace flagfall::rpc
