// Plies to an empty square, and calls of their movement.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/rules/bluffing_study.h"

namespace flagfall::bluffing {
namespace {

TEST(Bluffing, R6_1_AnyPieceMovesLikeAScoutAndKeepsItsType) {
  for (const char* piece : {"F", "B", "S", "3", "M"}) {
    Study study(absl::StrCat("a4=", piece, " j1=2"), "j10=F b9=5");
    ASSERT_EQ(study.Do("a4-a9"), "") << piece;
    EXPECT_EQ(study.Red(), absl::StrCat("j1=2 a9=", piece)) << "and nothing of it is known";
    EXPECT_EQ(study.Pieces(v1::SIDE_RED, v1::OBSERVER_BLUE), "j1=? a9=?");
  }
}

TEST(Bluffing, R6_1_WhatAScoutCouldNotDoIsRefused) {
  const Study study("a4=F b4=M c4=B", "j10=F a7=5");
  EXPECT_EQ(study.Refusal("a4-a8"), "R2.3");
  EXPECT_EQ(study.Refusal("a4-b5"), "R2.2");
  EXPECT_EQ(study.Refusal("a4-b4"), "R2.2");
  EXPECT_EQ(study.Refusal("c4-c5"), "R1.1");
  EXPECT_EQ(study.Refusal("a7-a6"), "R2.1");
}

TEST(Bluffing, R6_3_ATrueCallOfALongPlyTakesItBack) {
  Study study("a4=7 j1=2", "j10=F b9=5");
  ASSERT_EQ(study.Do("a4-a9; call movement"), "");
  EXPECT_EQ(study.Red(), "j1=2 a4=7") << "its type stays hidden";
  EXPECT_EQ(study.Open(), "blue ply");
  EXPECT_EQ(study.Tokens(), "0-0");
  EXPECT_EQ(study.Possible("a4"), "S3456789MBF") << "no Scout";
  EXPECT_TRUE(study.View().is_last_ply_taken_back());
  EXPECT_FALSE(study.View().board().pieces(0).has_moved());
}

TEST(Bluffing, R6_3_ATrueCallOfAShortPlyProvesBombOrFlag) {
  for (const char* piece : {"B", "F"}) {
    Study study(absl::StrCat("a4=", piece, " j1=2"), "j10=F");
    ASSERT_EQ(study.Do("a4-a5; call movement"), "");
    EXPECT_EQ(study.Red(), absl::StrCat("j1=2 a4=", piece));
    EXPECT_EQ(study.Possible("a4"), "BF");
  }
}

TEST(Bluffing, R6_3_AFalseCallOfALongPlyRevealsTheScoutAndGainsAToken) {
  Study study("a4=2 j1=F", "j10=F");
  ASSERT_EQ(study.Do("a4-a9; call movement"), "");
  EXPECT_EQ(study.Red(), "j1=F a9=2*");
  EXPECT_EQ(study.Tokens(), "1-0");
  EXPECT_EQ(study.Open(), "blue ply");
}

TEST(Bluffing, R6_3_AFalseCallOfAShortPlyProvesNeitherBombNorFlag) {
  Study study("a4=7 j1=F", "j10=F");
  ASSERT_EQ(study.Do("a4-a5; call movement"), "");
  EXPECT_EQ(study.Red(), "j1=F a5=7") << "nothing more";
  EXPECT_EQ(study.Possible("a4"), "S23456789M");
  EXPECT_EQ(study.Tokens(), "1-0");
}

TEST(Bluffing, R6_3_OnceAndBeforeTheOwnNextPlyOnly) {
  Study study("a4=7 j1=F", "j10=F b9=5");
  EXPECT_EQ(study.Refusal("call movement"), "R6.3") << "there is no ply before";
  ASSERT_EQ(study.Do("a4-a5"), "");
  EXPECT_EQ(study.Refusal("call attack"), "R6.3");
  EXPECT_EQ(study.Refusal("call defence"), "R6.3");
  ASSERT_EQ(study.Do("call movement"), "");
  EXPECT_EQ(study.Refusal("call movement"), "R6.3") << "once";
  ASSERT_EQ(study.Do("b9-b8; a5-a6; b8-b7"), "");
  EXPECT_TRUE(study.View().may_call_movement()) << "Red may call b8-b7; Blue has missed a5-a6";
  ASSERT_EQ(study.Do("call movement"), "");
  EXPECT_EQ(study.Tokens(), "1-1");
}

TEST(Bluffing, R6_3_APlyTakenBackLeavesNothingToCall) {
  Study study("a4=7 j1=F", "j10=F b9=5");
  ASSERT_EQ(study.Do("a4-a5; b9-b4; call movement"), "");
  EXPECT_EQ(study.Blue(), "b9=5 j10=F");
  EXPECT_EQ(study.Open(), "red ply");
  EXPECT_EQ(study.Refusal("call movement"), "R6.3");
}

TEST(Bluffing, R6_3_APieceThatIsKnownMayBeCalledToo) {
  Study study("a4=2 j1=F", "j10=F b9=5");
  ASSERT_EQ(study.Do("a4-a9; call movement; b9-b8; a9-a3; call movement"), "");
  EXPECT_EQ(study.Tokens(), "2-0");
}

TEST(Bluffing, R6_3_ProofsAddUp) {
  Study study("a4=7 j1=F", "j10=F b9=5");
  ASSERT_EQ(study.Do("a4-a9; call movement; b9-b8; a4-a5; call movement"), "");
  EXPECT_EQ(study.Possible("a4"), "S3456789M");
}

TEST(Bluffing, R6_11_APlyTakenBackIsCountedAsAPly) {
  Study study("a4=7 j1=F", "j10=F b9=5");
  ASSERT_EQ(study.Do("a4-a9; call movement"), "");
  EXPECT_EQ(study.game().Progress().plies, 1u);
  EXPECT_EQ(study.game().Progress().plies_since_capture, 1u);
  ASSERT_EQ(study.Do("b9-b8"), "");
  EXPECT_EQ(study.View().board().ply_count(), 2u);
}

TEST(Bluffing, R6_11_APlyTakenBackNeverHappenedForTwoSquares) {
  Study study("a4=7 c4=7 j1=F", "j10=2 b9=5");
  ASSERT_EQ(study.Do("a4-a5; j10-j9; a5-a4; j9-j8; a4-a5; j8-j7"), "");
  EXPECT_EQ(study.Refusal("a5-a4"), "R3.2");
  ASSERT_EQ(study.Do("c4-f4; call movement; j7-j6"), "");
  EXPECT_EQ(study.Refusal("a5-a4"), "R3.2") << "c4-f4 was no turn in between";
  ASSERT_EQ(study.Do("c4-c3; j6-i6"), "");
  EXPECT_EQ(study.Refusal("a5-a4"), "");
}

TEST(Bluffing, R6_11_APlayerThatCannotMoveMayStillCallAndLosesAfterThat) {
  Study study("a4=7 j1=F", "");  // Blue has no piece at all.
  ASSERT_EQ(study.Do("a4-a9"), "");
  ASSERT_EQ(study.Open(), "blue ply");
  EXPECT_THAT(study.Legal(), testing::ElementsAre("call movement"));
  EXPECT_EQ(study.Refusal("a9-a8"), "R6.11");
  EXPECT_EQ(study.Refusal("a9-a8 claims 7"), "R6.11");
  Random random(1);
  EXPECT_EQ(ActionWords(study.game().Sample(v1::SIDE_BLUE, random)), "call movement");
  ASSERT_EQ(study.Do("call movement"), "");
  EXPECT_EQ(study.Open(), "RESULT_RED_WINS REASON_NO_LEGAL_PLY");
  EXPECT_EQ(study.Red(), "j1=F a4=7");
}

}  // namespace
}  // namespace flagfall::bluffing
