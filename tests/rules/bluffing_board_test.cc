// What `bluffing` asks of the board core: movement, attacks settled elsewhere, turns without a ply that stood.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "referee/rules/board/board_state.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/clause_error.h"
#include "tests/rules/study.h"

namespace flagfall::board {
namespace {

PieceId At(absl::string_view name) { return *ParseSquare(name); }

TEST(BluffingBoard, R6_1_EveryPieceHasTheScoutsPlies) {
  const std::string others = "c3=5 e6=2 j10=F";
  const BoardState as_scout = Study(BoardRules::Classic(), "c2=2 a1=B", others);
  PlyList expected;
  as_scout.LegalPlies(expected);
  expected.Sort();
  for (const char* piece : {"c2=F", "c2=B", "c2=M", "c2=S", "c2=?"}) {
    BoardState state = Study(BoardRules::Bluffing(), piece, others);
    PlyList plies;
    state.LegalPlies(plies);
    plies.Sort();
    EXPECT_TRUE(std::equal(plies.begin(), plies.end(), expected.begin(), expected.end())) << piece;
    for (const Ply ply : plies) EXPECT_TRUE(CheckPly(state, ply).ok()) << PlyName(ply);
    EXPECT_EQ(ClauseOf(CheckPly(state, PlyOf("c2-c4"))), "R2.3");
    EXPECT_EQ(ClauseOf(CheckPly(state, PlyOf("c2-d3"))), "R2.2");
  }
}

TEST(BluffingBoard, R6_1_PiecesMoveOnAfterTheyHaveMoved) {
  BoardState state = Study(BoardRules::Bluffing(), "a1=F", "j10=B");
  ASSERT_EQ(Play(state, "a1-a9 j10-j1 a9-f9 j1-g1"), "");
  EXPECT_FALSE(state.PieceOf(At("a1")).is_revealed);
  EXPECT_EQ(state.MovableOf(Side::kRed), BitOf(At("f9")));
}

TEST(BluffingBoard, R6_7_AnAttackSettledElsewhereRevealsNothing) {
  for (const AttackResult result :
       {AttackResult::kAttackerWins, AttackResult::kDefenderWins, AttackResult::kBothRemoved}) {
    BoardState state = Study(BoardRules::Bluffing(), "a4=2 a1=F", "a7=M j10=F");
    const PlyReport report = state.MakeAttack(PlyOf("a4-a7"), result);
    EXPECT_EQ(report.mover, At("a4"));
    EXPECT_EQ(report.target, At("a7"));
    EXPECT_EQ(state.PieceOf(At("a4")).on_board(), result == AttackResult::kAttackerWins);
    EXPECT_EQ(state.PieceOf(At("a7")).on_board(), result == AttackResult::kDefenderWins);
    EXPECT_FALSE(state.PieceOf(At("a4")).is_revealed || state.PieceOf(At("a7")).is_revealed);
    EXPECT_EQ(state.plies_since_capture(), 0u);
    EXPECT_EQ(state.Result(), std::nullopt);
  }
}

TEST(BluffingBoard, R6_10_APlayerWhoseFlagFallsLosesAndBothDraw) {
  const auto result_of = [](AttackResult attack) {
    BoardState state = Study(BoardRules::Bluffing(), "a4=F b1=5", "a5=F j1=5");
    state.MakeAttack(PlyOf("a4-a5"), attack);
    PlyList plies;
    state.LegalPlies(plies);
    EXPECT_TRUE(plies.empty());
    return state.Result();
  };
  EXPECT_EQ(result_of(AttackResult::kAttackerWins), (BoardResult{Side::kRed, EndReason::kFlagCaptured}));
  EXPECT_EQ(result_of(AttackResult::kDefenderWins), (BoardResult{Side::kBlue, EndReason::kFlagCaptured}));
  EXPECT_EQ(result_of(AttackResult::kBothRemoved), (BoardResult{std::nullopt, EndReason::kFlagCaptured}));
}

TEST(BluffingBoard, R6_11_APassIsCountedButIsNoTurnForTwoSquares) {
  BoardState state = Study(BoardRules::Bluffing(), "a4=5", "j7=5");
  ASSERT_EQ(Play(state, "a4-a5 j7-j8 a5-a4 j8-j7 a4-a5 j7-j8"), "");
  EXPECT_EQ(Verdict(state, "a5-a4"), "R3.2");
  state.Pass();
  EXPECT_EQ(state.ply_count(), 7u);
  EXPECT_EQ(state.side_to_move(), Side::kBlue);
  ASSERT_EQ(Play(state, "j8-i8"), "");
  EXPECT_EQ(Verdict(state, "a5-a4"), "R3.2");
}

// Blue's piece on e8 evades to f8; then three answers of Blue's are taken back, each to a threat, and Red's last ply
// would give the position after the evading ply once more, next to the piece that evaded.
TEST(BluffingBoard, R6_11_AThreatThatNoStandingPlyAnsweredEndsTheRun) {
  BoardState state = Study(BoardRules::Bluffing(), "e5=5 f7=4 a2=2", "e8=4 a1=2 j1=2 i8=2");
  ASSERT_EQ(Play(state, "e5-e7 e8-f8"), "");
  for (const char* threat : {"a2-j2", "f7-i7", "j2-a2"}) {
    ASSERT_EQ(Play(state, threat), "");
    state.Pass();
  }
  EXPECT_EQ(state.side_to_move(), Side::kRed);
  EXPECT_EQ(Verdict(state, "i7-f7"), "");
}

TEST(BoardState, R6_7_TheTypeOfARemovedPieceCanBeSupposed) {
  BoardState state = Study(BoardRules::Bluffing(), "a4=2", "a7=M");
  state.MakeAttack(PlyOf("a4-a7"), AttackResult::kAttackerWins);
  state.SetType(At("a7"), PieceType::kSpy);
  EXPECT_EQ(state.PieceOf(At("a7")).type, PieceType::kSpy);
  EXPECT_EQ(state.OccupiedBy(Side::kBlue), Bitboard{0});
}

}  // namespace
}  // namespace flagfall::board
