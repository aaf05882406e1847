#include "arena/base/utf8.h"

#include <gtest/gtest.h>

#include <string>

#include "arena/base/names.h"

namespace flagfall::arena {
namespace {

TEST(Utf8, CharactersOfEachLength) {
  struct Row {
    std::string text;
    std::uint32_t code;
  };
  for (const Row& row : {Row{"a", 'a'}, Row{"\xc3\xa9", 0xE9}, Row{"\xe2\x82\xac", 0x20AC},
                         Row{"\xf0\x9f\x98\x80", 0x1F600}, Row{std::string(1, '\0'), 0}}) {
    const Utf8Character character = FirstUtf8(row.text + "x");
    EXPECT_TRUE(character.is_valid) << row.text;
    EXPECT_EQ(character.code, row.code);
    EXPECT_EQ(character.length, row.text.size());
  }
}

TEST(Utf8, InvalidBytesAreNoCharacter) {
  for (const char* text : {"\x80", "\xff", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                           "\xf8\x88\x80\x80\x80", "\xe2\x82", "\xe2\x28\xa1"}) {
    EXPECT_FALSE(FirstUtf8(text).is_valid) << text;
    EXPECT_FALSE(IsUtf8(std::string("good ") + text)) << text;
  }
  EXPECT_TRUE(IsUtf8(""));
  EXPECT_TRUE(IsUtf8("gr\xc3\xbc\xc3\x9f"));
}

TEST(Names, OfBotsAndUsers) {
  for (const char* name : {"a", "9", "a-b_c.d", "A1"}) EXPECT_TRUE(IsName(name, 10)) << name;
  for (const char* name : {"", "-a", ".a", "_a", "a b", "a/b", "a@1", "a\n", "\xc3\xa9", "12345678901"}) {
    EXPECT_FALSE(IsName(name, 10)) << name;
  }
}

}  // namespace
}  // namespace flagfall::arena
