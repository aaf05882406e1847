#include "arena/books/generate.h"

#include <gtest/gtest.h>

#include "arena/books/standard_books.h"
#include "referee/rules/board_game/board_options.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::books {
namespace {

board::BoardRules RulesOf(const std::string& id) {
  v1::Ruleset ruleset;
  ruleset.set_id(id);
  return *BoardRulesOf(ruleset);
}

TEST(Generate, TheBooksThatComeWithTheProgramAreWhatItMakes) {
  std::uint64_t seed = 0;
  for (const StandardBookText& standard : StandardBookTexts()) {
    ++seed;
    const auto book = ParseBook(standard.text, standard.name);
    ASSERT_THAT(book, IsOk());
    EXPECT_EQ(book->set_ups.size(), 1000U);
    EXPECT_EQ(WriteBook(*GenerateBook(book->ruleset_id, 1000, seed)), WriteBook(*book)) << standard.name;
  }
}

TEST(Generate, EverySetUpIsSoundAndAllowed) {
  for (const char* id : {"classic", "battle", "duel", "barrage"}) {
    for (std::uint64_t seed = 2; seed < 6; ++seed) {
      const auto book = GenerateBook(id, 200, seed);
      ASSERT_THAT(book, IsOk());
      for (const auto& set_up : book->set_ups) {
        EXPECT_TRUE(IsSound(set_up, RulesOf(id))) << WriteSetUp(set_up, RulesOf(id).zone_rows);
      }
      // Reading checks R1 and that no set-up appears twice.
      EXPECT_THAT(ParseBook(WriteBook(*book), "generated"), IsOk());
    }
  }
}

TEST(Generate, SeedsMakeDifferentBooks) {
  EXPECT_NE(WriteBook(*GenerateBook("duel", 10, 1)), WriteBook(*GenerateBook("duel", 10, 2)));
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
