#ifndef TESTS_NET_HTTP2_BYTES_H_
#define TESTS_NET_HTTP2_BYTES_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

// HTTP/2 (RFC 9113), HPACK (RFC 7541) and gRPC's framing by hand, for what no library would send.
namespace flagfall {

// Types of frames.
inline constexpr std::uint8_t kData = 0;
inline constexpr std::uint8_t kHeaders = 1;
inline constexpr std::uint8_t kPriority = 2;
inline constexpr std::uint8_t kRstStream = 3;
inline constexpr std::uint8_t kSettings = 4;
inline constexpr std::uint8_t kPushPromise = 5;
inline constexpr std::uint8_t kPing = 6;
inline constexpr std::uint8_t kGoAway = 7;
inline constexpr std::uint8_t kWindowUpdate = 8;
inline constexpr std::uint8_t kContinuation = 9;
inline constexpr std::uint8_t kUnknownType = 99;

// Flags of frames.
inline constexpr std::uint8_t kNoFlags = 0;
inline constexpr std::uint8_t kEndStream = 1;
inline constexpr std::uint8_t kAnswer = 1;
inline constexpr std::uint8_t kEndHeaders = 4;
inline constexpr std::uint8_t kPadded = 8;
inline constexpr std::uint8_t kHasPriority = 0x20;

inline constexpr std::uint16_t kHeaderTableSize = 1;
inline constexpr std::uint16_t kInitialWindowSize = 4;

// The largest frame that every server has to accept, and the largest window.
inline constexpr std::size_t kFrameBytes = 16384;
inline constexpr std::uint32_t kWidestWindow = 0x7fffffff;

inline constexpr char kPlayPath[] = "/flagfall.v1.BotService/Play";
inline constexpr char kHealthCheckPath[] = "/grpc.health.v1.Health/Check";
inline constexpr char kHealthWatchPath[] = "/grpc.health.v1.Health/Watch";
inline constexpr char kReflectionPath[] = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";

// The number in so many bytes, the highest first.
std::string BigEndian(std::uint64_t value, int bytes);
std::string Repeated(absl::string_view bytes, std::size_t times);

// A frame with its header of length, type, flags and stream.
std::string Frame(std::uint8_t type, std::uint32_t stream, absl::string_view payload, std::uint8_t flags = kNoFlags);
// What a client sends first: the 24 bytes, and its settings.
std::string Preface(absl::string_view settings = "");
std::string Setting(std::uint16_t id, std::uint32_t value);
std::string WindowUpdate(std::uint32_t stream, std::uint32_t increment);

// An integer of HPACK whose first byte has `first` above the prefix.
std::string HpackInteger(std::uint64_t value, int prefix_bits, std::uint8_t first = 0);
// A string without Huffman's code.
std::string HpackString(absl::string_view text);
// A field that does not enter the dynamic table.
std::string HpackLiteral(absl::string_view name, absl::string_view value);
// A field that enters the dynamic table.
std::string HpackIndexedLiteral(absl::string_view name, absl::string_view value);
// A field of a table. The newest of the dynamic table has the index 62.
std::string HpackReference(std::uint64_t index);
inline constexpr std::uint64_t kNewestEntry = 62;

// The header block of a call, with further fields behind those that each call has.
std::string CallFields(absl::string_view path, absl::string_view further_fields = "");
// The header block of these fields alone.
std::string HeaderBlock(const std::vector<std::pair<std::string, std::string>>& fields);
// A whole HEADERS frame that begins a call.
std::string CallHeaders(std::uint32_t stream, absl::string_view path, std::uint8_t flags = kNoFlags,
                        absl::string_view further_fields = "");

// So many calls of Play, each taken back at once (rapid reset).
std::string CallsTakenBack(int count, std::uint32_t first_stream);

// A message of gRPC: a flag, the length, the bytes.
std::string GrpcMessage(absl::string_view bytes, bool is_compressed = false);
// DATA frames of at most kFrameBytes with the bytes; the last of them ends the stream.
std::string LastData(std::uint32_t stream, absl::string_view bytes);

}  // namespace flagfall

#endif  // TESTS_NET_HTTP2_BYTES_H_
