#include "arena/books/book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/books/generate.h"
#include "referee/rules/catalogue.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::books {
namespace {

constexpr char kBarrage[] = "....3F9... ....SB...2 .......... ..M......2";

std::string BookOf(const std::string& line) { return absl::StrCat("# mine\nruleset barrage\n", line, "  # good\n"); }

TEST(Book, IsReadAndWritten) {
  const auto book = ParseBook(BookOf(kBarrage), "my.book");
  ASSERT_THAT(book, IsOk());
  EXPECT_EQ(book->ruleset_id, "barrage");
  EXPECT_EQ(WriteBook(*book), absl::StrCat("ruleset barrage\n", kBarrage, "\n"));
  EXPECT_EQ(WriteBook(*ParseBook(WriteBook(*book), "again")), WriteBook(*book));
}

TEST(Book, BlueSeesTheSameSetUpFromItsOwnSide) {
  const auto book = ParseBook(BookOf(kBarrage), "my.book");
  ASSERT_THAT(book, IsOk());
  const v1::SetUp red = SetUpFor(v1::SIDE_RED, book->set_ups[0]);
  const v1::SetUp blue = SetUpFor(v1::SIDE_BLUE, book->set_ups[0]);
  ASSERT_EQ(red.placements_size(), 8);
  for (int i = 0; i < red.placements_size(); ++i) {
    EXPECT_EQ(red.placements(i).square() + blue.placements(i).square(), 99U);
    EXPECT_EQ(red.placements(i).type(), blue.placements(i).type());
  }
}

TEST(Book, ErrorsNameTheLine) {
  const auto error = [](const std::string& text) { return std::string(ParseBook(text, "my.book").status().message()); };
  EXPECT_THAT(error(""), testing::HasSubstr("my.book, line 1: the book holds no set-up"));
  EXPECT_THAT(error(kBarrage), testing::HasSubstr("line 1: a book begins with its ruleset"));
  EXPECT_THAT(error("ruleset gogo\n"), testing::HasSubstr("line 1: "));
  EXPECT_THAT(error("ruleset barrage\nruleset duel\n"), testing::HasSubstr("line 2: the ruleset is named twice"));
  EXPECT_THAT(error(BookOf("F")), testing::HasSubstr("line 3: 1 square; a set-up has 40"));
  EXPECT_THAT(error(BookOf("....3F9... ....SB...2 .......... ..M......x")), testing::HasSubstr("'x' is no piece"));
  EXPECT_THAT(error(BookOf("....3F9... ....SB...2 .......... ..M.......")), testing::HasSubstr("R1."));
}

v1::Ruleset RulesetWith(const std::string& id, const std::vector<std::pair<std::string, std::string>>& options) {
  v1::Ruleset ruleset;
  ruleset.set_id(id);
  for (const auto& [name, value] : options) {
    v1::RulesetOption& option = *ruleset.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  return ruleset;
}

TEST(Book, HoldsAnArmyAndAZoneOfTheHostsChoice_R1_6) {
  constexpr char kDuo[] = "ruleset duel\noption army 1-0-1-0-0-0-0-0-0-0-0-0\noption zone_rows 1\nF2........\n";
  const auto book = ParseBook(kDuo, "duo.book");
  ASSERT_THAT(book, IsOk());
  EXPECT_EQ(WriteBook(*book), kDuo);
  const auto error = [](const std::string& text) { return std::string(ParseBook(text, "my.book").status().message()); };
  EXPECT_THAT(error("option zone_rows 1\n"), testing::HasSubstr("line 1: an option stands right after the ruleset"));
  EXPECT_THAT(error("ruleset duel\noption chase off\n"), testing::HasSubstr("line 2: the options of a book are"));
  EXPECT_THAT(error("ruleset duel\noption zone_rows 0\nF2"), testing::HasSubstr("zone_rows = `0`; expected 1 to 4"));
  EXPECT_THAT(error("ruleset classic\noption zone_rows 3\nF2"), testing::HasSubstr("line 3: R1.6: an army of 40"));
}

TEST(Book, IsForGamesOfItsArmy_R1_6) {
  const std::pair<std::string, std::string> duo = {"army", "1-0-1-0-0-0-0-0-0-0-0-0"};
  constexpr char kDuo[] =
      "ruleset duel\noption army 1-0-1-0-0-0-0-0-0-0-0-0\noption zone_rows 2\nF2..................\n";
  EXPECT_THAT(FindBook(kDuo, RulesetWith("duel", {duo, {"zone_rows", "2"}})), IsOk());
  EXPECT_THAT(FindBook(kDuo, RulesetWith("duel", {duo})), IsOk()) << "its rows are among those of the zone";
  EXPECT_THAT(
      FindBook(kDuo, RulesetWith("duel", {duo, {"zone_rows", "1"}})),
      IsError(absl::StatusCode::kInvalidArgument, "on 2 rows, and its games have 1-0-1-0-0-0-0-0-0-0-0-0 on 1;"));
  EXPECT_THAT(FindBook(kDuo, RulesetWith("duel", {})),
              IsError(absl::StatusCode::kInvalidArgument, "R1.6: the tournament's book sets up the army 1-0-1-"));
  EXPECT_THAT(FindBook(kStandardBook, RulesetWith("duel", {duo})),
              IsError(absl::StatusCode::kInvalidArgument, "expected a book whose `option army`"));
  EXPECT_THAT(FindBook(kDuo, RulesetWith("barrage", {})),
              IsError(absl::StatusCode::kInvalidArgument, "is for duel, and its games are barrage"));
  EXPECT_THAT(FindBook(kStandardBook, RulesetWith("classic", {{"two_squares", "2"}})), IsOk());
}

TEST(Book, HasNoMoreSetUpsAndBytesThanItMay) {
  constexpr std::size_t kDifferent = 1000;
  std::string line = absl::StrCat(std::string(32, '.'), "229BFMS3");
  std::sort(line.begin(), line.end());
  std::string lines;
  for (std::size_t i = 0; i < kDifferent; ++i, std::next_permutation(line.begin(), line.end())) {
    absl::StrAppend(&lines, line, "\n");
  }
  std::string text = "ruleset barrage\n";
  for (std::size_t i = 0; i < kBookSetUpsMax / kDifferent; ++i) text += lines;
  const auto full = ParseBook(text, "full.book");
  ASSERT_THAT(full, IsOk());
  EXPECT_EQ(full->set_ups.size(), kBookSetUpsMax);
  EXPECT_EQ(full->set_ups.CountDifferent(), kDifferent);
  EXPECT_THAT(ParseBook(text + line, "full.book"),
              IsError(absl::StatusCode::kInvalidArgument, "line 1000002: more than 1000000 set-ups"));
  text = BookOf(kBarrage);
  text.resize(kBookBytesMax, '#');
  EXPECT_THAT(ParseBook(text, "full.book"), IsOk());
  EXPECT_THAT(ParseBook(text + "#", "full.book"),
              IsError(absl::StatusCode::kInvalidArgument, "a book has at most 67108864 bytes"));
}

TEST(Book, ASeedDrawsTheSameTwoSetUpsEverywhere) {
  const auto book = StandardBook("classic");
  ASSERT_THAT(book, IsOk());
  const std::string seed(32, 's');
  EXPECT_EQ(DrawSetUps(**book, seed).SerializeAsString(), DrawSetUps(**book, seed).SerializeAsString());
  std::set<std::string> drawn;
  for (char c = 'a'; c <= 'z'; ++c) drawn.insert(DrawSetUps(**book, std::string(32, c)).SerializeAsString());
  EXPECT_EQ(drawn.size(), 26U);
}

TEST(Book, ASetUpIsDrawnAsOftenAsItStandsThere) {
  constexpr char kOther[] = "....3F9... ....SB...2 .......... ..M.....2.";
  const auto book = ParseBook(absl::StrCat(BookOf(kBarrage), kBarrage, "\n", kBarrage, "\n", kOther), "my.book");
  ASSERT_THAT(book, IsOk());
  EXPECT_EQ(book->set_ups.size(), 4U);
  EXPECT_EQ(book->set_ups.CountDifferent(), 2U);
  EXPECT_EQ(WriteBook(*ParseBook(WriteBook(*book), "again")), WriteBook(*book)) << "the weights are kept";
  const std::string rare = SetUpFor(v1::SIDE_RED, book->set_ups[3]).SerializeAsString();
  int rare_count = 0;
  for (int i = 0; i < 1000; ++i) {
    rare_count += DrawSetUps(*book, absl::StrCat(std::string(28, 's'), 1000 + i)).red().SerializeAsString() == rare;
  }
  EXPECT_NEAR(rare_count, 250, 60);
}

TEST(Book, WhatASeedDrawsStaysTheSame) {
  // As it was drawn when a book could hold no set-up twice.
  const auto book = StandardBook("barrage");
  ASSERT_THAT(book, IsOk());
  const v1::GivenSetUps given = DrawSetUps(**book, std::string(32, 's'));
  EXPECT_EQ(given.red().SerializeAsString(), SetUpFor(v1::SIDE_RED, (*book)->set_ups[606]).SerializeAsString());
  EXPECT_EQ(given.blue().SerializeAsString(), SetUpFor(v1::SIDE_BLUE, (*book)->set_ups[538]).SerializeAsString());
}

TEST(Book, AGameTakesWhatIsDrawn) {
  for (const char* id : {"classic", "battle", "duel", "barrage", "bluffing"}) {
    const auto book = StandardBook(id);
    ASSERT_THAT(book, IsOk());
    v1::Ruleset ruleset;
    ruleset.set_id(id);
    const auto game = NewGame(ruleset, std::string(32, 's'));
    const v1::GivenSetUps given = DrawSetUps(**book, std::string(32, 's'));
    v1::Action action;
    *action.mutable_set_up() = given.red();
    EXPECT_THAT((*game)->Act(v1::SIDE_RED, action), IsOk());
    *action.mutable_set_up() = given.blue();
    EXPECT_THAT((*game)->Act(v1::SIDE_BLUE, action), IsOk());
  }
  v1::Ruleset bluffing;
  bluffing.set_id("bluffing");
  const std::string own = WriteBook(*GenerateBook(bluffing, 2, 1));
  EXPECT_THAT(own, testing::StartsWith("ruleset bluffing\n"));
  EXPECT_THAT(FindBook(own, bluffing), IsOk());
  EXPECT_THAT(FindBook(kStandardBook, bluffing), IsOk());
  EXPECT_THAT(StandardBook("gogo"), IsError(absl::StatusCode::kNotFound, "board games and bluffing have one"));
}

}  // namespace
}  // namespace flagfall::arena::books
