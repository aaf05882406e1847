#include "referee/rules/bluffing/combat.h"

#include <gtest/gtest.h>

#include <string>

namespace flagfall::bluffing {
namespace {

using board::AttackResult;
using board::TypeOfLetter;

// w the attacker wins, l it loses, = both are removed.
char Result(char attacker, std::uint32_t tokens, char defender) {
  const AttackResult result = Combat(*TypeOfLetter(attacker), tokens, *TypeOfLetter(defender));
  return result == AttackResult::kAttackerWins ? 'w' : result == AttackResult::kDefenderWins ? 'l' : '=';
}

std::string AgainstAll(char attacker, std::uint32_t tokens) {
  std::string row;
  for (const char defender : std::string("S23456789MBF")) row += Result(attacker, tokens, defender);
  return row;
}

TEST(BluffingCombat, R6_8_WithoutTokensRankedPiecesFightAsInClassic) {
  for (const char attacker : std::string("S23456789M")) {
    for (const char defender : std::string("S23456789MBF")) {
      const AttackResult classic = board::Attack(*TypeOfLetter(attacker), *TypeOfLetter(defender));
      EXPECT_EQ(Combat(*TypeOfLetter(attacker), 0, *TypeOfLetter(defender)), classic) << attacker << defender;
    }
  }
}

TEST(BluffingCombat, R6_8_Line1_AFlagTiesWithAFlagAndElseLoses) {
  EXPECT_EQ(AgainstAll('F', 0), "lllllllllll=");
  EXPECT_EQ(AgainstAll('F', 100), "lllllllllll=");
}

TEST(BluffingCombat, R6_8_Line2_AnybodyElseTakesTheFlag) {
  for (const char attacker : std::string("S23456789MB")) EXPECT_EQ(Result(attacker, 0, 'F'), 'w') << attacker;
}

TEST(BluffingCombat, R6_8_Line3_ABombTiesWithABombAndLosesToAMinerAlone) {
  EXPECT_EQ(AgainstAll('B', 0), "wwlwwwwwww=w");
  EXPECT_EQ(AgainstAll('B', 7), "wwlwwwwwww=w") << "tokens add nothing";
}

TEST(BluffingCombat, R6_8_Line4_MinersAndWhatComesToExactlyThreeTakeBombs) {
  EXPECT_EQ(Result('3', 0, 'B'), 'w');
  EXPECT_EQ(Result('3', 5, 'B'), 'w');
  EXPECT_EQ(Result('S', 1, 'B'), 'l');
  EXPECT_EQ(Result('S', 2, 'B'), 'w');
  EXPECT_EQ(Result('S', 3, 'B'), 'l');
  EXPECT_EQ(Result('2', 0, 'B'), 'l');
  EXPECT_EQ(Result('2', 1, 'B'), 'w');
  EXPECT_EQ(Result('2', 2, 'B'), 'l');
  EXPECT_EQ(Result('M', 1, 'B'), 'l');
}

TEST(BluffingCombat, R6_8_Line5_ASpyTakesTheMarshalWithAnyTokens) {
  for (const std::uint32_t tokens : {0u, 1u, 8u, 9u, 20u}) EXPECT_EQ(Result('S', tokens, 'M'), 'w') << tokens;
}

TEST(BluffingCombat, R6_8_Line6_AMarshalWithTokensLosesToASpy) {
  EXPECT_EQ(Result('M', 0, 'S'), 'w');
  EXPECT_EQ(Result('M', 1, 'S'), 'l');
  EXPECT_EQ(Result('M', 4, 'S'), 'l');
  EXPECT_EQ(Result('9', 2, 'S'), 'w') << "another piece that comes to 11 does not";
}

TEST(BluffingCombat, R6_8_Line6_WithTheOptionAnElevenBeatsTheSpyAndNothingElseChanges) {
  for (const char attacker : std::string("S23456789MBF")) {
    for (const char defender : std::string("S23456789MBF")) {
      for (const std::uint32_t tokens : {0u, 1u, 5u}) {
        const AttackResult result = Combat(*TypeOfLetter(attacker), tokens, *TypeOfLetter(defender), true);
        const bool is_eleven = attacker == 'M' && defender == 'S' && tokens > 0;
        const AttackResult before = Combat(*TypeOfLetter(attacker), tokens, *TypeOfLetter(defender));
        EXPECT_EQ(result, is_eleven ? AttackResult::kAttackerWins : before) << attacker << tokens << defender;
      }
    }
  }
}

TEST(BluffingCombat, R6_8_Line7_ElseRankWithTokensCounts) {
  EXPECT_EQ(AgainstAll('5', 1), "wwwww=lllllw");
  EXPECT_EQ(AgainstAll('M', 1), "lwwwwwwwwwlw") << "an 11 beats the 10";
  EXPECT_EQ(AgainstAll('9', 1), "wwwwwwwww=lw");
  EXPECT_EQ(Result('9', 0xffffffff, 'M'), 'w') << "sums do not overflow";
}

}  // namespace
}  // namespace flagfall::bluffing
