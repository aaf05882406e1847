// What RFC 7541 says that a server must do with compressed header fields. A field block that cannot be decoded ends the
// connection with COMPRESSION_ERROR (RFC 9113, 4.3). A test begins with the number of its section.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/rpc/http2_by_hand.h"

namespace flagfall::rpc {
namespace {

constexpr char kBroken[] = "GOAWAY COMPRESSION_ERROR";
// The static table has 61 entries; the dynamic one follows it.
constexpr int kFirstDynamic = 62;

class Hpack : public Http2ByHandTest {
 protected:
  // What the server answers to a call whose head ends with those bytes, on a new connection.
  std::string AtEndOfHead(const std::string& bytes) {
    return SayAtOnce(Frame(kHeaders, 1, HeaderBlock(HeadOf()) + bytes, kEndHeaders));
  }
  // The same, where the head begins with them.
  std::string AtBeginningOfHead(const std::string& bytes) {
    return SayAtOnce(Frame(kHeaders, 1, bytes + HeaderBlock(HeadOf()), kEndHeaders));
  }
  std::string SayHead(std::uint32_t stream, const std::string& more) {
    return Say(Frame(kHeaders, stream, HeaderBlock(HeadOf()) + more, kEndHeaders));
  }
  // The field's value as the router has heard it last.
  std::string Heard(const std::string& name) const { return std::string(router_.heads.back().Find(name)); }

  static std::string Indexed(int index) { return std::string(1, static_cast<char>(0x80 | index)); }
  static std::string AddedToTable(const std::string& name, const std::string& value) {
    return "\x40" + HpackString(name) + HpackString(value);
  }
  static std::string WithoutTable(const std::string& name, const std::string& packed_value) {
    return std::string(1, '\0') + HpackString(name) + packed_value;
  }
  // A change of the table's size: five bits in the first byte, and seven in each of the following.
  static std::string TableSize(std::uint32_t bytes) {
    if (bytes < 31) return std::string(1, static_cast<char>(0x20 | bytes));
    std::string update = "\x3f";
    for (bytes -= 31; bytes >= 128; bytes /= 128) update += static_cast<char>(bytes % 128 | 128);
    return update + static_cast<char>(bytes);
  }
};

TEST_F(Hpack, S2_3_2_FieldsAreTakenFromTheTableInTheOrderOfTheirComing) {
  Open();
  EXPECT_EQ(SayHead(1, AddedToTable("x-first", "1") + AddedToTable("x-second", "2")), "");
  EXPECT_EQ(SayHead(3, Indexed(kFirstDynamic + 1)), "");
  EXPECT_EQ(Heard("x-first"), "1");
  EXPECT_EQ(Heard("x-second"), "");
}

TEST_F(Hpack, S2_3_3_AnIndexBeyondBothTablesIsAnError) {
  EXPECT_EQ(AtEndOfHead(Indexed(kFirstDynamic)), kBroken);
  EXPECT_EQ(AtEndOfHead(AddedToTable("x", "1") + Indexed(kFirstDynamic + 1)), kBroken);
  // The same for a name alone.
  EXPECT_EQ(AtEndOfHead(static_cast<char>(0x40 | kFirstDynamic) + HpackString("value")), kBroken);
  EXPECT_TRUE(router_.heads.empty());
}

TEST_F(Hpack, S4_2_ATableSizeAboveTheLimitIsAnError) {
  EXPECT_EQ(AtBeginningOfHead(TableSize(4096)), "");
  EXPECT_EQ(AtBeginningOfHead(TableSize(4097)), kBroken);
}

TEST_F(Hpack, S4_2_ATableSizeAfterTheFirstFieldIsAnError) {
  EXPECT_EQ(AtEndOfHead(TableSize(0)), kBroken);
  EXPECT_EQ(AtBeginningOfHead(TableSize(0) + TableSize(4096)), "");
}

TEST_F(Hpack, S4_3_ASmallerTableForgetsItsOldestFields) {
  Open();
  // 32 bytes of each entry are its own: 35 and 35.
  EXPECT_EQ(SayHead(1, AddedToTable("x1", "1") + AddedToTable("x2", "2")), "");
  EXPECT_EQ(Say(Frame(kHeaders, 3, TableSize(69) + HeaderBlock(HeadOf()) + Indexed(kFirstDynamic), kEndHeaders)), "");
  EXPECT_EQ(Heard("x2"), "2");
  EXPECT_EQ(SayHead(5, Indexed(kFirstDynamic + 1)), kBroken);
}

TEST_F(Hpack, S4_4_AFieldLargerThanTheTableEmptiesItAndIsTaken) {
  Open();
  EXPECT_EQ(SayHead(1, AddedToTable("x", "1") + AddedToTable("large", std::string(4096, 'x'))), "");
  EXPECT_EQ(Heard("large").size(), 4096U);
  EXPECT_EQ(SayHead(3, Indexed(kFirstDynamic)), kBroken);
}

TEST_F(Hpack, S5_1_AnIntegerThatIsTooLargeIsAnError) {
  EXPECT_EQ(AtEndOfHead("\xff\xff\xff\xff\xff\xff\x0f"), kBroken);
  EXPECT_EQ(AtEndOfHead(std::string("\0\x7f\xff\xff\xff\xff\xff\x7f", 8)), kBroken);
}

TEST_F(Hpack, S5_1_ABlockThatEndsWithinAnIntegerIsAnError) { EXPECT_EQ(AtEndOfHead("\xff\x80"), kBroken); }

TEST_F(Hpack, S5_2_ABlockThatEndsWithinAStringIsAnError) {
  EXPECT_EQ(AtEndOfHead(WithoutTable("x",
                                     "\x05"
                                     "abcd")),
            kBroken);
  EXPECT_EQ(AtEndOfHead(std::string("\0\1x", 3)), kBroken);
}

TEST_F(Hpack, S5_2_HuffmansCodeIsTakenWithPaddingOfOnes) {
  // 'a' is 00011 and the padding 111.
  EXPECT_EQ(AtEndOfHead(WithoutTable("x", "\x81\x1f")), "");
  EXPECT_EQ(Heard("x"), "a");
}

TEST_F(Hpack, S5_2_PaddingOfZerosIsAnError) { EXPECT_EQ(AtEndOfHead(WithoutTable("x", "\x81\x18")), kBroken); }

TEST_F(Hpack, S5_2_PaddingOfEightBitsIsAnError) { EXPECT_EQ(AtEndOfHead(WithoutTable("x", "\x82\x1f\xff")), kBroken); }

TEST_F(Hpack, S5_2_TheEndOfTheStringAsASymbolIsAnError) {
  // Thirty ones, and two more for padding.
  EXPECT_EQ(AtEndOfHead(WithoutTable("x", "\x84\xff\xff\xff\xff")), kBroken);
}

TEST_F(Hpack, S6_1_IndexZeroIsAnError) { EXPECT_EQ(AtEndOfHead(Indexed(0)), kBroken); }

TEST_F(Hpack, S6_2_2_FieldsWithoutIndexAndThoseNeverIndexedAreTaken) {
  EXPECT_EQ(AtEndOfHead(WithoutTable("x", HpackString("1")) + "\x10" + HpackString("y") + HpackString("2")), "");
  EXPECT_EQ(Heard("x") + Heard("y"), "12");
  // Neither is in the table.
  EXPECT_EQ(SayHead(3, Indexed(kFirstDynamic)), kBroken);
}

// The fields of a call that is refused have changed the table all the same (RFC 9113, 4.3).
TEST_F(Hpack, S2_2_FieldsOfRefusedCallsAreInTheTable) {
  Open();
  EXPECT_EQ(Say(Frame(kHeaders, 1, AddedToTable("x", "kept") + HeaderBlock({{":method", "POST"}}), kEndHeaders)),
            "RST_STREAM 1 PROTOCOL_ERROR");
  const std::string too_long =
      AddedToTable("y", std::string(3000, 'y')) + WithoutTable("z", HpackString(std::string(6000, 'z')));
  EXPECT_EQ(SayHead(3, too_long), "HEADERS 3 END_STREAM, RST_STREAM 3 NO_ERROR");
  EXPECT_EQ(SayHead(5, Indexed(kFirstDynamic + 1) + Indexed(kFirstDynamic)), "");
  EXPECT_EQ(Heard("x"), "kept");
  EXPECT_EQ(Heard("y").size(), 3000U);
}

// The other way: what the client lets the server's table have, the server's next block acknowledges.
TEST_F(Hpack, S4_2_TheServerAcknowledgesASmallerTable) {
  SayInCall(Setting(NGHTTP2_SETTINGS_HEADER_TABLE_SIZE, 0));
  handler().call().End(absl::OkStatus());
  EXPECT_EQ(Say(""), "HEADERS 1 END_STREAM, RST_STREAM 1 NO_ERROR");
  EXPECT_EQ(heard().at(0).payload.at(0), TableSize(0).at(0));
}

}  // namespace
}  // namespace flagfall::rpc
