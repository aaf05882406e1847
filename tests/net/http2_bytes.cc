#include "tests/net/http2_bytes.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace flagfall {

std::string BigEndian(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text.push_back(i < 8 ? static_cast<char>(value >> (8 * i)) : '\0');
  return text;
}

std::string Repeated(absl::string_view bytes, std::size_t times) {
  std::string text;
  text.reserve(bytes.size() * times);
  for (std::size_t i = 0; i < times; ++i) text.append(bytes.data(), bytes.size());
  return text;
}

std::string Frame(std::uint8_t type, std::uint32_t stream, absl::string_view payload, std::uint8_t flags) {
  return absl::StrCat(BigEndian(payload.size(), 3), BigEndian(type, 1), BigEndian(flags, 1), BigEndian(stream, 4),
                      payload);
}

std::string Preface(absl::string_view settings) {
  return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + Frame(kSettings, 0, settings);
}

std::string Setting(std::uint16_t id, std::uint32_t value) { return BigEndian(id, 2) + BigEndian(value, 4); }

std::string WindowUpdate(std::uint32_t stream, std::uint32_t increment) {
  return Frame(kWindowUpdate, stream, BigEndian(increment, 4));
}

std::string HpackInteger(std::uint64_t value, int prefix_bits, std::uint8_t first) {
  const std::uint64_t prefix = (1U << prefix_bits) - 1;
  if (value < prefix) return std::string(1, static_cast<char>(first | value));
  std::string text(1, static_cast<char>(first | prefix));
  for (value -= prefix; value >= 128; value >>= 7) text.push_back(static_cast<char>(128 | (value & 127)));
  text.push_back(static_cast<char>(value));
  return text;
}

std::string HpackString(absl::string_view text) {
  constexpr int kLengthBits = 7;
  return absl::StrCat(HpackInteger(text.size(), kLengthBits), text);
}

std::string HpackLiteral(absl::string_view name, absl::string_view value) {
  return std::string(1, '\0') + HpackString(name) + HpackString(value);
}

std::string HpackIndexedLiteral(absl::string_view name, absl::string_view value) {
  return "\x40" + HpackString(name) + HpackString(value);
}

std::string HpackReference(std::uint64_t index) { return HpackInteger(index, 7, 0x80); }

std::string CallFields(absl::string_view path, absl::string_view further_fields) {
  return absl::StrCat(HpackLiteral(":method", "POST"), HpackLiteral(":scheme", "http"),
                      HpackLiteral(":authority", "localhost"), HpackLiteral(":path", path),
                      HpackLiteral("te", "trailers"), HpackLiteral("content-type", "application/grpc"), further_fields);
}

std::string CallHeaders(std::uint32_t stream, absl::string_view path, std::uint8_t flags,
                        absl::string_view further_fields) {
  return Frame(kHeaders, stream, CallFields(path, further_fields), kEndHeaders | flags);
}

std::string HeaderBlock(const std::vector<std::pair<std::string, std::string>>& fields) {
  std::string block;
  for (const auto& [name, value] : fields) block += HpackLiteral(name, value);
  return block;
}

std::string CallsTakenBack(int count, std::uint32_t first_stream) {
  constexpr std::uint32_t kCancel = 8;
  std::string calls;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t stream = first_stream + 2 * static_cast<std::uint32_t>(i);
    calls += CallHeaders(stream, kPlayPath) + Frame(kRstStream, stream, BigEndian(kCancel, 4));
  }
  return calls;
}

std::string GrpcMessage(absl::string_view bytes, bool is_compressed) {
  return absl::StrCat(BigEndian(is_compressed ? 1 : 0, 1), BigEndian(bytes.size(), 4), bytes);
}

std::string LastData(std::uint32_t stream, absl::string_view bytes) {
  std::string frames;
  while (bytes.size() > kFrameBytes) {
    frames += Frame(kData, stream, bytes.substr(0, kFrameBytes));
    bytes.remove_prefix(kFrameBytes);
  }
  return frames + Frame(kData, stream, bytes, kEndStream);
}

}  // namespace flagfall
