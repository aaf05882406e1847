// What is refused, with its clause and its message: plies by R2, R3 and R4, set-ups by R1.
#include "referee/rules/board/legality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "referee/rules/board/board_state.h"
#include "referee/rules/clause_error.h"
#include "tests/rules/study.h"
#include "tests/support/status_matchers.h"

namespace flagfall::board {
namespace {

struct IllegalRow {
  const char* ply;
  const char* clause;
  const char* message;
  friend std::ostream& operator<<(std::ostream& out, const IllegalRow& row) { return out << row.ply; }
};

class IllegalPlyTest : public testing::TestWithParam<IllegalRow> {};

TEST_P(IllegalPlyTest, R2_IsRefusedWithItsClause) {
  const BoardState state = Study(BoardRules::Classic(), "a1=F b1=B b4=5 c4=2 e4=2 j1=2", "e7=5 j10=F j2=4");
  const absl::Status status = CheckPly(state, PlyOf(GetParam().ply));
  EXPECT_EQ(ClauseOf(status), GetParam().clause) << status;
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr(GetParam().message));
  EXPECT_EQ(state.IsLegal(PlyOf(GetParam().ply)), status.ok());
}

constexpr IllegalRow kIllegalRows[] = {
    {"b4-b5", "", ""},
    {"c4-c3", "", ""},
    {"e4-e7", "", ""},
    {"j1-j2", "", ""},
    {"b4-b4", "R2.1", "passing is not a ply"},
    {"a5-a6", "R2.1", "no red piece stands on a5"},
    {"e7-e6", "R2.1", "no red piece stands on e7"},
    {"a1-a2", "R2.2", "the Flag on a1 does not move"},
    {"b1-b2", "R2.2", "the Bomb on b1 does not move"},
    {"b4-b6", "R2.2", "the Lieutenant on b4 moves one"},
    {"b4-a5", "R2.2", "not along a file or a row"},
    {"c4-b4", "R2.2", "leads onto a piece of red's own"},
    {"e4-a4", "R2.3", "leads through c4, which is not empty"},
    {"c4-c5", "R1.1", "leads onto a lake"},
    {"c4-c7", "R1.1", "leads through c5, which is a lake"},
    {"e4-e8", "R2.3", "leads through e7, which is not empty"},
    {"j1-j5", "R2.3", "leads through j2, which is not empty"},
};
INSTANTIATE_TEST_SUITE_P(Table, IllegalPlyTest, testing::ValuesIn(kIllegalRows));

TEST(CheckPly, R2_1_NumbersOffTheBoard) {
  const BoardState state = Study(BoardRules::Classic(), "a1=2", "j10=2");
  for (const Ply ply : {Ply{0, 100}, Ply{200, 3}, Ply{255, 255}}) {
    EXPECT_EQ(ClauseOf(CheckPly(state, ply)), "R2.1");
    EXPECT_FALSE(state.IsLegal(ply));
  }
}

// What the rules on repetition bar is told with the clause and the limit that is set.
TEST(CheckPly, R3_2_R3_6_R4_6_R4_8_WhatIsBarredIsToldWithItsLimit) {
  BoardRules twice = BoardRules::Classic();
  twice.two_squares_max = 2;
  BoardRules game_scope = BoardRules::Classic();
  game_scope.chase_scope = ChaseScope::kGame;
  BoardRules rests = BoardRules::Classic();
  rests.two_squares_piece = true;
  BoardRules once = BoardRules::Battle();
  once.chase_turns_max = 1;
  struct Row {
    const BoardRules& rules;
    const char* plies;
    const char* ply;
    const char* clause;
    const char* message;
  };
  // Red goes round after Blue within e3, e4, f3 and f4.
  constexpr char kRound[] = "d4-e4 e3-f3 e4-e3 f3-f4 e3-f3 f4-e4 f3-f4 e4-e3";
  const BoardRules classic = BoardRules::Classic();
  const BoardRules battle = BoardRules::Battle();
  for (const Row& row : {
           Row{classic, "d4-d3 e3-e2 d3-d4 e2-e3 d4-d3 j9-j8", "d3-d4", "R3.2",
               "d3-d4 would cross the same boundary with the same piece for more than 3 turns on end"},
           Row{twice, "d4-d3 e3-e2 d3-d4 j9-j8", "d4-d3", "R3.2",
               "d4-d3 would cross the same boundary with the same piece for more than 2 turns on end"},
           Row{classic, kRound, "f4-e4", "R4.6",
               "f4-e4 chases and would repeat a position that stood since the chase began"},
           Row{game_scope, kRound, "f4-e4", "R4.6",
               "f4-e4 chases and would repeat a position that stood since the game began"},
           Row{battle, "d4-e4 e3-f3 e4-e3 f3-f4", "e3-f3", "R4.8",
               "e3-f3 would threaten the same piece for more than 2 turns on end"},
           Row{rests, "d4-d3 e3-e2 d3-d4 e2-e3 d4-d3 j9-j8", "d3-c3", "R3.6",
               "d3-c3 moves a piece that has crossed one boundary in its owner's last 3 turns; another piece must "
               "move"},
           Row{once, "d4-e4 e3-f3", "e4-e3", "R4.8", "e4-e3 would threaten the same piece for more than 1 turn"},
       }) {
    BoardState state = Study(row.rules, "d4=9 a1=4", "e3=5 j9=5");
    ASSERT_EQ(Play(state, row.plies), "") << row.message;
    const absl::Status status = CheckPly(state, PlyOf(row.ply));
    EXPECT_THAT(status, IsError(absl::StatusCode::kInvalidArgument, row.message));
    EXPECT_EQ(ClauseOf(status), row.clause) << row.message;
  }
}

TEST(CheckSetUp, R1_2_R1_3_NamesThePlacementThatIsWrong) {
  const BoardRules rules = BoardRules::Barrage();
  struct Row {
    Side side;
    std::vector<Placement> set_up;
    const char* clause;
    const char* message;
  };
  constexpr Square kOff = 100;
  for (const Row& row : {
           Row{Side::kRed, {{kOff, PieceType::kFlag}}, "R1.3", "square 100 is not on the board; squares are 0 to 99"},
           Row{Side::kRed, Pieces("a1=?"), "R1.2", "the piece on a1 has no type"},
           Row{Side::kRed, {{0, static_cast<PieceType>(kPieceTypes)}}, "R1.2", "the piece on a1 has no type"},
           Row{Side::kRed, Pieces("a5=F"), "R1.3", "a5 is outside of red's set-up zone, rows 1 to 4"},
           Row{Side::kBlue, Pieces("a6=F"), "R1.3", "a6 is outside of blue's set-up zone, rows 7 to 10"},
           Row{Side::kRed, Pieces("a1=F b1=B a1=B"), "R1.3", "two pieces stand on a1; one piece to a square"},
           Row{Side::kRed, Pieces("a1=F b1=F"), "R1.2", "the set-up has 0 of type Spy; the army has 1"},
       }) {
    const absl::Status status = CheckSetUp(rules, row.side, row.set_up);
    EXPECT_THAT(status, IsError(absl::StatusCode::kInvalidArgument, row.message));
    EXPECT_EQ(ClauseOf(status), row.clause) << row.message;
  }
}

}  // namespace
}  // namespace flagfall::board
