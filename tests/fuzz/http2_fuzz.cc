// Bytes and frames of any kind to a connection of the referee's server, whose calls echo: every call that begins ends
// once, counts of messages never go back, and what is held stays within the windows. The first byte says whether the
// rest is bytes as they are, or an order of frames.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "referee/base/check.h"
#include "referee/rpc/connection.h"

namespace flagfall::rpc {
namespace {

class Echo final : public CallHandler {
 public:
  Echo(Call& call, int& open) : call_(call), open_(open) { ++open_; }
  bool OnMessage(absl::string_view message) override {
    FLAGFALL_CHECK(message.size() <= ConnectionOptions().message_bytes_max);
    call_.Send(message);
    return message.size() % 3 != 1;
  }
  void OnHalfClosed() override { call_.End(absl::OkStatus()); }
  void OnFlushed(Micros /*now*/) override {
    FLAGFALL_CHECK(left_ <= call_.left_count() && call_.left_count() <= call_.queued_count());
    left_ = call_.left_count();
  }
  void OnEnded() override {
    FLAGFALL_CHECK(!has_ended_);
    has_ended_ = true;
    --open_;
  }

 private:
  Call& call_;
  int& open_;
  std::uint64_t left_ = 0;
  bool has_ended_ = false;
};

class Router final : public CallRouter {
 public:
  std::shared_ptr<CallHandler> Route(Call& call) override {
    if (call.head().path == "/left/open") return nullptr;
    return std::make_shared<Echo>(call, open);
  }
  int open = 0;
};

constexpr absl::string_view kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

std::string Frame(char type, char flags, std::uint8_t stream, absl::string_view payload) {
  std::string frame = {0,
                       static_cast<char>(payload.size() >> 8),
                       static_cast<char>(payload.size()),
                       type,
                       flags,
                       0,
                       0,
                       0,
                       static_cast<char>(stream)};
  return frame.append(payload.data(), payload.size());
}

// The head of a call as clients send it, each field a literal.
std::string Head() {
  constexpr absl::string_view kFields[][2] = {{":method", "POST"}, {":scheme", "http"},
                                              {":path", "/a/b"},   {":authority", "x"},
                                              {"te", "trailers"},  {"content-type", "application/grpc"}};
  std::string head;
  for (const auto& [name, value] : kFields) {
    head += '\0';
    for (const absl::string_view text : {name, value}) {
      head += static_cast<char>(text.size());
      head.append(text.data(), text.size());
    }
  }
  return head;
}

// Frames in the order that the bytes say: of each three, what, flags and how many of the following bytes are its
// payload.
std::string FramesOf(absl::string_view bytes) {
  std::string frames = std::string(kPreface) + Frame(4, 0, 0, "");
  std::uint8_t stream = 1;
  while (bytes.size() >= 3) {
    const auto what = static_cast<std::uint8_t>(bytes[0]);
    const char flags = bytes[1];
    const std::size_t size = std::min<std::size_t>(static_cast<std::uint8_t>(bytes[2]), bytes.size() - 3);
    const absl::string_view payload = bytes.substr(3, size);
    bytes.remove_prefix(3 + size);
    if (what < 64) {
      frames += Frame(1, static_cast<char>(4 | (flags & 1)), stream, Head());
    } else if (what < 128) {
      const std::string prefix = {0, 0, 0, 0, static_cast<char>(size)};
      frames += Frame(0, static_cast<char>(flags & 1), stream, prefix + std::string(payload));
    } else if (what < 160) {
      stream = static_cast<std::uint8_t>(1 + 2 * (what % 8));
    } else {
      frames += Frame(static_cast<char>(what % 12), flags, (flags & 2) != 0 ? stream : 0, payload);
    }
  }
  return frames;
}

void Try(absl::string_view said, std::uint8_t cut) {
  Router router;
  Router other;
  Micros now = std::chrono::seconds(100);
  {
    Connection connection(
        router, {}, [] {}, now);
    std::string output;
    std::uint64_t left = 0;
    while (!said.empty() && !connection.IsDeaf()) {
      const std::size_t piece = std::min<std::size_t>(said.size(), 1 + 7 * std::size_t{cut});
      connection.Receive(said.substr(0, piece), now);
      said.remove_prefix(piece);
      const std::size_t before = output.size();
      connection.TakeOutput(output, 4096);
      left += (output.size() - before) / 2;
      connection.Flushed(left, now);
      now += std::chrono::milliseconds(cut);
      if (now >= connection.NextLook()) connection.OnTime(now);
      FLAGFALL_CHECK(connection.calls() <= 1000);
    }
    connection.Reroute(
        other, [] {}, now);
  }
  FLAGFALL_CHECK(router.open == 0 && other.open == 0);
}

}  // namespace
}  // namespace flagfall::rpc

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 2) return 0;
  const absl::string_view rest(reinterpret_cast<const char*>(bytes) + 2, size - 2);
  const bool is_raw = (bytes[0] & 1) != 0;
  flagfall::rpc::Try(
      is_raw ? std::string(flagfall::rpc::kPreface).append(rest.data(), rest.size()) : flagfall::rpc::FramesOf(rest),
      bytes[1]);
  return 0;
}
