#ifndef TESTS_RPC_HTTP2_BY_HAND_H_
#define TESTS_RPC_HTTP2_BY_HAND_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "referee/rpc/connection.h"
#include "tests/net/http2_bytes.h"
#include "tests/rpc/frame_reader.h"
#include "tests/rpc/test_handler.h"

namespace flagfall::rpc {

// A window's size at first.
inline constexpr std::uint32_t kFirstWindow = 65'535;

// A connection whose client speaks HTTP/2 frame by frame, and may say what no library would.
//
// RFC 9113 lets a server end the whole connection where the error is of one stream only (5.4). The tests name which of
// the two this server does.
class Http2ByHandTest : public testing::Test {
 protected:
  // A new connection that has said its preface and whose settings were acknowledged by both sides.
  void Open(const ConnectionOptions& options = {});
  // The same without a word of either side.
  void OpenSilently(const ConnectionOptions& options = {});

  // Says that. Returns what the server answers in words, a frame each and separated by ", ": "PING ACK",
  // "RST_STREAM 1 PROTOCOL_ERROR", "GOAWAY COMPRESSION_ERROR", "HEADERS 1 END_STREAM". Frames that only widen
  // windows are left out.
  std::string Say(absl::string_view bytes);
  // The same on a new connection; and on one where stream 1 is a call that has begun and goes on.
  std::string SayAtOnce(absl::string_view bytes);
  std::string SayInCall(absl::string_view bytes);

  // Begins the call that every library would begin. Returns what the server answers, which is nothing.
  std::string BeginCall(std::uint32_t stream, char flags = 0);
  // Whether the connection goes on as if nothing had been: a ping is answered.
  bool IsServing();

  // Frames: a head in one piece; one that claims another length than it has; one entry of SETTINGS; more window.
  static std::string HeadFrame(const Fields& fields, std::uint32_t stream = 1);
  static std::string FrameOfLength(std::size_t length, char type, std::uint32_t stream, char flags = 0);
  static std::string Setting(std::uint16_t id, std::uint32_t value) {
    return Frame(kSettings, 0, flagfall::Setting(id, value));
  }
  static std::string Widen(std::uint32_t stream, std::uint32_t bytes) { return WindowUpdate(stream, bytes); }

  TestHandler& handler(std::size_t i = 0) { return *router_.handlers.at(i); }
  // The frames of the last answer.
  const std::vector<HeardFrame>& heard() const { return heard_; }

  Micros now_ = std::chrono::hours(1);
  TestRouter router_;
  std::unique_ptr<Connection> connection_;

 private:
  std::unique_ptr<FrameReader> reader_;
  std::vector<HeardFrame> heard_;
  std::uint64_t taken_ = 0;
};

}  // namespace flagfall::rpc

#endif  // TESTS_RPC_HTTP2_BY_HAND_H_
