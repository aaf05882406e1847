#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/rules/study.h"

namespace flagfall::board {
namespace {

// Blue's answers shuttle with pieces far away, two in turn so that none of them is ever barred.
constexpr char kBlue[] = "i10=4 j8=5 a10=F";
constexpr char kBlueAnswers[][8] = {"i10-i9", "j8-j7", "i9-i10", "j7-j8"};

// Plays Red's plies with Blue's answers between them; Red is to move at the end.
std::string PlayRed(BoardState& state, const std::vector<std::string>& red) {
  for (std::size_t i = 0; i < red.size(); ++i) {
    if (std::string bad = Play(state, red[i]); !bad.empty()) return bad;
    if (std::string bad = Play(state, kBlueAnswers[i % 4]); !bad.empty()) return bad;
  }
  return "";
}

struct Row {
  const char* what;
  const char* red_pieces;
  std::vector<std::string> red_plies;
  const char* ply;
  const char* verdict;
};

class TwoSquaresTest : public testing::TestWithParam<Row> {};

TEST_P(TwoSquaresTest, TwoSquares_R3_2_LimitOfThree) {
  const Row& row = GetParam();
  BoardState state = Study(BoardRules::Classic(), row.red_pieces, kBlue);
  ASSERT_EQ(PlayRed(state, row.red_plies), "") << row.what;
  EXPECT_EQ(Verdict(state, row.ply), row.verdict) << row.what;
}

const Row kRows_[] = {
    {"the third crossing is legal", "a4=5 e1=6", {"a4-a5", "a5-a4"}, "a4-a5", ""},
    {"the fourth is not", "a4=5 e1=6", {"a4-a5", "a5-a4", "a4-a5"}, "a5-a4", "R3.2"},
    {"another way is", "a4=5 e1=6", {"a4-a5", "a5-a4", "a4-a5"}, "a5-a6", ""},
    {"and so is another piece's", "a4=5 e1=6", {"a4-a5", "a5-a4", "a4-a5"}, "e1-e2", ""},
    {"a turn by another piece in between", "a4=5 e1=6", {"a4-a5", "a5-a4", "a4-a5", "e1-e2"}, "a5-a4", ""},
    {"R3.4: the count begins anew after it",
     "a4=5 e1=6",
     {"a4-a5", "a5-a4", "a4-a5", "e1-e2", "a5-a4", "a4-a5", "a5-a4"},
     "a4-a5",
     "R3.2"},
    {"a Scout on longer and longer plies", "a2=2 e1=6", {"a2-a3", "a3-a1", "a1-a4"}, "a4-a2", "R3.2"},
    {"R3.3: a shorter one that stops before the boundary", "a2=2 e1=6", {"a2-a3", "a3-a1", "a1-a4"}, "a4-a3", ""},
    {"R3.3: going on along the file", "a2=2 e1=6", {"a2-a3", "a3-a1", "a1-a4"}, "a4-a7", ""},
    {"R3.4: a boundary that a shorter ply left out", "a3=2 e1=6", {"a3-a5", "a5-a4", "a4-a7"}, "a7-a5", ""},
    {"beside the one that it did not", "a3=2 e1=6", {"a3-a5", "a5-a4", "a4-a7"}, "a7-a4", "R3.2"},
    {"a perpendicular ply lets all counts fall",
     "a4=5 e1=6",
     {"a4-a5", "a5-a4", "a4-a5", "a5-b5", "b5-a5"},
     "a5-a4",
     ""},
    {"a Scout's long shuttle", "a1=2 e1=6", {"a1-a9", "a9-a1", "a1-a9"}, "a9-a8", "R3.2"},
    {"and its way aside", "a1=2 e1=6", {"a1-a9", "a9-a1", "a1-a9"}, "a9-j9", ""},
};
INSTANTIATE_TEST_SUITE_P(Table, TwoSquaresTest, testing::ValuesIn(kRows_));

TEST(TwoSquares, TwoSquares_R3_1_AnAttackIsTheFourthCrossing) {
  // Blue's Marshal steps onto a4 once Red has left it for the third time.
  BoardState state = Study(BoardRules::Classic(), "a4=5 e1=6", "b4=M b8=4 a10=F");
  ASSERT_EQ(Play(state, "a4-a5 b8-b7 a5-a4 b7-b8 a4-a5 b4-a4"), "");
  EXPECT_EQ(Verdict(state, "a5-a4"), "R3.2");
  EXPECT_EQ(Verdict(state, "a5-b5"), "");
}

TEST(TwoSquares, TwoSquares_R3_1_AnAttackCountsAsACrossing) {
  // Red's third crossing captures the Scout that has come to a5.
  BoardState state = Study(BoardRules::Classic(), "a4=5 e1=6", "a8=2 b8=4 a10=F");
  ASSERT_EQ(Play(state, "a4-a5 b8-b7 a5-a4 a8-a5 a4-a5 b7-b8"), "");
  EXPECT_EQ(Verdict(state, "a5-a4"), "R3.2");
}

TEST(TwoSquares, TwoSquares_R3_2_LimitOfTwoInBattleAndDuel) {
  for (const BoardRules& rules : {BoardRules::Battle(), BoardRules::Duel()}) {
    BoardState state = Study(rules, "a4=5 e1=6", kBlue);
    ASSERT_EQ(PlayRed(state, {"a4-a5", "a5-a4"}), "");
    EXPECT_EQ(Verdict(state, "a4-a5"), "R3.2");
    EXPECT_EQ(Verdict(state, "a4-b4"), "");
  }
}

// With the option every ply of the piece is barred for one turn, where the general sentence bars only the way back.
TEST(TwoSquares, TwoSquares_R3_6_APieceAtTheLimitRestsForATurn) {
  BoardRules rules = BoardRules::Classic();
  for (const bool rests : {false, true}) {
    rules.two_squares_piece = rests;
    BoardState state = Study(rules, "a4=5 e1=6", "i10=4 j8=5 a10=F b5=4");
    ASSERT_EQ(PlayRed(state, {"a4-a5", "a5-a4", "a4-a5"}), "");
    EXPECT_EQ(Verdict(state, "a5-a4"), "R3.2");
    EXPECT_EQ(Verdict(state, "a5-a6"), rests ? "R3.6" : "") << "on along the file";
    EXPECT_EQ(Verdict(state, "a5-b5"), rests ? "R3.6" : "") << "an attack";
    EXPECT_EQ(Verdict(state, "e1-e2"), "") << "any other piece may move";
    ASSERT_EQ(PlayRed(state, {"e1-e2"}), "");
    EXPECT_EQ(Verdict(state, "a5-a4"), "") << "one turn is enough";
  }
}

TEST(TwoSquares, TwoSquares_R3_6_AnyBoundaryOfAScoutsPliesCounts) {
  BoardRules rules = BoardRules::Battle();
  rules.two_squares_piece = true;
  // Only 4|5 was crossed twice; by R3.3 alone a6-a5 would be legal.
  BoardState state = Study(rules, "a5=2 e1=6", kBlue);
  ASSERT_EQ(PlayRed(state, {"a5-a4", "a4-a6"}), "");
  EXPECT_EQ(Verdict(state, "a6-a4"), "R3.2");
  EXPECT_EQ(Verdict(state, "a6-a5"), "R3.6");
  EXPECT_EQ(Verdict(state, "a6-d6"), "R2") << "a lake";
  EXPECT_EQ(Verdict(state, "a6-b6"), "R3.6");
}

TEST(TwoSquares, TwoSquares_R3_6_APlayerWithThatPieceAloneLoses) {
  BoardRules rules = BoardRules::Battle();
  rules.two_squares_piece = true;
  BoardState state = Study(rules, "a4=5 j1=F", kBlue);
  ASSERT_EQ(PlayRed(state, {"a4-a5", "a5-a4"}), "");
  EXPECT_EQ(state.Result(), (BoardResult{.winner = Side::kBlue, .reason = EndReason::kNoLegalPly}));
}

TEST(TwoSquares, TwoSquares_R3_2_LimitsAsOptions) {
  for (const int limit : {0, 1, 2, 5, 100}) {
    BoardRules rules = BoardRules::Classic();
    rules.two_squares_max = limit;
    BoardState state = Study(rules, "a4=5", "j8=5 j1=F");
    int crossings = 0;
    const char* red[] = {"a4-a5", "a5-a4"};
    const char* blue[] = {"j8-j7", "j7-j8"};
    while (crossings < 150 && Verdict(state, red[crossings % 2]).empty()) {
      state.Make(PlyOf(red[crossings % 2]));
      state.Make(PlyOf(blue[crossings % 2]));
      ++crossings;
    }
    EXPECT_EQ(crossings, limit == 0 ? 150 : limit);
  }
}

}  // namespace
}  // namespace flagfall::board
