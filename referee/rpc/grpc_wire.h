#ifndef REFEREE_RPC_GRPC_WIRE_H_
#define REFEREE_RPC_GRPC_WIRE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "referee/base/micros.h"

namespace flagfall::rpc {

// The small formats of gRPC over HTTP/2 (grpc/doc/PROTOCOL-HTTP2.md in gRPC's repository).

// The time that `grpc-timeout` names: 1 to 8 digits and a unit of H, M, S, m, u, n. Absent for anything else.
// Nanoseconds are rounded up to whole microseconds.
std::optional<Micros> ParseTimeout(absl::string_view text);

// `grpc-message`: UTF-8 of which all bytes outside of 0x20 to 0x7e, and '%', are written as %XX. A result that would be
// longer than `bytes_max` is cut after a whole character and ends with "..."; without room for that it is empty.
std::string PercentEncoded(absl::string_view message, std::size_t bytes_max = absl::string_view::npos);

// The value of a field whose name ends in "-bin": base64, with or without padding. Absent when it is none.
std::optional<std::string> DecodeBinary(absl::string_view value);

// Whether the content type is gRPC's: "application/grpc", followed by nothing, '+' or ';'.
bool IsGrpcContentType(absl::string_view value);

// What HTTP/2 counts for each field of a head besides its bytes (RFC 9113, 6.5.2).
inline constexpr std::size_t kFieldOverhead = 32;

// What stands before each message: whether it is compressed, and its length as four bytes, the highest first.
inline constexpr std::size_t kPrefixBytes = 5;
// The message with its prefix, not compressed.
std::string WithPrefix(absl::string_view message);

struct MessagePrefix {
  std::uint8_t flags = 0;
  std::uint32_t length = 0;
};
// Of at least kPrefixBytes.
MessagePrefix ReadPrefix(absl::string_view bytes);

}  // namespace flagfall::rpc

#endif  // REFEREE_RPC_GRPC_WIRE_H_
