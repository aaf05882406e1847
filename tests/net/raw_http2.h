#ifndef TESTS_NET_RAW_HTTP2_H_
#define TESTS_NET_RAW_HTTP2_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace flagfall {

// HTTP/2 by hand, for what no library would say (RFC 9113).
inline constexpr char kData = 0;
inline constexpr char kHeaders = 1;
inline constexpr char kPriority = 2;
inline constexpr char kRstStream = 3;
inline constexpr char kSettings = 4;
inline constexpr char kPushPromise = 5;
inline constexpr char kPing = 6;
inline constexpr char kGoAway = 7;
inline constexpr char kWindowUpdate = 8;
inline constexpr char kContinuation = 9;
inline constexpr char kUnknown = 99;

// Flags of frames.
inline constexpr char kEndStream = 1;
inline constexpr char kAnswer = 1;
inline constexpr char kEndHeaders = 4;
inline constexpr char kPadded = 8;
inline constexpr char kHasPriority = 0x20;

// Length, type, flags, stream, payload.
inline std::string Frame(char type, std::uint32_t stream, const std::string& payload, char flags = 0) {
  std::string frame(9, '\0');
  frame[0] = static_cast<char>(payload.size() >> 16);
  frame[1] = static_cast<char>(payload.size() >> 8);
  frame[2] = static_cast<char>(payload.size());
  frame[3] = type;
  frame[4] = flags;
  for (int i = 0; i < 4; ++i) frame[5 + i] = static_cast<char>(stream >> (24 - 8 * i));
  return frame + payload;
}

// What a client says first.
inline std::string Preface() { return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + Frame(kSettings, 0, ""); }

// A number of four bytes, the highest first.
inline std::string FourBytes(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

// A string as HPACK packs it, without Huffman's code.
inline std::string PackedString(const std::string& text) {
  constexpr std::size_t kInFirstByte = 127;
  std::string packed(1, static_cast<char>(std::min(text.size(), kInFirstByte)));
  if (text.size() >= kInFirstByte) {
    std::size_t rest = text.size() - kInFirstByte;
    for (; rest >= 128; rest /= 128) packed += static_cast<char>(rest % 128 + 128);
    packed += static_cast<char>(rest);
  }
  return packed + text;
}

// Fields as HPACK packs them, literals without indexing.
inline std::string HeaderBlock(const std::vector<std::pair<std::string, std::string>>& fields) {
  std::string block;
  for (const auto& [name, value] : fields) {
    absl::StrAppend(&block, std::string(1, '\0'), PackedString(name), PackedString(value));
  }
  return block;
}

// So many calls of Play, each taken back at once (rapid reset).
inline std::string CallsTakenBack(int count, std::uint32_t first_stream) {
  const std::string headers = HeaderBlock({{":method", "POST"},
                                           {":scheme", "http"},
                                           {":authority", "localhost"},
                                           {":path", "/flagfall.v1.BotService/Play"},
                                           {"te", "trailers"},
                                           {"content-type", "application/grpc"}});
  std::string calls;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t stream = first_stream + 2 * static_cast<std::uint32_t>(i);
    calls += Frame(kHeaders, stream, headers, kEndHeaders) + Frame(kRstStream, stream, FourBytes(8));
  }
  return calls;
}

}  // namespace flagfall

#endif  // TESTS_NET_RAW_HTTP2_H_
