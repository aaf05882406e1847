// Bytes and frames of any kind to a connection of the referee's server, whose calls echo, while its host does what
// hosts do. Every call that begins ends once, counts of messages never go back, what is held stays within the windows,
// and what comes out is whole frames that a server may send.
//
// The first byte says whether the rest is bytes as they are, or an order of frames and of the host's deeds; the second,
// in how large pieces they come and how fast the time passes.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "referee/base/check.h"
#include "referee/rpc/connection.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/net/http2_bytes.h"

namespace flagfall::rpc::http2_fuzz {
namespace {

class Echo final : public CallHandler {
 public:
  Echo(Call& call, int& open) : call_(&call), open_(open) { ++open_; }
  bool OnMessage(absl::string_view message) override {
    FLAGFALL_CHECK(message.size() <= ConnectionOptions().message_bytes_max);
    call_->Send(message);
    if (message.size() % 3 != 1) return true;
    ++kept_messages_;
    kept_ += message.size();
    // Windows of two messages are all that a client may have said beyond what was taken.
    FLAGFALL_CHECK(kept_ <= 2 * (ConnectionOptions().message_bytes_max + 5));
    return false;
  }
  void OnHalfClosed() override { call_->End(absl::OkStatus()); }
  void OnFlushed(Micros /*now*/) override {
    FLAGFALL_CHECK(left_ <= call_->left_count() && call_->left_count() <= call_->queued_count());
    left_ = call_->left_count();
  }
  void OnEnded() override {
    FLAGFALL_CHECK(call_ != nullptr);
    call_ = nullptr;
    --open_;
  }

  // What a handler does of itself between two calls of its connection.
  void Work(std::uint8_t how) {
    if (call_ == nullptr) return;
    if (how % 4 == 0) call_->Consumed(std::exchange(kept_messages_, 0), std::exchange(kept_, 0));
    if (how % 4 == 1) call_->Send(std::string(std::size_t{how} * 100, 'x'));
    if (how % 4 == 2) call_->End(absl::InternalError(std::string(std::size_t{how} * 100, '%')));
    if (how % 4 == 3) call_->Reset();
  }

 private:
  Call* call_;
  int& open_;
  std::uint64_t left_ = 0;
  // Messages that are not worked off, and their bytes.
  std::size_t kept_messages_ = 0;
  std::size_t kept_ = 0;
};

class Router final : public CallRouter {
 public:
  std::shared_ptr<CallHandler> Route(Call& call) override {
    if (call.head().path == "/left/open" && leaves_open) return nullptr;
    handlers.push_back(std::make_shared<Echo>(call, open));
    return handlers.back();
  }
  bool leaves_open = false;
  int open = 0;
  std::vector<std::shared_ptr<Echo>> handlers;
};

constexpr std::size_t kPrefaceBytes = 24;
constexpr std::size_t kFrameHead = 9;

// The head of a call as clients send it, each field a literal.
std::string Head(const std::string& path) {
  return HeaderBlock({{":method", "POST"},
                      {":scheme", "http"},
                      {":path", path},
                      {":authority", "x"},
                      {"te", "trailers"},
                      {"content-type", "application/grpc"},
                      {"grpc-timeout", "9S"}});
}

// A connection, its host and the network between it and its client.
class Trial {
 public:
  explicit Trial(std::uint8_t cut) : piece_(1 + 7 * std::size_t{cut}), step_(cut) { first_.leaves_open = true; }
  ~Trial() {
    connection_.reset();
    FLAGFALL_CHECK(first_.open == 0 && second_.open == 0);
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  bool IsDeaf() const { return connection_->IsDeaf(); }

  void Say(absl::string_view bytes) {
    while (!bytes.empty() && !IsDeaf()) {
      const std::size_t size = std::min(bytes.size(), piece_);
      connection_->Receive(bytes.substr(0, size), now_);
      bytes.remove_prefix(size);
      Take(4096, 2);
      Pass(step_);
      FLAGFALL_CHECK(connection_->calls() <= 1000);
    }
  }

  void Act(std::uint8_t what, std::uint8_t how) {
    switch (what % 8) {
      case 0:
        return connection_->GoAway();
      case 1:
        return connection_->EndCalls(absl::UnavailableError("the host stops"), now_);
      case 2:
        return connection_->RefuseFlood(now_);
      case 3:
        return connection_->Reroute(
            second_, [] {}, now_);
      case 4:
        return Pass(std::chrono::milliseconds(100) * how);
      case 5:
        return Take(1 << 20, 1);
      default:
        std::vector<std::shared_ptr<Echo>>& handlers = (what & 8) != 0 ? first_.handlers : second_.handlers;
        if (!handlers.empty()) handlers[how % handlers.size()]->Work(how);
    }
  }

 private:
  void Pass(Micros time) {
    now_ += time;
    if (now_ >= connection_->NextLook()) connection_->OnTime(now_);
  }

  // The socket takes one part in so many of what comes out.
  void Take(std::size_t bytes_max, std::uint64_t part) {
    output_.clear();
    connection_->TakeOutput(output_, bytes_max);
    CheckFrames();
    taken_ += output_.size();
    left_ += (taken_ - left_) / part;
    connection_->Flushed(left_, now_);
  }

  void CheckFrames() const {
    absl::string_view output = output_;
    if (absl::StartsWith(output, "HTTP/1.1 400")) return;
    while (!output.empty()) {
      FLAGFALL_CHECK(output.size() >= kFrameHead);
      const auto byte = [&](std::size_t i) { return std::size_t{static_cast<std::uint8_t>(output[i])}; };
      const std::size_t size = byte(0) << 16 | byte(1) << 8 | byte(2);
      FLAGFALL_CHECK(byte(3) < 10 && byte(3) != kPushPromise && output.size() >= kFrameHead + size);
      output.remove_prefix(kFrameHead + size);
    }
  }

  const std::size_t piece_;
  const std::chrono::milliseconds step_;
  Router first_;
  Router second_;
  Micros now_ = std::chrono::seconds(100);
  std::unique_ptr<Connection> connection_ = std::make_unique<Connection>(
      first_, ConnectionOptions(), [] {}, now_);
  std::string output_;
  std::uint64_t taken_ = 0;
  std::uint64_t left_ = 0;
};

// Of each three bytes: what, how, and how many of the following bytes belong to it.
void TryInOrder(Trial& trial, absl::string_view bytes) {
  trial.Say(Preface());
  std::uint8_t stream = 1;
  while (bytes.size() >= 3 && !trial.IsDeaf()) {
    const auto what = static_cast<std::uint8_t>(bytes[0]);
    const char how = bytes[1];
    const std::size_t size = std::min<std::size_t>(static_cast<std::uint8_t>(bytes[2]), bytes.size() - 3);
    const absl::string_view payload = bytes.substr(3, size);
    bytes.remove_prefix(3 + size);
    if (what < 64) {
      // The payload is more of the head, of which the last part may come in a second frame.
      const std::string head = Head((how & 2) != 0 ? "/left/open" : "/a/b").append(payload.data(), payload.size());
      const std::size_t first = (how & 4) != 0 ? head.size() - size / 2 : head.size();
      const bool is_whole = first == head.size();
      const auto flags = static_cast<std::uint8_t>((how & kEndStream) | (is_whole ? kEndHeaders : 0));
      trial.Say(Frame(kHeaders, stream, head.substr(0, first), flags));
      if (!is_whole) trial.Say(Frame(kContinuation, stream, head.substr(first), kEndHeaders));
    } else if (what < 128) {
      trial.Say(Frame(kData, stream, GrpcMessage(payload), how & kEndStream));
    } else if (what < 160) {
      stream = static_cast<std::uint8_t>(1 + 2 * (what % 8));
    } else if (what < 192) {
      trial.Act(what, static_cast<std::uint8_t>(how));
    } else {
      trial.Say(Frame(what % 12, (how & 2) != 0 ? stream : 0, payload, static_cast<std::uint8_t>(how)));
    }
  }
}

}  // namespace

FLAGFALL_FUZZER(http2) {
  if (size < 2) return 0;
  const absl::string_view rest(reinterpret_cast<const char*>(bytes) + 2, size - 2);
  Trial trial(bytes[1]);
  if ((bytes[0] & 1) != 0) {
    trial.Say(Preface().substr(0, kPrefaceBytes).append(rest.data(), rest.size()));
  } else {
    TryInOrder(trial, rest);
  }
  return 0;
}

}  // namespace flagfall::rpc::http2_fuzz
