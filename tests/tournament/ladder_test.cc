#include "arena/tournament/ladder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/tournament/standings.h"
#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

std::vector<PlayedGame> Played(int players, std::uint32_t games_max, const ResultOf& result_of,
                               std::uint64_t seed = 1) {
  Schedule schedule(std::make_unique<Ladder>(players, 0, 2, seed));
  return PlayInOrder(schedule, result_of, games_max);
}

std::vector<int> GamesOf(int players, const std::vector<PlayedGame>& games) {
  std::vector<int> counts(static_cast<std::size_t>(players), 0);
  for (const PlayedGame& game : games) {
    ++counts[static_cast<std::size_t>(game.red)];
    ++counts[static_cast<std::size_t>(game.blue)];
  }
  return counts;
}

// Draws, except that `loser` loses so many games of 100, by forfeit if `by_forfeit` is set.
ResultOf Losing(int loser, std::uint64_t percent, bool by_forfeit) {
  return [=](const ScheduledGame& game) {
    PlayedGame played;
    const std::uint64_t drawn = ChanceOf(game, 9);
    played.result = drawn % 2 == 0 ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS;
    if ((game.red == loser || game.blue == loser) && drawn / 2 % 100 < percent) {
      played.result = game.red == loser ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS;
      played.is_forfeit = by_forfeit;
    }
    return played;
  };
}

TEST(Ladder, WhoFailsIsNotDrawnMoreOften) {
  constexpr int kPlayers = 8;
  constexpr int kFailing = 3;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const std::uint64_t percent : {30, 60, 100}) {
      const std::vector<int> failing = GamesOf(kPlayers, Played(kPlayers, 800, Losing(kFailing, percent, true), seed));
      const std::vector<int> losing = GamesOf(kPlayers, Played(kPlayers, 800, Losing(kFailing, percent, false), seed));
      EXPECT_LE(failing[kFailing], 200) << "the average; " << percent << " %, seed " << seed;
      EXPECT_LE(failing[kFailing], losing[kFailing] + 10) << percent << " %, seed " << seed;
    }
  }
}

TEST(Ladder, WhoAlwaysFailsIsOut) {
  Schedule schedule(std::make_unique<Ladder>(6, 0, 2, 1));
  const auto games = PlayInOrder(schedule, Losing(2, 100, true), 4000);
  EXPECT_EQ(games.size(), 4000u) << "the others go on";
  EXPECT_TRUE(schedule.IsDoneWith(2));
  // Two games each time, and two more in the round that was paired already.
  EXPECT_GE(GamesOf(6, games)[2], 2 * static_cast<int>(Ladder::kForfeitsMax));
  EXPECT_LE(GamesOf(6, games)[2], 4 * static_cast<int>(Ladder::kForfeitsMax));
}

TEST(Ladder, EndsWhenNobodyIsLeftToPlay) {
  Schedule schedule(std::make_unique<Ladder>(2, 0, 2, 1));
  EXPECT_LE(PlayInOrder(schedule, Losing(1, 100, true), 4000).size(), 4 * Ladder::kForfeitsMax);
  EXPECT_TRUE(schedule.IsOver());
}

TEST(Ladder, EndsAfterItsRounds) {
  Schedule schedule(std::make_unique<Ladder>(8, 5, 2, 1));
  const auto games = PlayInOrder(schedule, ByStrength(1), 4000);
  EXPECT_EQ(games.size(), 5u * 2 * 2);
  EXPECT_EQ(games.back().round, 5u);
  EXPECT_EQ(schedule.GamesMax(), 20u);
}

TEST(Ladder, NearOnesMeetMoreOften) {
  // Bots 0 to 3 win nearly always against 4 to 7.
  const ResultOf two_leagues = [](const ScheduledGame& game) {
    PlayedGame played;
    const bool red_wins = game.red / 4 == game.blue / 4 ? ChanceOf(game, 1) % 2 == 0 : game.red < game.blue;
    played.result = red_wins ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS;
    return played;
  };
  const auto games = Played(8, 1200, two_leagues);
  const auto within =
      std::count_if(games.begin(), games.end(), [](const PlayedGame& game) { return game.red / 4 == game.blue / 4; });
  // By chance it would be 3 of 7.
  EXPECT_GT(within, 1200 * 3 / 4);
}

TEST(Ladder, EqualsMeetAllTheOthers) {
  std::map<std::set<int>, int> met;
  for (const PlayedGame& game : Played(8, 28 * 2 * 4, Losing(-1, 0, false))) ++met[{game.red, game.blue}];
  EXPECT_EQ(met.size(), 28u);
  for (const auto& [pairing, games] : met) EXPECT_LE(games, 2 * 2 * 4) << "none twice as often as its share";
}

TEST(Ladder, SidesAreBalanced) {
  for (const std::uint32_t games : {1u, 2u, 3u}) {
    Schedule schedule(std::make_unique<Ladder>(7, 200, games, 1));
    std::map<int, int> surplus;
    for (const PlayedGame& game : PlayInOrder(schedule, ByStrength(1), 100'000)) {
      ++surplus[game.red];
      --surplus[game.blue];
    }
    for (const auto& [player, balance] : surplus) EXPECT_LE(std::abs(balance), 3) << player;
  }
}

TEST(Ladder, TheTableIsByRating) {
  std::vector<std::string> names;
  for (int i = 0; i < 8; ++i) names.push_back(absl::StrCat("bot-", i));
  int in_order = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Standings standings =
        StandingsAfter(v1::TournamentSpec::FORMAT_LADDER, names, Played(8, 2000, ByStrength(seed), seed));
    EXPECT_EQ(standings.ranking, Ranking{Criterion::kRating});
    for (std::size_t i = 0; i < 8; ++i) {
      if (i > 0) {
        EXPECT_LE(standings.rows[i].rating.elo, standings.rows[i - 1].rating.elo);
      }
      EXPECT_LT(standings.rows[i].rating.deviation, 60);
      in_order += std::abs(standings.rows[i].player - static_cast<int>(i)) <= 1;
    }
  }
  EXPECT_GE(in_order, 72) << "of 80 within one place of their strength";
}

// 1500 ± 200 beats 1400 ± 30: g = 0.9955 and E = 0.639, as in the example of M. Glickman's "The Glicko system".
TEST(LadderRating, IsGlickos) {
  LadderRating red{.elo = 1500, .deviation = 200};
  LadderRating blue{.elo = 1400, .deviation = 30};
  Rate(red, blue, 2);
  EXPECT_NEAR(red.elo, 1563.5, 0.2);
  EXPECT_NEAR(red.deviation, 175.2, 0.1);
  EXPECT_LT(blue.elo, 1400);
  EXPECT_GT(blue.elo, 1395) << "who is well known moves little";
}

TEST(LadderRating, InformationIsInNearnessAndUncertainty) {
  const LadderRating middle{.elo = 1500, .deviation = 100};
  EXPECT_DOUBLE_EQ(InformationOf(middle, middle), 5000);
  EXPECT_GT(InformationOf(middle, middle), InformationOf(middle, {.elo = 1700, .deviation = 100}));
  EXPECT_LT(InformationOf(middle, middle), InformationOf(middle, {.elo = 1500, .deviation = 150}));
  EXPECT_DOUBLE_EQ(InformationOf({.elo = 1500, .deviation = 50}, {.elo = 1700, .deviation = 90}),
                   InformationOf({.elo = 1700, .deviation = 90}, {.elo = 1500, .deviation = 50}));
}

}  // namespace
}  // namespace flagfall::arena::tournament
