#include "referee/rules/board/board_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "referee/rules/board/legality.h"
#include "referee/rules/board/position_set.h"
#include "referee/rules/clause_error.h"
#include "tests/rules/study.h"

namespace flagfall::board {
namespace {

TEST(Square, R1_1_NamesAndNumbers) {
  for (int i = 0; i < kSquares; ++i) {
    const auto square = static_cast<Square>(i);
    EXPECT_EQ(ParseSquare(SquareName(square)), square);
  }
  EXPECT_EQ(SquareName(0), "a1");
  EXPECT_EQ(SquareName(9), "j1");
  EXPECT_EQ(SquareName(99), "j10");
  for (const char* bad : {"", "a", "a0", "a11", "k1", "A1", "a1 ", "1a", "a100", "a1x"}) {
    EXPECT_FALSE(ParseSquare(bad).has_value()) << bad;
  }
}

TEST(Square, R1_1_EightLakeSquares) {
  std::string lakes;
  for (int i = 0; i < kSquares; ++i) {
    if (IsLake(static_cast<Square>(i))) lakes += SquareName(static_cast<Square>(i)) + " ";
  }
  EXPECT_EQ(lakes, "c5 d5 g5 h5 c6 d6 g6 h6 ");
}

TEST(BoardRules, R1_2_ArmySizes) {
  EXPECT_EQ(BoardRules::Classic().army_size(), 40);
  EXPECT_EQ(BoardRules::Battle().army_size(), 40);
  EXPECT_EQ(BoardRules::Duel().army_size(), 10);
  EXPECT_EQ(BoardRules::Barrage().army_size(), 8);
  EXPECT_EQ(SizeOf(BoardRules::Duel().ZoneOf(Side::kRed)), 30);
  EXPECT_TRUE(Contains(BoardRules::Duel().ZoneOf(Side::kBlue), 70));
  EXPECT_FALSE(Contains(BoardRules::Duel().ZoneOf(Side::kBlue), 69));
  EXPECT_TRUE(Contains(BoardRules::Classic().ZoneOf(Side::kBlue), 60));
}

// R2.5, the whole table: attackers down, defenders across in the order S 2 3 4 5 6 7 8 9 M B F; w the attacker wins,
// l it loses, = both are removed.
TEST(Combat, R2_5_EveryPair) {
  const char* const kTable[] = {
      "=llllllllwlw",  // Spy
      "w=lllllllllw",  // Scout
      "ww=lllllllww",  // Miner
      "www=lllllllw",  // Sergeant
      "wwww=llllllw",  // Lieutenant
      "wwwww=lllllw",  // Captain
      "wwwwww=llllw",  // Major
      "wwwwwww=lllw",  // Colonel
      "wwwwwwww=llw",  // General
      "wwwwwwwww=lw",  // Marshal
  };
  const std::string kLetters = "S23456789MBF";
  for (int a = 0; a < 10; ++a) {
    for (int d = 0; d < 12; ++d) {
      const AttackResult result = Attack(*TypeOfLetter(kLetters[a]), *TypeOfLetter(kLetters[d]));
      const char got = result == AttackResult::kAttackerWins ? 'w' : result == AttackResult::kDefenderWins ? 'l' : '=';
      EXPECT_EQ(got, kTable[a][d]) << kLetters[a] << " attacks " << kLetters[d];
    }
  }
}

TEST(BoardState, R2_5_WhoStandsWhereAfterAnAttack) {
  BoardState state = Study(BoardRules::Classic(), "e4=9 f4=4 g4=4 a1=F", "e5=5 f5=9 g7=4 a10=F");
  PlyReport report = state.Make(PlyOf("e4-e5"));
  EXPECT_EQ(report.attack, AttackResult::kAttackerWins);
  EXPECT_EQ(state.PieceAt(*ParseSquare("e5")), *ParseSquare("e4"));
  EXPECT_FALSE(state.PieceOf(*ParseSquare("e5")).on_board());
  EXPECT_TRUE(state.PieceOf(*ParseSquare("e4")).is_revealed);
  EXPECT_EQ(state.plies_since_capture(), 0u);
  EXPECT_EQ(Play(state, "g7-h7"), "");
  EXPECT_EQ(state.plies_since_capture(), 1u);
  report = state.Make(PlyOf("f4-f5"));
  EXPECT_EQ(report.attack, AttackResult::kDefenderWins);
  EXPECT_EQ(state.PieceAt(*ParseSquare("f5")), *ParseSquare("f5"));
  EXPECT_EQ(state.PieceAt(*ParseSquare("f4")), kNoPiece);
  EXPECT_TRUE(state.PieceOf(*ParseSquare("f5")).is_revealed);
}

TEST(BoardState, R2_4_AScoutsLongPlyRevealsIt) {
  BoardState state = Study(BoardRules::Classic(), "a1=2 b1=2 c1=F", "j10=F j9=5");
  ASSERT_EQ(Play(state, "a1-a2 j9-j8 b1-b4"), "");
  EXPECT_FALSE(state.PieceOf(*ParseSquare("a1")).is_revealed);
  EXPECT_TRUE(state.PieceOf(*ParseSquare("b1")).is_revealed);
}

struct EndRow {
  const char* what;
  const char* red;
  const char* blue;
  const char* plies;
  // The first letter of the winner or `draw`, a space, and the reason; "" while the game is on.
  const char* classic;
  const char* battle;
  friend std::ostream& operator<<(std::ostream& out, const EndRow& row) { return out << row.what; }
};

std::string EndOf(const BoardState& state) {
  const auto result = state.Result();
  if (!result.has_value()) return "";
  std::string who = result->winner.has_value() ? std::string(SideName(*result->winner)) : "draw";
  switch (result->reason) {
    case EndReason::kFlagCaptured:
      return who + " flag";
    case EndReason::kNoLegalPly:
      return who + " no ply";
    case EndReason::kBothImmobile:
      return who + " immobile";
  }
  return who;
}

class EndTest : public testing::TestWithParam<EndRow> {};

TEST_P(EndTest, R5_TheEndOfAGame) {
  const EndRow& row = GetParam();
  for (const bool is_battle : {false, true}) {
    BoardState state = Study(is_battle ? BoardRules::Battle() : BoardRules::Classic(), row.red, row.blue);
    ASSERT_EQ(Play(state, row.plies), "");
    EXPECT_EQ(EndOf(state), is_battle ? row.battle : row.classic);
    PlyList plies;
    state.LegalPlies(plies);
    EXPECT_EQ(plies.empty(), state.Result().has_value());
    EXPECT_EQ(ClauseOf(CheckPly(state, PlyOf("c1-c2"))), state.Result().has_value() ? "R5" : "R2.1");
  }
}

constexpr EndRow kEndRows[] = {
    {"the game is on", "a1=5", "j1=5", "", "", ""},
    {"R5.1: the Flag", "a1=S b1=B", "a2=F j1=5", "a1-a2", "red flag", "red flag"},
    {"R5.2: nothing to move", "a1=5 j1=F", "a3=B j10=F", "a1-a2", "red no ply", "red no ply"},
    {"R5.2: blocked", "a9=5 b10=5 e1=5", "a10=9 j10=F", "e1-e2", "", ""},
    {"R5.2: blocked by its own", "e1=5 j1=F", "a10=9 a9=B b10=F", "e1-e2", "red no ply", "red no ply"},
    {"R5.2: a last piece lost", "a1=9 j1=F", "a2=5 j10=F", "a1-a2", "red no ply", "red no ply"},
    {"R5.3: the last two remove each other", "a1=5 j1=F", "a2=5 j10=F", "a1-a2", "draw immobile", "draw immobile"},
    {"R5.3: both removed, but one has another", "a1=5 j1=F", "a2=5 b9=4 j10=F", "a1-a2", "", ""},
    {"R5.3: both removed, and what Blue has is blocked", "a1=5 j1=F", "a2=5 a10=4 a9=B b10=F", "a1-a2", "draw immobile",
     "red no ply"},
    {"R5.3: a last piece dies on a Bomb", "a1=5 j1=F", "a2=B j10=F", "a1-a2", "red no ply", "draw immobile"},
};
INSTANTIATE_TEST_SUITE_P(Table, EndTest, testing::ValuesIn(kEndRows));

TEST(BoardState, R1_5_RedMovesFirstAndThenSidesAlternate) {
  BoardState state = Study(BoardRules::Classic(), "a1=5 j1=F", "a10=5 j10=F");
  EXPECT_EQ(state.side_to_move(), Side::kRed);
  EXPECT_FALSE(state.IsLegal(PlyOf("a10-a9")));
  ASSERT_EQ(Play(state, "a1-a2"), "");
  EXPECT_EQ(state.side_to_move(), Side::kBlue);
  EXPECT_FALSE(state.IsLegal(PlyOf("a2-a3")));
  EXPECT_TRUE(state.IsLegal(PlyOf("a10-a9")));
}

std::vector<std::string> LegalOf(const BoardState& state) {
  PlyList plies;
  state.LegalPlies(plies);
  plies.Sort();
  std::vector<std::string> names;
  for (const Ply ply : plies) names.push_back(PlyName(ply));
  return names;
}

TEST(BoardState, R2_2_OneSquareAlongFileOrRowAndNotOntoAnOwnPiece) {
  const BoardState state = Study(BoardRules::Classic(), "b4=5 b3=B a4=F", "j10=F j9=5");
  EXPECT_THAT(LegalOf(state), testing::ElementsAre("b4-c4", "b4-b5"));
}

TEST(BoardState, R2_3_AScoutGoesAsFarAsTheLineIsEmptyAndMayAttackTheFirstPiece) {
  const BoardState state = Study(BoardRules::Classic(), "e4=2 e2=F c4=B", "e7=5 e9=5 h4=B j10=F");
  EXPECT_THAT(LegalOf(state),
              testing::UnorderedElementsAre("e4-e3", "e4-d4", "e4-f4", "e4-g4", "e4-h4", "e4-e5", "e4-e6", "e4-e7"));
}

TEST(BoardState, R2_6_WhatBecameKnownStaysKnown) {
  BoardState state = Study(BoardRules::Classic(), "a4=9 j1=F", "a5=5 j10=F j9=4");
  ASSERT_EQ(Play(state, "a4-a5 j9-j8 a5-b5 j8-j7"), "");
  const Piece& general = state.PieceOf(*ParseSquare("a4"));
  EXPECT_EQ(general.square, *ParseSquare("b5"));
  EXPECT_TRUE(general.is_revealed);
  EXPECT_TRUE(state.PieceOf(*ParseSquare("a5")).is_revealed) << "and so what was removed";
}

TEST(BoardState, R3_5_APlayerLeftWithoutAPlyByTheRuleLoses) {
  BoardState state = Study(BoardRules::Battle(), "a1=5 b1=B b2=B a3=B", "j8=5 i8=5 j1=F");
  ASSERT_EQ(Play(state, "a1-a2 j8-j7 a2-a1 i8-i7"), "");
  EXPECT_EQ(EndOf(state), "blue no ply") << "R3.2 with a limit of two bars the only ply there is";
}

TEST(BoardState, R5_2_AllPliesBarred) {
  // Red's only piece may not step back for a fourth time and has no other way.
  BoardState state = Study(BoardRules::Classic(), "a1=5 b1=B b2=B a3=B", "j8=5 i8=5 j1=F");
  ASSERT_EQ(Play(state, "a1-a2 j8-j7 a2-a1 i8-i7 a1-a2 j7-j6"), "");
  EXPECT_EQ(EndOf(state), "blue no ply");
  std::vector<BarredPly> barred;
  state.BarredPlies(barred);
  ASSERT_EQ(barred.size(), 1u);
  EXPECT_EQ(PlyName(barred[0].ply), "a2-a1");
}

TEST(BoardState, UnknownPiecesAreFollowedAndThenSupposed) {
  // What Red sees: Blue's types are unknown.
  BoardState state = Study(BoardRules::Classic(), "a4=5 j1=F", "a7=? b7=? j10=?");
  state.Make(PlyOf("a4-a5"));
  PlyList plies;
  state.LegalPlies(plies);
  EXPECT_TRUE(plies.empty());
  state.Make(PlyOf("b7-b2"));
  EXPECT_TRUE(state.PieceOf(*ParseSquare("b7")).is_revealed);
  state.SetType(*ParseSquare("b7"), PieceType::kScout);
  state.Make(PlyOf("a5-a6"));
  state.SetType(*ParseSquare("a7"), PieceType::kLieutenant);
  state.Make(PlyOf("a7-a6"));
  EXPECT_EQ(state.PieceAt(*ParseSquare("a6")), kNoPiece);

  BoardState supposed = state;
  supposed.SetType(*ParseSquare("j10"), PieceType::kMarshal);
  EXPECT_EQ(SizeOf(supposed.MovableOf(Side::kBlue)), 2);
  supposed.SetType(*ParseSquare("j10"), PieceType::kFlag);
  EXPECT_EQ(SizeOf(supposed.MovableOf(Side::kBlue)), 1);
  EXPECT_EQ(state.PieceOf(*ParseSquare("j10")).type, PieceType::kUnknown);
}

// What is kept incrementally, made anew from the pieces.
TEST(BoardState, BitboardsAgreeWithThePieces) {
  std::mt19937_64 random(9);
  for (int game = 0; game < 50; ++game) {
    BoardState state = Study(BoardRules::Classic(), "a3=2 b3=5 c3=S d3=9 e3=2 f3=3 a1=F b1=B",
                             "a8=2 b8=M c8=S d8=9 e8=2 f8=3 a10=F b10=B");
    PlyList plies;
    for (state.LegalPlies(plies); !plies.empty() && state.ply_count() < 500; state.LegalPlies(plies)) {
      state.Make(plies[random() % plies.size()]);
      Bitboard occupied[2] = {0, 0};
      Bitboard movable[2] = {0, 0};
      for (int id = 0; id < kSquares; ++id) {
        const Piece& piece = state.PieceOf(static_cast<PieceId>(id));
        if (!piece.exists || !piece.on_board()) continue;
        ASSERT_EQ(state.PieceAt(piece.square), id);
        occupied[IndexOf(piece.side)] |= BitOf(piece.square);
        if (IsMovable(piece.type)) movable[IndexOf(piece.side)] |= BitOf(piece.square);
      }
      for (const Side side : kSides) {
        ASSERT_TRUE(state.OccupiedBy(side) == occupied[IndexOf(side)]);
        ASSERT_TRUE(state.MovableOf(side) == movable[IndexOf(side)]);
      }
    }
  }
}

TEST(PositionSet, FindsWhatWasPutThroughAllItsSizes) {
  PositionSet set;
  PositionKey key;
  std::vector<PositionKey> keys;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    EXPECT_FALSE(set.LastTime(key).has_value());
    set.Put(key, i);
    keys.push_back(key);
    key = key.Moved(static_cast<PieceId>(i % 100), static_cast<Square>(i / 100), static_cast<Square>(i / 100 + 1));
  }
  EXPECT_EQ(set.size(), 2000u);
  for (std::uint32_t i = 0; i < keys.size(); ++i) EXPECT_EQ(set.LastTime(keys[i]), i);
  set.Put(keys[3], 5000);
  EXPECT_EQ(set.LastTime(keys[3]), 5000u);
  EXPECT_EQ(set.size(), 2000u);
  const PositionSet copy = set;
  set.Clear();
  EXPECT_FALSE(set.LastTime(keys[3]).has_value());
  EXPECT_EQ(copy.LastTime(keys[7]), 7u);
}

TEST(PositionKey, IsTheSameByWhateverWayAPositionWasReached) {
  const PositionKey start;
  const PositionKey there = start.Moved(3, 3, 13).Moved(90, 90, 80);
  EXPECT_EQ(start.Moved(90, 90, 80).Moved(3, 3, 23).Moved(3, 23, 13), there);
  EXPECT_EQ(there.Moved(3, 13, 3).Moved(90, 80, 90), start);
  EXPECT_FALSE(start.Moved(4, 3, 13) == start.Moved(3, 3, 13));
}

}  // namespace
}  // namespace flagfall::board
