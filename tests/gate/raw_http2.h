#ifndef TESTS_GATE_RAW_HTTP2_H_
#define TESTS_GATE_RAW_HTTP2_H_

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"

namespace flagfall {

// HTTP/2 by hand, for what no library would say (RFC 9113).
inline constexpr char kHeaders = 1;
inline constexpr char kRstStream = 3;
inline constexpr char kSettings = 4;
inline constexpr char kUnknown = 99;
inline constexpr char kData = 0;

// Length, type, flags, stream, payload.
inline std::string Frame(char type, std::uint32_t stream, const std::string& payload, char flags = 0) {
  std::string frame(9, '\0');
  frame[1] = static_cast<char>(payload.size() >> 8);
  frame[2] = static_cast<char>(payload.size());
  frame[3] = type;
  frame[4] = flags;
  for (int i = 0; i < 4; ++i) frame[5 + i] = static_cast<char>(stream >> (24 - 8 * i));
  return frame + payload;
}

// What a client says first.
inline std::string Preface() { return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + Frame(kSettings, 0, ""); }

// So many calls of Play, each taken back at once (rapid reset).
inline std::string CallsTakenBack(int count, std::uint32_t first_stream) {
  constexpr char kEndHeaders = 4;
  std::string headers;
  for (const auto& [name, value] : {std::pair<std::string, std::string>(":method", "POST"),
                                    {":scheme", "http"},
                                    {":authority", "localhost"},
                                    {":path", "/flagfall.v1.BotService/Play"},
                                    {"te", "trailers"},
                                    {"content-type", "application/grpc"}}) {
    // A literal without indexing.
    absl::StrAppend(&headers, std::string{'\0', static_cast<char>(name.size())}, name,
                    std::string(1, static_cast<char>(value.size())), value);
  }
  std::string calls;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t stream = first_stream + 2 * static_cast<std::uint32_t>(i);
    calls += Frame(kHeaders, stream, headers, kEndHeaders) + Frame(kRstStream, stream, std::string("\0\0\0\x8", 4));
  }
  return calls;
}

}  // namespace flagfall

#endif  // TESTS_GATE_RAW_HTTP2_H_
