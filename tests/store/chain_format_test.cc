#include "arena/store/chain_format.h"

#include <gtest/gtest.h>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace flagfall::arena::store {
namespace {

ChainLink FirstGame() {
  return {.link = 1, .kind = "game", .game_id = "1-1", .attempt = 1, .content = {std::string(32, '\x11'), "1", "", ""}};
}

// Computed by another program from the description in the header.
TEST(ChainFormat, HeadsAreThoseOfTheDescription) {
  const std::string first = HeadOf(FirstHead(), FirstGame());
  EXPECT_EQ(absl::BytesToHexString(first), "faeeed95eab249e3a8be875b2bc24d6c31dcaa0400ae7215d1e91a9fa00a1262");
  const ChainLink rating{.link = 2,
                         .kind = "rating",
                         .game_id = "1-1",
                         .attempt = 1,
                         .content = {"standard", "1", "1500000000", "1500000000", "32", "16000000"}};
  EXPECT_EQ(absl::BytesToHexString(HeadOf(first, rating)),
            "b47e1b50d33d8f0506a3e84f0bf37799c40c4714ef58de01e5f5f42a75d9e2ac");
}

TEST(ChainFormat, NoByteMovesFromOneFieldToTheNext) {
  ChainLink one = FirstGame();
  one.content = {"ab", "c"};
  ChainLink other = FirstGame();
  other.content = {"a", "bc"};
  EXPECT_NE(HeadOf(FirstHead(), one), HeadOf(FirstHead(), other));
}

SignedHead SomeHead() {
  return {.link = 12,
          .head = std::string(32, '\x0a'),
          .root = std::string(32, '\x0d'),
          .public_key = std::string(32, '\xb0'),
          .signature = std::string(64, '\xcc')};
}

TEST(ChainFormat, ALineIsReadAsItWasWritten) {
  const std::string line = LineOf(SomeHead());
  const absl::StatusOr<SignedHead> head = HeadOfLine(line);
  ASSERT_TRUE(head.ok()) << head.status();
  EXPECT_EQ(LineOf(*head), line);
  EXPECT_EQ(head->link, 12);
  EXPECT_EQ(SignedText(*head), SignedText(SomeHead()));
}

// As the line of a head without a signature is written.
TEST(ChainFormat, ALinkAndItsHeadAloneAreAKeptHeadToo) {
  SignedHead unsigned_head = SomeHead();
  unsigned_head.signature.clear();
  const std::string line = LineOf(unsigned_head);
  EXPECT_EQ(line, absl::StrCat("12:", absl::BytesToHexString(SomeHead().head)));
  const absl::StatusOr<SignedHead> head = HeadOfLine(line);
  ASSERT_TRUE(head.ok()) << head.status();
  EXPECT_EQ(head->link, 12);
  EXPECT_EQ(head->head, SomeHead().head);
  EXPECT_TRUE(head->signature.empty());
  for (const std::string& wrong : {absl::StrCat("0", line), line.substr(1 + line.find(':')), absl::StrCat(line, "00"),
                                   absl::StrCat("-", line), absl::AsciiStrToUpper(line)}) {
    EXPECT_EQ(HeadOfLine(wrong).status().code(), absl::StatusCode::kInvalidArgument) << wrong;
  }
}

TEST(ChainFormat, RefusesLinesThatAreSpeltOtherwise) {
  const std::string line = LineOf(SomeHead());
  const std::string rest = line.substr(std::string("flagfall-head:2:12").size());
  for (const std::string& wrong :
       {std::string(), std::string("flagfall-head"), absl::StrCat("flagfall-head:3:12", rest),
        absl::StrCat("flagfall-head:1:12", rest), absl::StrCat("flagfall-head:2:012", rest),
        absl::StrCat("flagfall-head:2:0", rest), absl::StrCat("flagfall-head:2:-1", rest), absl::StrCat(line, ":"),
        absl::StrCat(line, "00"), line.substr(0, line.size() - 2),
        absl::StrCat("flagfall-head:2:12", absl::AsciiStrToUpper(rest))}) {
    EXPECT_EQ(HeadOfLine(wrong).status().code(), absl::StatusCode::kInvalidArgument) << wrong;
  }
}

}  // namespace
}  // namespace flagfall::arena::store
