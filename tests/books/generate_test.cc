#include "arena/books/generate.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "arena/books/standard_books.h"
#include "referee/rules/board_game/board_options.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::books {
namespace {

v1::Ruleset RulesetOf(const std::string& id, const std::map<std::string, std::string>& options = {}) {
  v1::Ruleset ruleset;
  ruleset.set_id(id);
  for (const auto& [name, value] : options) {
    v1::RulesetOption& option = *ruleset.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  return ruleset;
}

board::BoardRules RulesOf(const std::string& id) { return *BoardRulesOf(RulesetOf(id)); }

TEST(Generate, TheBooksThatComeWithTheProgramAreWhatItMakes) {
  std::uint64_t seed = 0;
  for (const StandardBookText& standard : StandardBookTexts()) {
    ++seed;
    const auto book = ParseBook(standard.text, standard.name);
    ASSERT_THAT(book, IsOk());
    EXPECT_EQ(book->set_ups.size(), 1000U);
    EXPECT_EQ(WriteBook(*GenerateBook(RulesetOf(book->ruleset_id), 1000, seed)), WriteBook(*book)) << standard.name;
  }
}

TEST(Generate, EverySetUpIsSoundAndAllowed) {
  for (const char* id : {"classic", "battle", "duel", "barrage"}) {
    for (std::uint64_t seed = 2; seed < 6; ++seed) {
      const auto book = GenerateBook(RulesetOf(id), 200, seed);
      ASSERT_THAT(book, IsOk());
      for (std::size_t i = 0; i < book->set_ups.size(); ++i) {
        const auto set_up = book->set_ups[i];
        EXPECT_TRUE(IsSound(set_up, RulesOf(id))) << WriteSetUp(set_up, RulesOf(id).zone_rows);
      }
      // Reading checks R1 and that no set-up appears twice.
      EXPECT_THAT(ParseBook(WriteBook(*book), "generated"), IsOk());
    }
  }
}

TEST(Generate, SeedsMakeDifferentBooks) {
  EXPECT_NE(WriteBook(*GenerateBook(RulesetOf("duel"), 10, 1)), WriteBook(*GenerateBook(RulesetOf("duel"), 10, 2)));
}

TEST(Generate, BooksOfAnyArmyAndZone_R1_6) {
  const std::vector<std::pair<const char*, std::map<std::string, std::string>>> rulesets = {
      {"classic", {{"army", "2-2-9-4-3-3-3-3-2-1-1-7"}}},
      {"duel", {{"army", "1-0-4-0-0-0-0-0-0-0-0-0"}, {"zone_rows", "1"}}},
      {"barrage", {{"army", "1-5-5-1-1-1-1-1-1-1-1-1"}, {"zone_rows", "2"}}},
      {"bluffing", {{"army", "1-1-4-5-4-4-4-3-2-1-1-10"}}},
  };
  for (const auto& [id, options] : rulesets) {
    const v1::Ruleset ruleset = RulesetOf(id, options);
    const auto book = GenerateBook(ruleset, 50, 3);
    ASSERT_THAT(book, IsOk()) << id;
    const std::string text = WriteBook(*book);
    EXPECT_THAT(ParseBook(text, "generated"), IsOk());
    EXPECT_THAT(FindBook(text, ruleset), IsOk()) << "a tournament of these games takes it";
  }
  // The army may be given in any form that is read.
  EXPECT_THAT(FindBook(WriteBook(*GenerateBook(RulesetOf("duel", {{"army", "1 1 2 2 0 0 0 0 0 1 1 3"}}), 5, 1)),
                       RulesetOf("duel", {{"army", "1-1-2-2-0-0-0-0-0-1-1-3"}})),
              IsOk());
}

TEST(Generate, SaysWhatItCannotMake) {
  // A Flag and a Scout on one row.
  EXPECT_THAT(GenerateBook(RulesetOf("duel", {{"army", "1-0-1-0-0-0-0-0-0-0-0-0"}, {"zone_rows", "1"}}), 1000, 1),
              IsError(absl::StatusCode::kResourceExhausted, "hardly more than 9 sound set-ups"));
  EXPECT_THAT(GenerateBook(RulesetOf("duel", {{"chase", "off"}}), 5, 1),
              IsError(absl::StatusCode::kInvalidArgument, "`army` and `zone_rows` alone"));
  EXPECT_THAT(GenerateBook(RulesetOf("duel", {{"zone_rows", "5"}}), 5, 1),
              IsError(absl::StatusCode::kInvalidArgument, "1 to 4"));
  EXPECT_THAT(GenerateBook(RulesetOf("cards"), 5, 1), IsError(absl::StatusCode::kNotFound, "no board game"));
}

// A sound set-up of barrage, and others with what is wrong with them.
bool IsBarrageSound(const std::string& line) {
  return IsSound(ParseBook("ruleset barrage\n" + line, "test")->set_ups[0], RulesOf("barrage"));
}

TEST(IsSound, ChecksEachRule) {
  EXPECT_TRUE(IsBarrageSound("....3F9... ....SB...2 .......... ..M......2"));
  EXPECT_FALSE(IsBarrageSound("....3.9... ....SBF..2 .......... ..M......2")) << "the Flag is not on the back row";
  EXPECT_FALSE(IsBarrageSound(".....F9... ...3SB...2 .......... ..M......2")) << "a square beside it is empty";
  EXPECT_FALSE(IsBarrageSound("....3F9... ....B2...S .......... ..M......2")) << "a Scout stands before it";
  EXPECT_FALSE(IsBarrageSound("....3F9... .....B...2 ....S..... ..M......2")) << "the Spy is too far ahead";
}

}  // namespace
}  // namespace flagfall::arena::books
