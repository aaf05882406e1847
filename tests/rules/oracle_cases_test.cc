// Positions whose barred plies were worked out by hand: what the slow implementation is itself held against, and the
// engine with it.

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>

#include "tests/rules/oracle_compare.h"

namespace flagfall {
namespace {

struct Case {
  const char* name;
  // A game text.
  const char* text;
  // Of the position after the last ply, in the order of squares; "" for none.
  const char* barred;
  // A ply that must be legal then.
  const char* legal;

  friend std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.name; }
};

const Case kCases[] = {
    {"R3_2_TheFourthCrossing",
     "ruleset classic\nfree\nsetup red a2=5\nsetup blue j9=4\n"
     "1 a2-a3\n2 j9-j8\n3 a3-a2\n4 j8-j9\n5 a2-a3\n6 j9-i9\n",
     "a3-a2(R3.2)", "a3-a4"},
    {"R3_2_TheThirdCrossingInBattle",
     "ruleset battle\nfree\nsetup red a2=5\nsetup blue j9=4\n1 a2-a3\n2 j9-j8\n3 a3-a2\n4 j8-j9\n", "a2-a3(R3.2)",
     "a2-a1"},
    {"R3_2_AnAttackIsACrossingToo",
     "ruleset classic\nfree\nsetup red a2=5\nsetup blue a1=B b2=4\n1 a2-a3\n2 b2-c2\n3 a3-a2\n4 c2-b2\n5 a2-a3\n"
     "6 b2-a2\n",
     "a3-a2(R3.2)", "a3-a4"},
    {"R3_2_OffWhenTheLimitIsZero",
     "ruleset classic\noption two_squares 0\nfree\nsetup red a2=5\nsetup blue j9=4\n"
     "1 a2-a3\n2 j9-j8\n3 a3-a2\n4 j8-j9\n5 a2-a3\n6 j9-i9\n",
     "", "a3-a2"},
    {"R3_3_AScoutsLongerAndLongerRuns",
     "ruleset classic\nfree\nsetup red a3=2\nsetup blue j9=4\n"
     "1 a3-a5\n2 j9-j8\n3 a5-a2\n4 j8-j7\n5 a2-a6\n6 j7-j6\n",
     "a6-a1(R3.2) a6-a2(R3.2) a6-a3(R3.2) a6-a4(R3.2)", "a6-a5"},
    {"R3_4_ATurnByAnotherPiece",
     "ruleset classic\nfree\nsetup red a2=5 d1=5\nsetup blue j9=4\n"
     "1 a2-a3\n2 j9-j8\n3 a3-a2\n4 j8-j7\n5 d1-d2\n6 j7-j6\n7 a2-a3\n8 j6-i6\n",
     "", "a3-a2"},
    {"R4_6_RoundAndRound",
     "ruleset classic\nfree\nsetup red e5=5 e4=B f4=B\nsetup blue f6=4 e7=B f7=B\n"
     "1 e5-e6\n2 f6-f5\n3 e6-f6\n4 f5-e5\n5 f6-f5\n6 e5-e6\n7 f5-e5\n8 e6-f6\n",
     "e5-e6(R4.6)", "e5-f5"},
    {"R4_6_OneQuietTurnBreaksTheRun",
     "ruleset classic\nfree\nsetup red e5=5 e4=B f4=B a1=5\nsetup blue f6=4 e7=B f7=B j10=4\n"
     "1 e5-e6\n2 f6-f5\n3 e6-f6\n4 f5-e5\n5 a1-a2\n6 j10-j9\n7 f6-f5\n8 e5-e6\n9 f5-e5\n10 e6-f6\n",
     "", "e5-e6"},
    {"R4_7_BackWhereItCameFrom",
     "ruleset classic\nfree\nsetup red e5=5 e4=B f4=B\nsetup blue f6=4 e7=B f7=B\n1 e5-e6\n2 f6-f5\n3 e6-e5\n4 f5-f6\n",
     "", "e5-e6"},
    {"R4_7_StillMeetsR3",
     "ruleset classic\nfree\nsetup red e5=5 e4=B f4=B\nsetup blue f6=4 e7=B f7=B\n"
     "1 e5-e6\n2 f6-f5\n3 e6-e5\n4 f5-f6\n5 e5-e6\n6 f6-f5\n",
     "e6-e5(R3.2)", "e6-f6"},
    {"R4_8_TheThirdThreat",
     "ruleset battle\nfree\nsetup red e5=5 e4=B f4=B a1=5\nsetup blue f6=4 e7=B f7=B\n"
     "1 e5-e6\n2 f6-f5\n3 e6-f6\n4 f5-e5\n",
     "f6-f5(R4.8) f6-e6(R4.8)", "a1-a2"},
    {"R4_8_TwoChasersOfOnePiece",
     "ruleset battle\nfree\nsetup red d3=5 g3=6 g1=5\nsetup blue e2=4\n1 d3-d2\n2 e2-e3\n3 g3-f3\n4 e3-e2\n",
     "f3-f2(R4.8) f3-e3(R4.8)", "g1-g2"},
    {"R4_8_ARunThatAnAttackBegan",
     "ruleset battle\nfree\nsetup red e5=5 e4=B f4=B a1=5\nsetup blue e6=4 f6=4 e7=B f7=B\n"
     "1 e5-e6\n2 f6-f5\n3 e6-f6\n4 f5-e5\n",
     "f6-f5(R4.8) f6-e6(R4.8)", "a1-a2"},
    {"R4_9_AnAttackIsNeverBarredByTheChase",
     "ruleset battle\nfree\nsetup red d3=5 g3=6\nsetup blue e2=4\n1 d3-d2\n2 e2-e3\n3 g3-f3\n4 e3-e2\n",
     "f3-f2(R4.8) f3-e3(R4.8)", "d2-e2"},
};

class Cases : public testing::TestWithParam<Case> {};

TEST_P(Cases, BarredAsWorkedOutByHand) {
  const slow::GameText game = slow::ReadGameText(GetParam().text);
  board::BoardState engine = EngineAtStart(game);
  for (const slow::Ply& ply : game.plies) {
    ASSERT_TRUE(engine.IsLegal(EnginePly(ply))) << slow::PlyName(ply);
    engine.Make(EnginePly(ply));
  }
  const slow::Judgement judgement = slow::Judge(game.rules, game.pieces, game.plies);
  std::ostringstream barred;
  const char* space = "";
  for (const slow::BarredPly& one : judgement.barred) {
    barred << space << slow::PlyName(one.ply) << '(' << one.clause << ')';
    space = " ";
  }
  EXPECT_EQ(barred.str(), GetParam().barred);
  EXPECT_TRUE(std::any_of(judgement.legal.begin(), judgement.legal.end(),
                          [](const slow::Ply& ply) { return slow::PlyName(ply) == GetParam().legal; }));
  EXPECT_EQ(DifferenceOf(engine, judgement), "");
}

INSTANTIATE_TEST_SUITE_P(ByHand, Cases, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace flagfall
