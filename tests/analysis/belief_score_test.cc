#include "arena/analysis/belief_score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "arena/analysis/board_replay.h"
#include "arena/analysis/told_bits.h"
#include "tests/analysis/asked_players.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::analysis {
namespace {

using board::BoardState;
using board::PieceId;
using board::PieceType;

v1::GameRecord SergeantsGame(const std::string& ruleset, std::uint64_t seed) {
  return bot::RecordOfGame(ruleset, "sergeant", "random", seed);
}

// The weights of the types of a piece.
void Believe(v1::Beliefs& beliefs, PieceId piece, const std::vector<double>& by_type) {
  v1::PieceBelief& belief = *beliefs.add_pieces();
  belief.set_origin(static_cast<std::uint32_t>(piece));
  for (std::size_t type = 1; type < by_type.size(); ++type) belief.add_weights(static_cast<float>(by_type[type]));
}

std::vector<double> Certain(PieceType type) {
  std::vector<double> weights(board::kPieceTypes);
  weights[static_cast<std::size_t>(type)] = 3;
  return weights;
}

// All ways in which the types of a few pieces may lie, one after the other.
void ForEachWay(const HiddenTypes& hidden, std::vector<PieceType>& types, std::array<int, board::kPieceTypes>& left,
                const std::function<void()>& see) {
  if (types.size() == hidden.pieces.size()) return see();
  for (int type = 1; type < board::kPieceTypes; ++type) {
    if (left[static_cast<std::size_t>(type)] == 0) continue;
    const auto of = static_cast<PieceType>(type);
    if (hidden.have_moved[types.size()] && !board::IsMovable(of)) continue;
    --left[static_cast<std::size_t>(type)];
    types.push_back(of);
    ForEachWay(hidden, types, left, see);
    types.pop_back();
    ++left[static_cast<std::size_t>(type)];
  }
}

TEST(CountedTypes, AreTheSharesOfAllWays) {
  HiddenTypes hidden;
  hidden.pieces = {3, 14, 15, 26, 27};
  hidden.have_moved = {false, true, false, true, false};
  hidden.counts[static_cast<std::size_t>(PieceType::kScout)] = 2;
  hidden.counts[static_cast<std::size_t>(PieceType::kMarshal)] = 1;
  hidden.counts[static_cast<std::size_t>(PieceType::kBomb)] = 1;
  hidden.counts[static_cast<std::size_t>(PieceType::kFlag)] = 1;
  std::vector<std::array<double, board::kPieceTypes>> seen(hidden.pieces.size());
  double ways = 0;
  std::vector<PieceType> types;
  std::array<int, board::kPieceTypes> left = hidden.counts;
  ForEachWay(hidden, types, left, [&] {
    ++ways;
    for (std::size_t i = 0; i < types.size(); ++i) ++seen[i][static_cast<std::size_t>(types[i])];
  });
  EXPECT_NEAR(std::log2(ways), MissingBits(hidden), 1e-9);
  const auto counted = CountedTypes(hidden);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    for (std::size_t type = 1; type < board::kPieceTypes; ++type) {
      EXPECT_NEAR(counted[i][type], seen[i][type] / ways, 1e-9) << i << ", " << type;
    }
  }
}

TEST(CountedTypes, AddUpInEveryPosition) {
  for (const char* ruleset : {"classic", "battle", "duel", "barrage"}) {
    const auto start = ReplayBoard(SergeantsGame(ruleset, 4), [](const ReplayedPly& played) {
      const HiddenTypes hidden = HiddenTypesOf(played.after, OpponentOf(played.side));
      const auto counted = CountedTypes(hidden);
      for (std::size_t type = 1; type < board::kPieceTypes; ++type) {
        double sum = 0;
        for (const auto& piece : counted) sum += piece[type];
        EXPECT_NEAR(sum, hidden.counts[type], 1e-9);
      }
      for (const auto& piece : counted) {
        double sum = 0;
        for (const double type : piece) sum += type;
        EXPECT_NEAR(sum, 1, 1e-9);
      }
    });
    ASSERT_THAT(start, IsOk());
  }
}

// Calls `see` with the position before each of Red's plies.
void ForEachOfRed(const v1::GameRecord& record, const std::function<void(const BoardState&)>& see) {
  const auto start = ReplayBoard(record, [&](const ReplayedPly& played) {
    if (played.side == Side::kRed) see(played.before);
  });
  ASSERT_THAT(start, IsOk());
}

TEST(BeliefScorer, WhoKnowsLosesNothingAndWhoCountsAsMuchAsCounting) {
  BeliefScorer knows, counts, errs;
  int plies = 0;
  ForEachOfRed(SergeantsGame("barrage", 5), [&](const BoardState& before) {
    ++plies;
    const HiddenTypes hidden = HiddenTypesOf(before, Side::kBlue);
    const auto counted = CountedTypes(hidden);
    v1::Beliefs known, by_count, wrong;
    for (std::size_t i = 0; i < hidden.pieces.size(); ++i) {
      const PieceType type = before.PieceOf(hidden.pieces[i]).type;
      Believe(known, hidden.pieces[i], Certain(type));
      Believe(by_count, hidden.pieces[i], {counted[i].begin(), counted[i].end()});
      Believe(wrong, hidden.pieces[i], Certain(type == PieceType::kSpy ? PieceType::kScout : PieceType::kSpy));
    }
    knows.Add(known, before, Side::kRed);
    counts.Add(by_count, before, Side::kRed);
    errs.Add(wrong, before, Side::kRed);
  });
  EXPECT_EQ(knows.Score().plies(), static_cast<std::uint32_t>(plies));
  EXPECT_GT(knows.Score().pieces(), 0u);
  EXPECT_EQ(knows.Score().refused(), 0u);
  EXPECT_LT(knows.Score().loss_bits(), 0.012) << "the share of counting";
  EXPECT_GT(knows.Score().counting_loss_bits(), 0.5);
  EXPECT_NEAR(counts.Score().loss_bits(), counts.Score().counting_loss_bits(), 1e-5);
  EXPECT_NEAR(errs.Score().loss_bits(), 7 + errs.Score().counting_loss_bits(), 1e-5);
}

TEST(BeliefScorer, WhatFitsNoHiddenPieceIsCountedAndNotScored) {
  bool is_first = true;
  ForEachOfRed(SergeantsGame("duel", 2), [&](const BoardState& before) {
    if (!std::exchange(is_first, false)) return;
    const HiddenTypes hidden = HiddenTypesOf(before, Side::kBlue);
    const HiddenTypes own = HiddenTypesOf(before, Side::kRed);
    const auto certain = Certain(before.PieceOf(hidden.pieces[0]).type);
    v1::Beliefs beliefs;
    Believe(beliefs, hidden.pieces[0], certain);
    Believe(beliefs, hidden.pieces[0], certain);
    Believe(beliefs, own.pieces[0], certain);
    beliefs.add_pieces()->set_origin(4'000'000'000);
    const double none = std::numeric_limits<double>::quiet_NaN();
    for (const std::vector<double>& weights : std::vector<std::vector<double>>{
             {}, {0, 0, 0}, {0, -1, 2}, {0, none}, {0, HUGE_VAL}, std::vector<double>(board::kPieceTypes + 1, 1)}) {
      Believe(beliefs, hidden.pieces[1], weights);
    }
    BeliefScorer scorer;
    scorer.Add(beliefs, before, Side::kRed);
    EXPECT_EQ(scorer.Score().pieces(), 1u);
    EXPECT_EQ(scorer.Score().refused(), 9u);
    EXPECT_LT(scorer.Score().loss_bits(), 0.012);
    // Where nothing can be scored, nothing is said to be right.
    BeliefScorer unscored;
    v1::Beliefs of_none;
    Believe(of_none, own.pieces[0], certain);
    unscored.Add(of_none, before, Side::kRed);
    EXPECT_EQ(unscored.Score().refused(), 1u);
    EXPECT_FALSE(unscored.Score().has_loss_bits());
    EXPECT_FALSE(unscored.Score().has_counting_loss_bits());
  });
  EXPECT_FALSE(is_first);
}

// What was handed in stands in the record, and in the analysis of the game.
TEST(GameAnalysis, HasTheScoreOfBeliefs) {
  v1::GameRecord record = SergeantsGame("duel", 7);
  v1::Beliefs beliefs;
  ForEachOfRed(record, [&](const BoardState& before) {
    if (beliefs.pieces_size() > 0) return;
    for (const PieceId piece : HiddenTypesOf(before, Side::kBlue).pieces) {
      Believe(beliefs, piece, Certain(before.PieceOf(piece).type));
    }
  });
  for (v1::RecordEntry& entry : *record.mutable_entries()) {
    if (entry.side() != v1::SIDE_RED || !entry.acted().action().has_ply()) continue;
    *entry.mutable_acted()->mutable_beliefs() = beliefs;
    break;
  }
  const auto analysis = GameAnalysisOf(record);
  ASSERT_THAT(analysis, IsOk());
  EXPECT_FALSE(analysis->has_blue_beliefs());
  EXPECT_EQ(analysis->red_beliefs().plies(), 1u);
  EXPECT_EQ(analysis->red_beliefs().pieces(), static_cast<std::uint32_t>(beliefs.pieces_size()));
  EXPECT_LT(analysis->red_beliefs().loss_bits(), 0.012);
}

}  // namespace
}  // namespace flagfall::arena::analysis
