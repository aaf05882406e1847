#include "referee/rpc/grpc_wire.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace flagfall::rpc {
namespace {

TEST(GrpcWire, TimeoutsOfAllUnits) {
  const std::vector<std::pair<const char*, std::optional<Micros>>> table{
      {"1H", std::chrono::hours(1)},
      {"1M", std::chrono::minutes(1)},
      {"1S", std::chrono::seconds(1)},
      {"1m", std::chrono::milliseconds(1)},
      {"1u", Micros(1)},
      {"1n", Micros(1)},
      {"0n", Micros(0)},
      {"1000n", Micros(1)},
      {"1001n", Micros(2)},
      {"00000001S", std::chrono::seconds(1)},
      {"99999999H", std::chrono::hours(99'999'999)},
      {"", std::nullopt},
      {"H", std::nullopt},
      {"1", std::nullopt},
      {"1h", std::nullopt},
      {"000000001S", std::nullopt},
      {" 1S", std::nullopt},
      {"1S ", std::nullopt},
      {"-1S", std::nullopt},
      {"1.0S", std::nullopt},
      {"\xb9S", std::nullopt},
  };
  for (const auto& [text, time] : table) EXPECT_EQ(ParseTimeout(text), time) << text;
}

TEST(GrpcWire, PercentEncodingLeavesNothingButPrintableAscii) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::string encoded = PercentEncoded(all);
  EXPECT_EQ(encoded.size(), 94 + 3 * (256 - 94U));
  std::string decoded;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    EXPECT_TRUE(encoded[i] >= ' ' && encoded[i] <= '~');
    if (encoded[i] != '%') {
      decoded += encoded[i];
      continue;
    }
    decoded += static_cast<char>(std::stoi(encoded.substr(i + 1, 2), nullptr, 16));
    i += 2;
  }
  EXPECT_EQ(decoded, all);
  EXPECT_EQ(PercentEncoded(""), "");
  EXPECT_EQ(PercentEncoded("100 %"), "100 %25");
}

TEST(GrpcWire, PercentEncodingIsCutAfterAWholeCharacter) {
  const std::string message = "ab\xc3\xa9%";
  EXPECT_EQ(PercentEncoded(message, 11), "ab%C3%A9%25");
  EXPECT_EQ(PercentEncoded(message, 10), "ab...");
  EXPECT_EQ(PercentEncoded("ab\xc3\xa9"
                           "cdef",
                           11),
            "ab%C3%A9...");
  EXPECT_EQ(PercentEncoded("ab\xc3\xa9"
                           "cdef",
                           12),
            "ab%C3%A9cdef");
  EXPECT_EQ(PercentEncoded("abcd", 4), "abcd");
  EXPECT_EQ(PercentEncoded("abcd", 3), "...");
  EXPECT_EQ(PercentEncoded("abcd", 2), "");
  EXPECT_EQ(PercentEncoded("", 0), "");
  // Bytes that are no UTF-8 at all.
  EXPECT_EQ(PercentEncoded(std::string(9, '\x80'), 10), "...");
}

TEST(GrpcWire, BinaryValues) {
  const std::vector<std::pair<const char*, std::optional<std::string>>> table{
      {"", ""},
      {"YQ==", "a"},
      {"YQ", "a"},
      {"YWI=", "ab"},
      {"YWI", "ab"},
      {"YWJj", "abc"},
      {"/+8=", "\xff\xef"},
      {"Y", std::nullopt},
      {"YQ=a", std::nullopt},
      {"!", std::nullopt},
      {"YQ==,YQ==", std::nullopt},
  };
  for (const auto& [text, bytes] : table) EXPECT_EQ(DecodeBinary(text), bytes) << text;
}

TEST(GrpcWire, ContentTypes) {
  for (const char* type : {"application/grpc", "application/grpc+proto", "application/grpc;a=b", "application/grpc+"}) {
    EXPECT_TRUE(IsGrpcContentType(type)) << type;
  }
  for (const char* type : {"", "application/grp", "application/grpc-web", "application/grpc ", "APPLICATION/GRPC"}) {
    EXPECT_FALSE(IsGrpcContentType(type)) << type;
  }
}

TEST(GrpcWire, PrefixesAreReadAsTheyAreWritten) {
  for (const std::size_t size : {0, 1, 255, 256, 65'535, 65'536, 16'777'216}) {
    const std::string bytes = WithPrefix(std::string(size, 'x'));
    EXPECT_EQ(bytes.size(), kPrefixBytes + size);
    const MessagePrefix prefix = ReadPrefix(bytes);
    EXPECT_EQ(prefix.flags, 0);
    EXPECT_EQ(prefix.length, size);
  }
  const MessagePrefix largest = ReadPrefix("\xff\xff\xff\xff\xff");
  EXPECT_EQ(largest.flags, 255);
  EXPECT_EQ(largest.length, 0xffffffff);
}

}  // namespace
}  // namespace flagfall::rpc
