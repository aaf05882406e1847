#include "arena/cli/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::cli {
namespace {

TEST(Printable, LeavesWordsAloneAndDisarmsTheRest) {
  struct Row {
    std::string text;
    std::string printable;
  };
  for (const Row& row : {
           Row{"", ""},
           Row{"anna 1.0 – «gut», 日本, 🎲", "anna 1.0 – «gut», 日本, 🎲"},
           Row{"\x1b[31mred\x07", "\\x1b[31mred\\x07"},
           Row{"one\ntwo\rthree\ttab", "one\\x0atwo\\x0dthree\\x09tab"},
           Row{"\x7f", "\\x7f"},
           // C1 control characters, as UTF-8 and as bare bytes.
           Row{"\xc2\x9b"
               "31m",
               "\\xc2\\x9b31m"},
           Row{"\x9b"
               "31m",
               "\\x9b31m"},
           // Right-to-left override, line separator.
           Row{"a\xe2\x80\xae"
               "b",
               "a\\xe2\\x80\\xaeb"},
           Row{"\xe2\x80\xa8", "\\xe2\\x80\\xa8"},
           // Arabic letter mark.
           Row{"a\xd8\x9c", "a\\xd8\\x9c"},
           // Not UTF-8: overlong, cut off, beyond the last character.
           Row{"\xc0\xaf", "\\xc0\\xaf"},
           Row{"\xe0\x80\xaf", "\\xe0\\x80\\xaf"},
           Row{"\xe2\x80", "\\xe2\\x80"},
           Row{"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
           Row{"\xff", "\\xff"},
       }) {
    EXPECT_EQ(Printable(row.text), row.printable);
  }
}

TEST(Printable, KeepsNewlinesWhenAsked) { EXPECT_EQ(Printable("a\n\x1b", true), "a\n\\x1b"); }

TEST(FormatTable, AlignsNumbersToTheRightAndWordsToTheLeft) {
  EXPECT_EQ(FormatTable({{"bot", "Elo"}, {"anna", "1500.5"}, {"größe", "-3"}, {"b", ""}}),
            "bot       Elo\n"
            "anna   1500.5\n"
            "größe      -3\n"
            "b\n");
}

TEST(FormatTable, DisarmsItsCells) { EXPECT_EQ(FormatTable({{"a"}, {"\x1b"}}), "a\n\\x1b\n"); }

TEST(PrintJson, IsOneLineWithZerosAndTheProtosNames) {
  v1::RatedBot bot;
  bot.set_bot("anna\n");
  bot.set_wins(3);
  std::ostringstream out;
  PrintJson(bot, out);
  EXPECT_EQ(
      out.str(),
      "{\"pool\":\"\",\"place\":0,\"bot\":\"anna\\n\",\"elo\":0,\"elo_change\":0,\"games\":0,\"wins\":3,\"draws\":0,"
      "\"losses\":0,\"is_provisional\":false}\n");
}

}  // namespace
}  // namespace flagfall::arena::cli
