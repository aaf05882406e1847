#include "referee/rpc/grpc_wire.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace flagfall::rpc {

std::optional<Micros> ParseTimeout(absl::string_view text) {
  constexpr std::size_t kDigitsMax = 8;
  if (text.size() < 2 || text.size() > kDigitsMax + 1) return std::nullopt;
  const char unit = text.back();
  text.remove_suffix(1);
  std::int64_t count = 0;
  for (const char digit : text) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(digit))) return std::nullopt;
    count = 10 * count + (digit - '0');
  }
  switch (unit) {
    case 'H':
      return std::chrono::hours(count);
    case 'M':
      return std::chrono::minutes(count);
    case 'S':
      return std::chrono::seconds(count);
    case 'm':
      return std::chrono::milliseconds(count);
    case 'u':
      return Micros(count);
    case 'n':
      return Micros((count + 999) / 1000);
    default:
      return std::nullopt;
  }
}

std::string PercentEncoded(absl::string_view message, std::size_t bytes_max) {
  constexpr char kHex[] = "0123456789ABCDEF";
  constexpr absl::string_view kCut = "...";
  std::string encoded;
  encoded.reserve(std::min(message.size(), bytes_max));
  // The end of the last whole character after which there is room for kCut.
  std::size_t cut_at = 0;
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    const bool begins_character = (byte & 0xc0) != 0x80;
    if (begins_character && encoded.size() + kCut.size() <= bytes_max) cut_at = encoded.size();
    if (byte >= 0x20 && byte <= 0x7e && c != '%') {
      encoded += c;
    } else {
      encoded += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
    if (encoded.size() <= bytes_max) continue;
    if (bytes_max < kCut.size()) return "";
    encoded.resize(cut_at);
    return encoded.append(kCut.data(), kCut.size());
  }
  return encoded;
}

std::optional<std::string> DecodeBinary(absl::string_view value) {
  std::string decoded;
  if (!absl::Base64Unescape(value, &decoded)) return std::nullopt;
  return decoded;
}

bool IsGrpcContentType(absl::string_view value) {
  if (!absl::ConsumePrefix(&value, "application/grpc")) return false;
  return value.empty() || value.front() == '+' || value.front() == ';';
}

std::string WithPrefix(absl::string_view message) {
  const auto length = static_cast<std::uint32_t>(message.size());
  std::string bytes;
  bytes.reserve(kPrefixBytes + message.size());
  bytes += {'\0', static_cast<char>(length >> 24), static_cast<char>(length >> 16), static_cast<char>(length >> 8),
            static_cast<char>(length)};
  bytes.append(message.data(), message.size());
  return bytes;
}

MessagePrefix ReadPrefix(absl::string_view bytes) {
  const auto at = [&](std::size_t i) { return std::uint32_t{static_cast<std::uint8_t>(bytes[i])}; };
  return {.flags = static_cast<std::uint8_t>(bytes[0]), .length = at(1) << 24 | at(2) << 16 | at(3) << 8 | at(4)};
}

}  // namespace flagfall::rpc
