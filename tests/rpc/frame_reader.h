#ifndef TESTS_RPC_FRAME_READER_H_
#define TESTS_RPC_FRAME_READER_H_

#include <nghttp2/nghttp2.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/rpc/test_client.h"

namespace flagfall::rpc {

struct HeardFrame {
  std::uint8_t type = 0;
  std::uint8_t flags = 0;
  std::int32_t stream = 0;
  std::string payload;
  // Of HEADERS; the server sends each head in one frame.
  Fields fields;

  // The four bytes at that place, as a number: RST_STREAM has its code at 0, GOAWAY its code at 4.
  std::uint32_t NumberAt(std::size_t place) const {
    std::uint32_t number = 0;
    for (std::size_t i = place; i < place + 4; ++i) number = number << 8 | static_cast<std::uint8_t>(payload.at(i));
    return number;
  }
};

// Reads what a server says frame by frame, for tests that speak HTTP/2 by hand.
class FrameReader {
 public:
  FrameReader() { nghttp2_hd_inflate_new(&inflater_); }
  ~FrameReader() { nghttp2_hd_inflate_del(inflater_); }
  FrameReader(const FrameReader&) = delete;
  FrameReader& operator=(const FrameReader&) = delete;

  // The whole frames in what has come so far and was not read yet.
  std::vector<HeardFrame> Read(absl::string_view bytes) {
    constexpr std::size_t kHead = 9;
    unread_.append(bytes.data(), bytes.size());
    std::vector<HeardFrame> frames;
    for (;;) {
      const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(unread_[i]); };
      if (unread_.size() < kHead) return frames;
      const std::size_t size = std::size_t{byte(0)} << 16 | std::size_t{byte(1)} << 8 | byte(2);
      if (unread_.size() < kHead + size) return frames;
      HeardFrame frame;
      frame.type = byte(3);
      frame.flags = byte(4);
      frame.stream = byte(5) << 24 | byte(6) << 16 | byte(7) << 8 | byte(8);
      frame.payload = unread_.substr(kHead, size);
      if (frame.type == NGHTTP2_HEADERS) frame.fields = Inflate(frame.payload);
      unread_.erase(0, kHead + size);
      frames.push_back(std::move(frame));
    }
  }

 private:
  Fields Inflate(const std::string& block) {
    Fields fields;
    const auto* at = reinterpret_cast<const std::uint8_t*>(block.data());
    std::size_t left = block.size();
    for (;;) {
      nghttp2_nv nv{};
      int flags = 0;
      const ssize_t read = nghttp2_hd_inflate_hd2(inflater_, &nv, &flags, at, left, 1);
      if (read < 0) return fields;
      at += read;
      left -= static_cast<std::size_t>(read);
      if ((flags & NGHTTP2_HD_INFLATE_EMIT) != 0) {
        fields.emplace_back(std::string(reinterpret_cast<const char*>(nv.name), nv.namelen),
                            std::string(reinterpret_cast<const char*>(nv.value), nv.valuelen));
      }
      if ((flags & NGHTTP2_HD_INFLATE_FINAL) != 0) break;
    }
    nghttp2_hd_inflate_end_headers(inflater_);
    return fields;
  }

  nghttp2_hd_inflater* inflater_ = nullptr;
  std::string unread_;
};

}  // namespace flagfall::rpc

#endif  // TESTS_RPC_FRAME_READER_H_
