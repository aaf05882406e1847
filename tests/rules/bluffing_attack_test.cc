// Attacks: what is said of them, and the calls of the attacked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/rules/bluffing_study.h"

namespace flagfall::bluffing {
namespace {

TEST(Bluffing, R6_2_AnAttackStatesATypeAndTokensBeforeAnythingIsLearnt) {
  AttackStudy study("7", "5", 2);
  ASSERT_EQ(study.Do("a4-a5 claims 9 tokens 1"), "");
  EXPECT_EQ(study.Left(), "a4=7 a5=5, blue defence");
  const v1::BluffingContest contest = study.View().contest();
  EXPECT_EQ(contest.attack().claim(), v1::PIECE_TYPE_GENERAL);
  EXPECT_EQ(contest.attack().tokens(), 1u);
  EXPECT_EQ(contest.attacker(), 30u);
  EXPECT_EQ(contest.target(), 40u);
  EXPECT_EQ(study.Claim("a4"), "9");
  EXPECT_EQ(study.Tokens(), "2-0") << "not spent before it is settled";
}

TEST(Bluffing, R6_2_WhatCannotBeClaimedOrSpentIsRefused) {
  const AttackStudy study("B", "5", 1);
  for (const int type : {0, 11, 12, 13, 77, -1}) {
    EXPECT_EQ(study.Refusal(AttackAction({30, 40}, static_cast<v1::PieceType>(type), 0)), "R6.2") << type;
  }
  for (int type = 1; type <= 10; ++type) {
    EXPECT_EQ(study.Refusal(AttackAction({30, 40}, static_cast<v1::PieceType>(type), 1)), "") << type;
  }
  EXPECT_EQ(study.Refusal("a4-a5 claims 7 tokens 2"), "R6.2");
  EXPECT_EQ(study.Refusal("a4-a5 claims 7 tokens 4294967295"), "R6.2");
  EXPECT_EQ(study.Refusal("a4-a5"), "R6.2") << "without a claim";
  EXPECT_EQ(study.Refusal("a4-a3 claims 7"), "R6.2") << "onto an empty square";
  EXPECT_EQ(study.Refusal("a4-a6 claims 7"), "R2.3");
}

TEST(Bluffing, R6_4_ATrueMovementCallTakesTheAttackBackWithItsTokens) {
  Study study("a2=7 j1=F h1=2", "a5=5 j10=F b10=2");
  ASSERT_EQ(study.Do("h1-h4; call movement; b10-b9; a2-a5 claims 2 tokens 1; call movement"), "");
  EXPECT_EQ(study.Red(), "j1=F a2=7 h4=2*");
  EXPECT_EQ(study.Blue(), "a5=5 b9=2 j10=F");
  EXPECT_EQ(study.Open(), "blue ply");
  EXPECT_EQ(study.Tokens(), "1-0");
  EXPECT_EQ(study.Possible("a2"), "S3456789MBF");
  EXPECT_EQ(study.Possible("a5"), "") << "nothing is learnt of the defender";
  EXPECT_EQ(study.game().Progress().plies, 3u);
  EXPECT_TRUE(study.View().is_last_ply_taken_back());
  EXPECT_EQ(study.Refusal("call movement"), "R6.3");
}

TEST(Bluffing, R6_4_AFalseMovementCallGainsATokenAndTheAttackGoesOn) {
  AttackStudy study("7", "5");
  ASSERT_EQ(study.Do("a4-a5 claims 7; call movement"), "");
  EXPECT_EQ(study.Left(), "a4=7 a5=5, blue defence");
  EXPECT_EQ(study.Tokens(), "1-0");
  EXPECT_EQ(study.Possible("a4"), "S23456789M");
  EXPECT_EQ(study.View().contest().attack().tokens(), 0u) << "the token is not for this attack";
  ASSERT_EQ(study.Do("declare 7; let"), "");
  EXPECT_EQ(study.Left(), "- -, blue ply") << "a 7 without tokens ties";
  EXPECT_EQ(study.Tokens(), "1-0");
}

TEST(Bluffing, R6_4_AFalseMovementCallOfALongAttackRevealsTheScout) {
  Study study("a2=2 j1=F", "a5=5 j10=F");
  ASSERT_EQ(study.Do("a2-a5 claims 2; call movement"), "");
  EXPECT_EQ(study.Red(), "j1=F a2=2*");
  EXPECT_EQ(study.Open(), "blue defence");
}

TEST(Bluffing, R6_4_ATrueAttackCallRemovesTheAttackerAlone) {
  AttackStudy study("4", "5", 1);
  ASSERT_EQ(study.Do("a4-a5 claims 9 tokens 0; call attack"), "");
  EXPECT_EQ(study.Left(), "- a5=5, blue ply");
  EXPECT_EQ(study.Removed(v1::SIDE_RED), "a5=4*");
  EXPECT_EQ(study.Tokens(), "1-0");
  EXPECT_EQ(study.Possible("a5"), "56789MB") << "what a 4 does not beat or tie";
}

TEST(Bluffing, R6_4_ATrueAttackCallRemovesTheDefenderThatWouldHaveLostOrTied) {
  struct {
    const char *red, *blue;
    int tokens;
  } const rows[] = {{"7", "5", 0}, {"5", "5", 0}, {"4", "5", 1}, {"B", "M", 0}, {"B", "B", 0}, {"2", "B", 1}};
  for (const auto& row : rows) {
    AttackStudy study(row.red, row.blue, row.tokens);
    ASSERT_EQ(study.Do(absl::StrCat("a4-a5 claims 9 tokens ", row.tokens, "; call attack")), "");
    EXPECT_EQ(study.Left(), "- -, blue ply") << row.red << row.blue;
    EXPECT_EQ(study.Removed(v1::SIDE_RED), absl::StrCat("a5=", row.red, "*"));
    EXPECT_EQ(study.Removed(v1::SIDE_BLUE), absl::StrCat("a5=", row.blue, "*"));
    EXPECT_EQ(study.Tokens(), "0-0") << "tokens are consumed, and nobody gains one";
  }
}

TEST(Bluffing, R6_4_AFalseAttackCallRevealsTheAttackerAndGainsAToken) {
  AttackStudy study("7", "5");
  ASSERT_EQ(study.Do("a4-a5 claims 7; call attack"), "");
  EXPECT_EQ(study.Left(), "a4=7* a5=5, blue defence");
  EXPECT_EQ(study.Tokens(), "1-0");
  EXPECT_EQ(study.View().contest().attack().tokens(), 0u);
}

TEST(Bluffing, R6_4_CallsComeInOrderAndOnceEach) {
  AttackStudy study("7", "5");
  ASSERT_EQ(study.Do("a4-a5 claims 7"), "");
  EXPECT_EQ(study.Refusal("call defence"), "R6.4");
  ASSERT_EQ(study.Do("call movement"), "");
  EXPECT_EQ(study.Refusal("call movement"), "R6.4");
  ASSERT_EQ(study.Do("call attack"), "");
  EXPECT_EQ(study.Refusal("call attack"), "R6.4");
  EXPECT_EQ(study.Tokens(), "2-0");
  AttackStudy other("7", "5");
  ASSERT_EQ(other.Do("a4-a5 claims 7; call attack"), "");
  EXPECT_EQ(other.Refusal("call movement"), "R6.4") << "not after the attack was called";
}

TEST(Bluffing, R6_4_AFalseMovementCallThenATrueAttackCall) {
  AttackStudy study("7", "9");
  ASSERT_EQ(study.Do("a4-a5 claims M; call movement; call attack"), "");
  EXPECT_EQ(study.Left(), "- a5=9, blue ply");
  EXPECT_EQ(study.Tokens(), "1-0");
}

TEST(Bluffing, R6_4_OnlyTheDefenderAnswersAndOnlyWithAnAnswer) {
  AttackStudy study("7", "5");
  ASSERT_EQ(study.Do("a4-a5 claims 7"), "");
  for (const char* words : {"let", "a5-a6", "a5-a4 claims 7"}) EXPECT_EQ(study.Refusal(words), "R6.4") << words;
  EXPECT_EQ(study.Refusal(v1::Action()), "R6");
  v1::Action empty;
  empty.mutable_bluffing();
  EXPECT_EQ(study.Refusal(empty), "R6.4");
  BluffingGame copy = study.game();
  EXPECT_EQ(ClauseOf(copy.Act(v1::SIDE_RED, CallAction(v1::BLUFF_CALL_ATTACK)).status()), "R6.4");
}

}  // namespace
}  // namespace flagfall::bluffing
