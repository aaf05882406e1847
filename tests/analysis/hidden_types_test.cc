#include "arena/analysis/hidden_types.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <set>
#include <vector>

#include "arena/analysis/piece_habits.h"

namespace flagfall::arena::analysis {
namespace {

using board::PieceType;

// Pieces with these types, of which those before `moved` have moved.
HiddenTypes Hidden(const std::vector<PieceType>& types, std::size_t moved) {
  HiddenTypes hidden;
  for (std::size_t i = 0; i < types.size(); ++i) {
    hidden.pieces.push_back(static_cast<board::PieceId>(i));
    hidden.have_moved.push_back(i < moved);
    ++hidden.counts[static_cast<std::size_t>(types[i])];
  }
  return hidden;
}

// All ways in which these types may lie, one after the other.
std::set<std::vector<PieceType>> AllWays(const HiddenTypes& hidden) {
  std::vector<PieceType> types;
  for (std::size_t type = 1; type < hidden.counts.size(); ++type) {
    types.insert(types.end(), static_cast<std::size_t>(hidden.counts[type]), static_cast<PieceType>(type));
  }
  std::set<std::vector<PieceType>> ways;
  do {
    bool is_possible = true;
    for (std::size_t i = 0; i < types.size(); ++i) {
      is_possible = is_possible && (!hidden.have_moved[i] || board::IsMovable(types[i]));
    }
    if (is_possible) ways.insert(types);
  } while (std::next_permutation(types.begin(), types.end()));
  return ways;
}

TEST(MissingBits, CountAllWays) {
  using enum PieceType;
  const std::vector<std::vector<PieceType>> armies = {
      {kFlag},
      {kScout, kFlag},
      {kScout, kScout, kMiner, kBomb, kFlag},
      {kMarshal, kSpy, kScout, kScout, kMiner, kBomb, kBomb, kFlag},
  };
  for (const std::vector<PieceType>& army : armies) {
    for (std::size_t moved = 0; moved < army.size(); ++moved) {
      const HiddenTypes hidden = Hidden(army, moved);
      const std::size_t ways = AllWays(hidden).size();
      if (ways == 0) continue;
      EXPECT_NEAR(MissingBits(hidden), std::log2(static_cast<double>(ways)), 1e-9) << army.size() << " " << moved;
    }
  }
  EXPECT_EQ(MissingBits({}), 0);
}

TEST(LikelyTypes, AreWhatAllWaysGiveWithoutHabits) {
  using enum PieceType;
  const HiddenTypes hidden = Hidden({kScout, kScout, kMiner, kGeneral, kBomb, kFlag}, 2);
  const auto likely = LikelyTypes(hidden, [](board::PieceId, PieceType) { return 0.1; });
  const std::set<std::vector<PieceType>> ways = AllWays(hidden);
  for (std::size_t piece = 0; piece < likely.size(); ++piece) {
    for (std::size_t type = 1; type < likely[piece].size(); ++type) {
      const auto with = std::count_if(ways.begin(), ways.end(), [&](const std::vector<PieceType>& way) {
        return way[piece] == static_cast<PieceType>(type);
      });
      EXPECT_NEAR(likely[piece][type], static_cast<double>(with) / static_cast<double>(ways.size()), 1e-6);
    }
  }
}

TEST(LikelyTypes, AddUpByPieceAndByTypeWhateverTheHabits) {
  using enum PieceType;
  std::mt19937_64 random(7);
  const HiddenTypes hidden = Hidden({kSpy, kScout, kScout, kMiner, kGeneral, kMarshal, kBomb, kBomb, kFlag}, 3);
  for (int trial = 0; trial < 100; ++trial) {
    const auto likely = LikelyTypes(hidden, [&](board::PieceId, PieceType) {
      return std::exp(std::uniform_real_distribution<double>(-2, 2)(random));
    });
    std::array<double, board::kPieceTypes> by_type{};
    for (const auto& piece : likely) {
      double sum = 0;
      for (std::size_t type = 0; type < piece.size(); ++type) {
        sum += piece[type];
        by_type[type] += piece[type];
      }
      EXPECT_NEAR(sum, 1, 1e-9);
    }
    for (std::size_t type = 1; type < by_type.size(); ++type) EXPECT_NEAR(by_type[type], hidden.counts[type], 1e-3);
  }
}

TEST(PieceHabits, AreThePlayersOwnWhereItHasAny) {
  const board::BoardRules rules = board::BoardRules::Duel();
  PieceHabits habits;
  constexpr board::Square a1 = 0;
  constexpr board::Square j10 = 99;
  const auto of = [&](const std::string& player, Side side, board::PieceId origin) {
    return habits.Of(player, side, rules)(origin, BehaviourOf(side, 0, origin), PieceType::kFlag);
  };
  EXPECT_NEAR(of("ann", Side::kRed, a1), 1.0 / board::SizeOf(rules.ZoneOf(Side::kRed)), 1e-9);
  for (int game = 0; game < 500; ++game) habits.Add("ann", Side::kRed, {{.square = a1, .type = PieceType::kFlag}}, {});
  EXPECT_GT(of("ann", Side::kRed, a1), 0.9);
  // Blue's corner is the same seen from its own side.
  EXPECT_GT(of("ann", Side::kBlue, j10), 0.9);
  EXPECT_LT(of("ann", Side::kRed, a1 + 1), 0.01);
  // Of somebody new all players' habits are expected.
  EXPECT_GT(of("ben", Side::kRed, a1), 0.5);
}

TEST(PieceHabits, KnowWhatPiecesDo) {
  const board::BoardRules rules = board::BoardRules::Duel();
  constexpr board::Square a9 = 80;
  PieceHabits::Sightings sightings{};
  const auto far = static_cast<std::size_t>(BehaviourOf(Side::kRed, 5, a9));
  const auto home = static_cast<std::size_t>(BehaviourOf(Side::kRed, 0, 0));
  sightings[far][static_cast<std::size_t>(PieceType::kScout)] = 2000;
  sightings[home][static_cast<std::size_t>(PieceType::kMarshal)] = 2000;
  PieceHabits habits;
  habits.Add("ann", Side::kRed, {}, sightings);
  const PieceHabits::OfPlayer ann = habits.Of("ann", Side::kRed, rules);
  const auto ratio = [&](std::size_t behaviour) {
    return ann(0, static_cast<Behaviour>(behaviour), PieceType::kScout) /
           ann(0, static_cast<Behaviour>(behaviour), PieceType::kMarshal);
  };
  EXPECT_GT(ratio(far), 10 * ratio(home));
}

}  // namespace
}  // namespace flagfall::arena::analysis
