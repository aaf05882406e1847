#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/rules/study.h"

namespace flagfall::board {
namespace {

// A study: after these plies, all legal, that ply of the side to move has that verdict.
struct ChaseRow {
  const char* what;
  const char* red;
  const char* blue;
  const char* plies;
  const char* ply;
  const char* verdict;

  friend std::ostream& operator<<(std::ostream& out, const ChaseRow& row) { return out << row.what; }
};

void Check(const BoardRules& rules, const ChaseRow& row) {
  BoardState state = Study(rules, row.red, row.blue);
  ASSERT_EQ(Play(state, row.plies), "") << row.what;
  EXPECT_EQ(Verdict(state, row.ply), row.verdict) << row.what;
}

// Red goes round after Blue within e3, e4, f3 and f4.
constexpr char kRound[] = "d4-e4 e3-f3 e4-e3 f3-f4 e3-f3 f4-e4 f3-f4 e4-e3";
// The chase is broken off by one quiet turn (e3-d3) and begun anew with d3-d4; d4-e4 would then give the position after
// the first ply once more.
constexpr char kBroken[] = "d4-e4 e3-f3 e4-e3 f3-f4 e3-d3 f4-e4 d3-d4 e4-e3";
// The same, broken by Blue, who does not evade but moves on the j-file, and then by Red.
constexpr char kNotEvaded[] = "d4-e4 e3-f3 e4-e3 j9-j8 e3-e4 j8-j9 e4-e3 f3-f4 e3-f3 f4-e4 f3-f4 e4-e3";
// Two chasers take turns with one evader.
constexpr char kTwoChasers[] = "d3-d4 e4-e3 d4-d3 e3-f3 g4-g3 f3-f4 g3-g4 f4-e4";
// Two evaders, each with a chaser of its own; neither chaser goes back in its very next turn.
constexpr char kTwoEvaders[] = "d4-e4 e3-f3 j6-i6 i7-j7 e4-f4 f3-e3 i6-j6 j7-i7";

struct ClassicTest : testing::TestWithParam<ChaseRow> {};
TEST_P(ClassicTest, Chase_R4_PositionRepetition) { Check(BoardRules::Classic(), GetParam()); }

const ChaseRow kClassicRows[] = {
    {"R4.6: round and round within a 2x2 area", "d4=9", "e3=5", kRound, "f4-e4", "R4.6"},
    {"R4.6: only where the position has stood", "d4=9", "e3=5", "d4-e4 e3-f3 e4-e3 f3-f4 e3-f3 f4-e4", "f3-f4", ""},
    {"R4.5: a ply away from the evader is not a chasing ply", "d4=9", "e3=5", kRound, "f4-g4", ""},
    {"R4.6: a chase opened by a winning attack", "d4=9", "e3=5 e4=4", kRound, "f4-e4", "R4.6"},
    {"R4.6: two chasers", "d3=9 g4=9", "e4=5", kTwoChasers, "d3-d4", "R4.6"},
    {"R4.6: two chasers, the other of them may go on", "d3=9 g4=9", "e4=5", kTwoChasers, "g4-f4", ""},
    {"R4.6: two evaders", "d4=9 j6=9", "e3=5 i7=5", kTwoEvaders, "f4-e4", "R4.6"},
    {"R4.4: one quiet turn breaks the run, what stood before it does not count", "d4=9", "e3=5", kBroken, "d4-e4", ""},
    {"R4.4: a threat left unanswered breaks the run", "d4=9", "e3=5 j9=5", kNotEvaded, "f4-e4", ""},
    {"R4.7: straight back", "d4=9", "e3=5", "d4-e4 e3-f3 e4-f4 f3-e3", "f4-e4", ""},
    {"R4.7: straight back, and R3 lets it", "f4=9", "e3=5", "f4-e4 e3-f3 e4-f4 f3-e3", "f4-e4", ""},
    {"R4.7: straight back, but R3 does not", "f4=9", "e3=5", "f4-e4 e3-f3 e4-f4 f3-e3 f4-e4 e3-f3", "e4-f4", "R3.2"},
    {"R4.7: not by way of another piece's turn", "d4=9 j6=9", "e3=5 i7=5", kTwoEvaders, "j6-i6", ""},
    {"R4.9: an attack", "d4=9", "e3=5 f5=B", kRound, "f4-f5", ""},
    {"R4.9: the evader itself is not bound", "d4=9", "e3=5", "d4-e4 e3-f3 e4-f4 f3-e3 f4-e4", "e3-f3", ""},
};
INSTANTIATE_TEST_SUITE_P(Table, ClassicTest, testing::ValuesIn(kClassicRows));

struct GameScopeTest : testing::TestWithParam<ChaseRow> {};
TEST_P(GameScopeTest, Chase_R4_6_ScopeGame) {
  BoardRules rules = BoardRules::Classic();
  rules.chase_scope = ChaseScope::kGame;
  Check(rules, GetParam());
}

const ChaseRow kGameScopeRows[] = {
    {"as with the run", "d4=9", "e3=5", kRound, "f4-e4", "R4.6"},
    {"what stood before a quiet turn counts", "d4=9", "e3=5", kBroken, "d4-e4", "R4.6"},
    {"what stood before an unanswered threat counts", "d4=9", "e3=5 j9=5", kNotEvaded, "f4-e4", "R4.6"},
    {"the position at the start counts", "e4=9", "e3=5", "e4-d4 e3-f3 d4-e4 f3-f4 e4-e3 f4-f3", "e3-e4", ""},
    {"it is still only for chasing plies", "d4=9", "e3=5", "d4-d3 e3-e2 d3-d4 e2-e3", "d4-d3", ""},
    {"R4.7 holds", "f4=9", "e3=5", "f4-e4 e3-f3 e4-f4 f3-e3", "f4-e4", ""},
};
INSTANTIATE_TEST_SUITE_P(Table, GameScopeTest, testing::ValuesIn(kGameScopeRows));

struct BattleTest : testing::TestWithParam<ChaseRow> {};
TEST_P(BattleTest, Chase_R4_8_ConsecutiveTurns) { Check(BoardRules::Battle(), GetParam()); }

const ChaseRow kBattleRows[] = {
    {"the second threat", "d4=9", "e3=5", "d4-e4 e3-f3", "e4-e3", ""},
    {"the third threat", "d4=9", "e3=5", "d4-e4 e3-f3 e4-e3 f3-f4", "e3-f3", "R4.8"},
    {"the third threat by the other way", "d4=9", "e3=5", "d4-e4 e3-f3 e4-e3 f3-f4", "e3-e4", "R4.8"},
    {"the third threat by another piece", "d4=9 h4=8", "e3=5", "d4-e4 e3-f3 e4-e3 f3-f4", "h4-g4", "R4.8"},
    {"R4.7 does not help", "d4=9", "e3=5", "d4-e4 e3-f3 e4-f4 f3-e3", "f4-e4", "R4.8"},
    {"another piece may be threatened", "d4=9", "e3=5 d2=5", "d4-e4 e3-f3 e4-e3 f3-f4", "e3-d3", ""},
    {"another piece that has evaded in between", "d4=9 j6=9", "e3=5 i7=5", kTwoEvaders, "f4-e4", ""},
    {"a threat that was not answered does not count", "d4=9 g3=8", "e3=5 j9=5", "d4-e4 j9-j8 g3-f3 e3-e2", "f3-f2", ""},
    {"R4.4: and ends the run, so that the count begins anew", "d4=9 g2=8", "e3=5 j9=5",
     "d4-e4 e3-e2 e4-e3 j9-j8 g2-f2 e2-e1", "f2-f1", ""},
    {"an earlier evader may be threatened again", "d4=9 j6=9", "e3=5 i7=5", "j6-i6 i7-j7 d4-e4 e3-f3 e4-e3 f3-f4",
     "i6-j6", ""},
    {"evading in every other turn does not count", "d4=9 j6=9", "e3=5 i7=5", kTwoEvaders, "j6-i6", ""},
    {"R4.4: a quiet turn of the chaser", "d4=9 j1=5", "e3=5 j9=5", "d4-e4 e3-f3 e4-e3 f3-f4 j1-j2 j9-j8", "e3-f3", ""},
    {"a chase opened by a winning attack", "d4=9", "e3=5 e4=4", "d4-e4 e3-f3 e4-e3 f3-f4", "e3-f3", "R4.8"},
    {"R4.4: an attack in between begins anew", "d4=9", "e3=5 f4=4", "d4-e4 e3-f3 e4-f4 f3-e3", "f4-e4", ""},
    {"R4.9: the attack itself is never barred", "d4=9 g4=8", "e3=5", "d4-e4 e3-f3 e4-e3 f3-f4", "g4-f4", ""},
};
INSTANTIATE_TEST_SUITE_P(Table, BattleTest, testing::ValuesIn(kBattleRows));

TEST(Chase, Chase_R4_6_AroundALake) {
  // The twelve squares around the lake c5 c6 d5 d6.
  const std::vector<std::string> ring = {"b4", "c4", "d4", "e4", "e5", "e6", "e7", "d7", "c7", "b7", "b6", "b5"};
  BoardState state = Study(BoardRules::Classic(), "a4=9", "c4=5");
  ASSERT_EQ(Play(state, "a4-b4 c4-d4"), "");
  for (std::size_t i = 1; i < ring.size(); ++i) {
    const std::string& next = ring[(i + 2) % ring.size()];
    ASSERT_EQ(Play(state, absl::StrCat(ring[i - 1], "-", ring[i])), "");
    ASSERT_EQ(Play(state, absl::StrCat(ring[(i + 1) % ring.size()], "-", next)), "");
  }
  EXPECT_EQ(Verdict(state, "b5-b4"), "R4.6");
  EXPECT_EQ(Verdict(state, "b5-a5"), "");
}

TEST(Chase, Chase_R4_4_BothSidesChaseAtOnce) {
  // From e3-e2 on every ply evades from a threat and threatens in its turn. Red's d3-d2 is barred while Blue's own run
  // is on as well: with the position that it gives, Red's run began.
  const char kRed[] = "e4=5 f1=2 d2=2 h1=5";
  const char kBlue[] = "f4=5 g2=2 e1=2 h4=5";
  BoardState state = Study(BoardRules::Classic(), kRed, kBlue, Side::kBlue);
  ASSERT_EQ(Play(state, "e1-e2 h1-g1 g2-f2 f1-e1 e2-e3 d2-d3 e3-e2 e1-f1 f2-g2"), "");
  EXPECT_EQ(Verdict(state, "d3-d2"), "R4.6");
}

TEST(Chase, Chase_R4_6_WhatStoodInTheOthersRunDoesNotCount) {
  // Red's run begins with d1-d3, when Blue's is already on; d3-d2 would give the position after Blue's first threat.
  BoardRules rules = BoardRules::Classic();
  for (const ChaseScope scope : {ChaseScope::kRun, ChaseScope::kGame}) {
    rules.chase_scope = scope;
    BoardState state = Study(rules, "e4=5 d2=2", "g2=2 e1=2", Side::kBlue);
    ASSERT_EQ(Play(state, "g2-e2 d2-d1 e2-e3 d1-d3 e3-e2"), "");
    EXPECT_EQ(Verdict(state, "d3-d2"), scope == ChaseScope::kRun ? "" : "R4.6");
  }
}

// R4.8 alone.
BoardRules WithoutTwoSquares() {
  BoardRules rules = BoardRules::Battle();
  rules.two_squares_max = 0;
  return rules;
}

// The limit M: after M turns in which the piece evaded, the next threat is barred.
TEST(Chase, Chase_R4_8_TheLimitAsAnOption) {
  constexpr const char* kChaser[] = {"d4-e4", "e4-e3", "e3-f3", "f3-f4", "f4-e4"};
  constexpr const char* kEvader[] = {"e3-f3", "f3-f4", "f4-e4", "e4-e3", "e3-f3"};
  for (const int limit : {1, 2, 3, 7, 100}) {
    BoardRules rules = WithoutTwoSquares();
    rules.chase_turns_max = static_cast<std::uint8_t>(limit);
    BoardState state = Study(rules, "d4=9", "e3=5");
    int threats = 0;
    // After the first, the last four are gone through again and again.
    const auto at = [&] { return threats == 0 ? 0 : 1 + (threats - 1) % 4; };
    while (threats < 150 && Verdict(state, kChaser[at()]).empty()) {
      ASSERT_EQ(Play(state, kChaser[at()]), "");
      ASSERT_EQ(Play(state, kEvader[at()]), "");
      ++threats;
    }
    EXPECT_EQ(threats, limit);
    EXPECT_EQ(Verdict(state, kChaser[at()]), "R4.8");
  }
}

TEST(Chase, Chase_R4_2_AllPiecesNextToTheMovedOneAreThreatened) {
  // e2-e3 comes to stand between two pieces; whichever of them goes, its next threats count.
  for (const char* file : {"d", "f"}) {
    BoardState state = Study(WithoutTwoSquares(), "e2=9", "d3=5 f3=5 j10=F");
    ASSERT_EQ(Play(state, absl::StrCat("e2-e3 ", file, "3-", file, "2 e3-e2 ", file, "2-", file, "3")), "");
    EXPECT_EQ(Verdict(state, "e2-e3"), "R4.8") << file;
  }
}

TEST(Chase, Chase_R4_3_OnlyAThreatenedPieceGoingToAnEmptySquareEvades) {
  // Blue answers the second threat with another piece: after that the count of threats begins anew.
  BoardState state = Study(WithoutTwoSquares(), "d4=9", "e3=5 j9=5");
  ASSERT_EQ(Play(state, "d4-e4 e3-f3 e4-e3 j9-j8 e3-e4 j8-j9 e4-f4 f3-e3 f4-e4 e3-d3"), "");
  EXPECT_EQ(Verdict(state, "e4-d4"), "R4.8") << "the last two answers were evasions";
}

TEST(Chase, Chase_R4_11_NothingIsKeptOfAQuietGame) {
  Chase chase;
  const BoardRules rules = BoardRules::Classic();
  chase.Begin(rules);
  for (int ply = 0; ply < 10'000; ++ply) {
    const auto from = static_cast<Square>(ply / 2 % 8 * 10 + ply % 2);
    chase.OnMove(rules, ply % 2 == 0 ? Side::kRed : Side::kBlue, from,
                 {.from = from, .to = static_cast<Square>(from + 10)},
                 /*threatened=*/0);
    ASSERT_LE(chase.positions_kept(), 1u) << "after ply " << ply + 1;
  }
}

TEST(Chase, Chase_R4_10_Off) {
  for (BoardRules rules : {BoardRules::Classic(), BoardRules::Battle()}) {
    rules.chase = ChaseKind::kOff;
    rules.two_squares_max = 0;
    BoardState state = Study(rules, "d4=9", "e3=5");
    ASSERT_EQ(Play(state, "d4-e4"), "");
    for (int i = 0; i < 50; ++i) ASSERT_EQ(Play(state, "e3-f3 e4-f4 f3-e3 f4-e4"), "");
  }
}

// Legal plies depend on squares and individuals only: nothing changes when every opposing type is another one.
TEST(Chase, Chase_R4_1_TypesDoNotMatter) {
  for (const char type : {'S', '2', '9', 'M', 'B', 'F', '?'}) {
    BoardState state = Study(BoardRules::Classic(), "d4=9", "e3=5");
    ASSERT_EQ(Play(state, kRound), "");
    state.SetType(PlyOf("e3-e3").from, TypeOfLetter(type).value_or(PieceType::kUnknown));
    EXPECT_EQ(Verdict(state, "f4-e4"), "R4.6") << type;
    EXPECT_EQ(Verdict(state, "f4-f3"), "") << type;
  }
}

}  // namespace
}  // namespace flagfall::board
