// What comes of an attack: declarations, the last call, combat by the claims, and the Flag.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/rules/bluffing_study.h"

namespace flagfall::bluffing {
namespace {

TEST(Bluffing, R6_5_AnyTypeMayBeDeclaredButNotFalselyTheFlag) {
  AttackStudy study("7", "5");
  ASSERT_EQ(study.Do("a4-a5 claims 7"), "");
  for (int type = 1; type <= 11; ++type) {
    EXPECT_EQ(study.Refusal(DeclarationAction(static_cast<v1::PieceType>(type))), "") << type;
  }
  for (const int type : {0, 12, 13, 99}) {
    EXPECT_EQ(study.Refusal(DeclarationAction(static_cast<v1::PieceType>(type))), "R6.5") << type;
  }
  ASSERT_EQ(study.Do("declare B"), "");
  EXPECT_EQ(study.Left(), "a4=7 a5=5, red call");
  EXPECT_EQ(study.Claim("a5"), "B");
}

TEST(Bluffing, R6_5_TheFlagDeclaredTrulyFalls) {
  for (const char* answer : {"let", "call defence"}) {
    Study study("a4=7 j1=F", "a5=F j9=5");
    ASSERT_EQ(study.Do("a4-a5 claims S; declare F"), "");
    EXPECT_EQ(study.Possible("a5"), "F");
    ASSERT_EQ(study.Do(answer), "");
    EXPECT_EQ(study.Open(), "RESULT_RED_WINS REASON_FLAG_CAPTURED");
  }
}

TEST(Bluffing, R6_6_ATrueDefenceCallRemovesTheDefenderAndGainsAToken) {
  AttackStudy study("7", "5", 1);
  ASSERT_EQ(study.Do("a4-a5 claims 7 tokens 1; declare M; call defence"), "");
  EXPECT_EQ(study.Left(), "a5=7 -, blue ply") << "the attacker takes the square, and is not shown";
  EXPECT_EQ(study.Removed(v1::SIDE_BLUE), "a5=5*");
  EXPECT_EQ(study.Tokens(), "1-0") << "one spent, one gained";
  EXPECT_EQ(study.Possible("a4"), "56789MB") << "what beats a 5 with a token";
}

TEST(Bluffing, R6_6_ATrueDefenceCallRemovesTheAttackerThatWouldHaveLostOrTied) {
  struct {
    const char *red, *blue;
  } const rows[] = {{"4", "5"}, {"5", "5"}, {"7", "B"}, {"B", "3"}, {"B", "B"}};
  for (const auto& row : rows) {
    AttackStudy study(row.red, row.blue);
    ASSERT_EQ(study.Do("a4-a5 claims 9; declare M; call defence"), "");
    EXPECT_EQ(study.Left(), "- -, blue ply") << row.red << row.blue;
    EXPECT_EQ(study.Removed(v1::SIDE_RED), absl::StrCat("a5=", row.red, "*"));
    EXPECT_EQ(study.Removed(v1::SIDE_BLUE), absl::StrCat("a5=", row.blue, "*"));
    EXPECT_EQ(study.Tokens(), "1-0");
  }
}

TEST(Bluffing, R6_6_AFalseDefenceCallRevealsTheDefenderAndCombatGoesByTheClaims) {
  AttackStudy study("4", "5");
  ASSERT_EQ(study.Do("a4-a5 claims 9; declare 5; call defence"), "");
  EXPECT_EQ(study.Left(), "a5=4 -, blue ply") << "the claimed 9 beats the 5";
  EXPECT_EQ(study.Removed(v1::SIDE_BLUE), "a5=5*");
  EXPECT_EQ(study.Tokens(), "0-1");
}

TEST(Bluffing, R6_6_OnlyTheAttackerAndOnlyTheDefence) {
  AttackStudy study("7", "5");
  ASSERT_EQ(study.Do("a4-a5 claims 7; declare 5"), "");
  for (const char* words : {"call movement", "call attack", "declare 5", "a4-a3", "a4-a5 claims 7"}) {
    EXPECT_EQ(study.Refusal(words), "R6.6") << words;
  }
  BluffingGame copy = study.game();
  EXPECT_FALSE(copy.Act(v1::SIDE_BLUE, LetStandAction()).ok());
}

TEST(Bluffing, R6_7_CombatGoesByTheClaimsAndTheRemovedStayFaceDown) {
  AttackStudy wins("2", "M");
  ASSERT_EQ(wins.Do("a4-a5 claims 9; declare 5; let"), "");
  EXPECT_EQ(wins.Left(), "a5=2 -, blue ply");
  EXPECT_EQ(wins.Removed(v1::SIDE_BLUE), "a5=?");
  EXPECT_EQ(wins.Removed(v1::SIDE_BLUE, v1::OBSERVER_RED), "a5=?");
  EXPECT_EQ(wins.Removed(v1::SIDE_BLUE, v1::OBSERVER_BLUE), "a5=M") << "its owner knows it";
  EXPECT_EQ(wins.Removed(v1::SIDE_BLUE, v1::OBSERVER_ALL), "a5=M");
  EXPECT_EQ(wins.Possible("a5"), "S23456789MB") << "no Flag, as the game goes on";
  AttackStudy loses("M", "2");
  ASSERT_EQ(loses.Do("a4-a5 claims 9; declare B; let"), "");
  EXPECT_EQ(loses.Left(), "- a5=2, blue ply");
  EXPECT_EQ(loses.Removed(v1::SIDE_RED), "a5=?");
  AttackStudy ties("M", "2");
  ASSERT_EQ(ties.Do("a4-a5 claims 9; declare 9; let"), "");
  EXPECT_EQ(ties.Left(), "- -, blue ply");
}

TEST(Bluffing, R6_7_TokensCountAndAreConsumedWhateverTheOutcome) {
  struct {
    const char *said, *left, *tokens;
  } const rows[] = {
      {"a4-a5 claims 4 tokens 1; declare 5; let", "- -, blue ply", "1-0"},
      {"a4-a5 claims 4 tokens 2; declare 5; let", "a5=4 -, blue ply", "0-0"},
      {"a4-a5 claims 4 tokens 2; declare 9; let", "- a5=5, blue ply", "0-0"},
      {"a4-a5 claims 2 tokens 1; declare B; let", "a5=4 -, blue ply", "1-0"},
      {"a4-a5 claims S tokens 2; declare M; let", "a5=4 -, blue ply", "0-0"},
      {"a4-a5 claims M tokens 1; declare S; let", "- a5=5, blue ply", "1-0"},
      {"a4-a5 claims M tokens 0; declare S; let", "a5=4 -, blue ply", "2-0"},
  };
  for (const auto& row : rows) {
    AttackStudy study("4", "5", 2);
    ASSERT_EQ(study.Do(row.said), "");
    EXPECT_EQ(study.Left(), row.left) << row.said;
    EXPECT_EQ(study.Tokens(), row.tokens) << row.said;
  }
}

TEST(Bluffing, R6_8_TrueTypesAndTokensDecideAfterATrueCall) {
  AttackStudy eleven("M", "S", 1);
  ASSERT_EQ(eleven.Do("a4-a5 claims 9 tokens 1; call attack"), "");
  EXPECT_EQ(eleven.Left(), "- a5=S, blue ply") << "an 11 loses to a Spy";
  AttackStudy spy("S", "M", 2);
  ASSERT_EQ(spy.Do("a4-a5 claims S tokens 2; declare 5; call defence"), "");
  EXPECT_EQ(spy.Left(), "a5=S -, blue ply") << "a Spy takes the Marshal with tokens, too";
}

TEST(Bluffing, R6_9_TokensBeginAtNoneArePublicAndAddUp) {
  const AttackStudy none("7", "5");
  EXPECT_EQ(none.Tokens(), "0-0");
  EXPECT_EQ(none.Refusal("a4-a5 claims 7 tokens 1"), "R6.2");
  const AttackStudy many("7", "5", 30);
  for (const v1::Observer observer : kEventObservers) {
    EXPECT_EQ(many.View(observer).tokens().red(), 30u);
  }
}

TEST(Bluffing, R6_10_AFlagRemovedInAnyWayLoses) {
  struct {
    const char *red, *blue, *said, *end;
  } const rows[] = {
      {"a4=7", "a5=F", "a4-a5 claims 9; declare 5; let", "RESULT_RED_WINS"},           // by claims
      {"a4=7", "a5=F", "a4-a5 claims 9; declare M; call defence", "RESULT_RED_WINS"},  // called
      {"a4=7", "a5=F", "a4-a5 claims 9; call attack", "RESULT_RED_WINS"},              // with the attacker
      {"a4=F", "a5=7", "a4-a5 claims 9; call attack", "RESULT_BLUE_WINS"},             // attacking
      {"a4=F", "a5=7", "a4-a5 claims 9; declare M; let", "RESULT_BLUE_WINS"},
      {"a4=F", "a5=7", "a4-a5 claims 9; declare M; call defence", "RESULT_BLUE_WINS"},
  };
  for (const auto& row : rows) {
    Study study(absl::StrCat(row.red, " j1=5"), absl::StrCat(row.blue, " j10=5"));
    ASSERT_EQ(study.Do(row.said), "");
    EXPECT_EQ(study.Open(), absl::StrCat(row.end, " REASON_FLAG_CAPTURED")) << row.red << " " << row.said;
    const v1::Side loser = row.red[3] == 'F' ? v1::SIDE_RED : v1::SIDE_BLUE;
    EXPECT_EQ(study.Removed(loser), "a5=F*") << "a Flag does not stay face down";
  }
}

TEST(Bluffing, R6_10_BothFlagsAtOnceDraw) {
  for (const char* said :
       {"a4-a5 claims 9; call attack", "a4-a5 claims 9; declare M; call defence", "a4-a5 claims 9; declare 9; let"}) {
    Study study("a4=F j1=5", "a5=F j10=5");
    ASSERT_EQ(study.Do(said), "");
    EXPECT_EQ(study.Open(), "RESULT_DRAW REASON_FLAG_CAPTURED") << said;
  }
}

TEST(Bluffing, R6_10_AnAttackingFlagThatWinsByItsClaimGoesOn) {
  AttackStudy study("F", "5");
  ASSERT_EQ(study.Do("a4-a5 claims 9; declare 5; let"), "");
  EXPECT_EQ(study.Left(), "a5=F -, blue ply");
}

TEST(Bluffing, R6_11_AnAttackThatStoodCountsWhateverWasCalled) {
  Study study("a4=7 j1=F", "a5=5 j10=F b9=2");
  ASSERT_EQ(study.Do("a4-a5 claims 9; call attack"), "");
  EXPECT_EQ(study.game().Progress().plies, 1u);
  EXPECT_EQ(study.game().Progress().plies_since_capture, 0u);
  EXPECT_EQ(study.Refusal("call movement"), "R6.3") << "an attack's movement is called before it is settled";
}

TEST(Bluffing, R6_12_AClaimProvesNothing) {
  AttackStudy study("7", "5");
  ASSERT_EQ(study.Do("a4-a5 claims 7; declare 4; let"), "");
  EXPECT_EQ(study.Pieces(v1::SIDE_RED, v1::OBSERVER_BLUE), "h1=? j1=? a5=?");
  EXPECT_EQ(study.Possible("a4"), "");
  EXPECT_EQ(study.Claim("a4"), "7");
}

TEST(Bluffing, R6_12_WhatACallRevealedStaysKnown) {
  AttackStudy study("7", "5");
  ASSERT_EQ(study.Do("a4-a5 claims 7; call attack; declare 4; let; b10-b9; a5-a6"), "");
  EXPECT_EQ(study.Pieces(v1::SIDE_RED, v1::OBSERVER_BLUE), "h1=? j1=? a6=7*");
}

}  // namespace
}  // namespace flagfall::bluffing
