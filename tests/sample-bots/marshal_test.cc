// What marshal makes of single positions, and that its games can be played again.
#include <gmock/gmock.h>

#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "referee/rules/board/board_state.h"
#include "sample-bots/cpp/marshal/beliefs.h"
#include "sample-bots/cpp/marshal/evaluation.h"
#include "sample-bots/cpp/marshal/search.h"
#include "sample-bots/cpp/marshal/setups.h"
#include "tests/sample-bots/in_process_game.h"
#include "tests/sample-bots/sample_players.h"
#include "tests/support/status_matchers.h"

namespace flagfall::bot {
namespace {

using board::BoardRules;
using board::BoardState;
using board::PieceType;
using board::Square;

struct Stood {
  const char* square;
  PieceType type;
  bool is_revealed = true;
  bool has_moved = true;
};

Square At(const char* name) { return *board::ParseSquare(name); }

// Red is to move and knows what is revealed. Each hidden Blue piece is what it is given as, in every world.
class MarshalSearchTest : public testing::Test {
 protected:
  void Stand(const std::vector<Stood>& red, const std::vector<Stood>& blue) {
    for (const Side side : kSides) {
      for (const Stood& piece : side == Side::kRed ? red : blue) {
        const Square at = At(piece.square);
        const bool is_known = side == Side::kRed || piece.is_revealed;
        world_.Put(at, side, at, piece.type, piece.has_moved, piece.is_revealed);
        known_.Put(at, side, at, is_known ? piece.type : PieceType::kUnknown, piece.has_moved, piece.is_revealed);
      }
    }
  }

  // The ply that is best after so many positions.
  std::string BestPly(std::int64_t nodes = 5000) {
    const Weights weights;
    const Chances chances = ChancesIn({world_});
    const MarshalEvaluation evaluation(known_, Side::kRed, chances, weights);
    TranspositionTable table;
    Effort effort(nodes, {});
    board::PlyList legal;
    known_.LegalPlies(legal);
    std::vector<RootPly> plies;
    for (const board::Ply ply : legal) {
      plies.push_back({.ply = ply, .expectation = evaluation.Judge(evaluation.board(), ply)});
    }
    Search(evaluation, table, effort, weights, 1).Deepen(plies);
    return board::PlyName(plies.front().ply);
  }

  BoardState known_{BoardRules::Classic(), Side::kRed};
  BoardState world_{BoardRules::Classic(), Side::kRed};
};

TEST_F(MarshalSearchTest, TakesWhatItBeats) {
  Stand({{"a1", PieceType::kFlag, false, false}, {"e4", PieceType::kColonel}},
        {{"j10", PieceType::kFlag, false, false}, {"e5", PieceType::kMajor}, {"j5", PieceType::kMarshal}});
  EXPECT_EQ(BestPly(), "e4-e5");
}

TEST_F(MarshalSearchTest, LeavesWhatIsDefendedByAHigherRank) {
  Stand({{"a1", PieceType::kFlag, false, false}, {"e4", PieceType::kColonel}, {"a5", PieceType::kScout}},
        {{"j10", PieceType::kFlag, false, false}, {"e5", PieceType::kScout}, {"e6", PieceType::kMarshal}});
  EXPECT_NE(BestPly(), "e4-e5");
}

TEST_F(MarshalSearchTest, GoesRoundToCatchThatItCannotReachAtOnce) {
  // The Major in the corner has nowhere to go.
  Stand({{"a1", PieceType::kFlag, false, false}, {"h2", PieceType::kColonel}, {"a3", PieceType::kBomb, true, false}},
        {{"a10", PieceType::kFlag, false, false}, {"j1", PieceType::kMajor}, {"a9", PieceType::kBomb, true, false}});
  EXPECT_THAT(BestPly(20000), testing::AnyOf("h2-i2", "h2-h1"));
}

TEST_F(MarshalSearchTest, AttacksAHiddenPieceByWhatIsLikely) {
  // A hidden piece that is a Bomb in every world is for the Miner, and one that is a Sergeant is for the Colonel.
  const std::vector<Stood> red = {
      {"a1", PieceType::kFlag, false, false}, {"d4", PieceType::kColonel}, {"f4", PieceType::kMiner}};
  Stand(red,
        {{"j10", PieceType::kFlag, true, false}, {"e4", PieceType::kBomb, false, false}, {"a10", PieceType::kMarshal}});
  EXPECT_EQ(BestPly(), "f4-e4");
}

TEST(MarshalTest, PlaysTheSameGameFromTheSameSeedAndNodes) {
  InProcessGame game;
  game.game_id = "g1";
  game.ruleset.set_id("barrage");
  game.base = std::chrono::hours(1);
  game.max_plies = 40;
  const auto play = [&game](std::uint64_t seed) {
    const PlayerFactory player = SamplePlayer("marshal", {.seed = seed, .think = Micros(0), .nodes = 300});
    auto played = Play(game, player, player);
    EXPECT_THAT(played, IsOk());
    std::string plies;
    // Comments are not in these records.
    for (const v1::RecordEntry& entry : played->record.entries()) plies += entry.acted().action().ShortDebugString();
    return plies;
  };
  EXPECT_EQ(play(3), play(3));
  EXPECT_NE(play(3), play(4));
}

TEST(MarshalSetUpTest, IsTheWholeArmyInItsZone) {
  const BoardRules rules = BoardRules::Barrage();
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    const Side side = i % 2 == 0 ? Side::kRed : Side::kBlue;
    board::Bitboard free = rules.ZoneOf(side);
    auto left = rules.army;
    for (const board::Placement& piece : DrawProvenSetUp(rules, side, random)) {
      EXPECT_TRUE(board::Contains(free, piece.square)) << board::SquareName(piece.square);
      free &= ~board::BitOf(piece.square);
      --left[static_cast<int>(piece.type)];
    }
    EXPECT_THAT(left, testing::Each(0));
  }
}

TEST(MarshalSetUpTest, IsNotKnownForAnotherArmy) {
  std::mt19937_64 random(1);
  EXPECT_THAT(DrawProvenSetUp(BoardRules::Classic(), Side::kRed, random), testing::IsEmpty());
}

// A General of ours that is known stands beside a hidden piece, which has just gone elsewhere, or has not.
class MarshalBeliefsTest : public testing::Test {
 protected:
  MarshalBeliefsTest() {
    known_.Put(At("e5"), Side::kRed, At("e5"), PieceType::kGeneral, true, true);
    known_.Put(At("e6"), Side::kBlue, At("e6"), PieceType::kUnknown, true, false);
    known_.Put(At("j9"), Side::kBlue, At("j9"), PieceType::kUnknown, true, false);
    world_ = known_;
  }

  // How much more likely it is a Marshal than a Major, after Blue's ply.
  double MarshalToMajor(const char* ply) {
    known_.Make(*board::ParsePly(ply));
    Beliefs beliefs(weights_);
    beliefs.Observe(known_, *board::ParsePly(ply), Side::kRed);
    return beliefs.LikelihoodOf(known_, PieceType::kMarshal, At("e6")) /
           beliefs.LikelihoodOf(known_, PieceType::kMajor, At("e6"));
  }

  const Weights weights_;
  BoardState known_{BoardRules::Classic(), Side::kBlue};
  BoardState world_{BoardRules::Classic(), Side::kBlue};
};

TEST_F(MarshalBeliefsTest, WhatFleesIsNoHigherRank) { EXPECT_LT(MarshalToMajor("e6-e7"), 0.5); }

TEST_F(MarshalBeliefsTest, WhatLeavesAPieceThatItMightTakeIsNoHigherRank) { EXPECT_LT(MarshalToMajor("j9-j8"), 0.8); }

TEST_F(MarshalBeliefsTest, WhatComesUpToAPieceIsNoLowerRank) {
  known_.Put(At("i7"), Side::kRed, At("i7"), PieceType::kGeneral, true, true);
  known_.Make(*board::ParsePly("j9-j8"));
  Beliefs beliefs(weights_);
  EXPECT_DOUBLE_EQ(beliefs.LikelihoodOf(known_, PieceType::kMarshal, At("j9")), 1);
  known_ = world_;
  known_.Put(At("j7"), Side::kRed, At("j7"), PieceType::kGeneral, true, true);
  known_.Make(*board::ParsePly("j9-j8"));
  beliefs.Observe(known_, *board::ParsePly("j9-j8"), Side::kRed);
  EXPECT_GT(beliefs.LikelihoodOf(known_, PieceType::kMarshal, At("j9")),
            beliefs.LikelihoodOf(known_, PieceType::kMajor, At("j9")));
}

}  // namespace
}  // namespace flagfall::bot
