#include "arena/tournament/standings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

constexpr v1::Result kRed = v1::RESULT_RED_WINS;
constexpr v1::Result kBlue = v1::RESULT_BLUE_WINS;
constexpr v1::Result kDraw = v1::RESULT_DRAW;

std::vector<std::string> NamesOf(const Standings& standings) {
  std::vector<std::string> names;
  for (const StandingsRow& row : standings.rows) names.push_back(row.name);
  return names;
}

TEST(Standings, PointsThenSonnebornBergerThenWins) {
  // Each pairing once. ann: beats bob, loses to cid, draws dot: 1.5. bob: beats cid, draws dot: 1.5.
  // cid: beats ann, loses to bob, draws dot: 1.5. dot: three draws: 1.5.
  const std::vector<PlayedGame> games = {{0, 1, kRed}, {0, 2, kBlue}, {0, 3, kDraw},
                                         {1, 2, kRed}, {1, 3, kDraw}, {2, 3, kDraw}};
  const Standings standings =
      StandingsAfter(v1::TournamentSpec::FORMAT_ROUND_ROBIN, {"ann", "bob", "cid", "dot"}, games);
  EXPECT_THAT(NamesOf(standings), testing::ElementsAre("ann", "bob", "cid", "dot"));
  // 1.5 · (1 + 0 + ½) = 2.25 for everybody; dot has no win and is behind.
  for (const StandingsRow& row : standings.rows) EXPECT_EQ(row.quarter_sonneborn_berger, 9) << row.name;
  EXPECT_EQ(standings.rows[0].place, 1);
  EXPECT_EQ(standings.rows[1].place, 1);
  EXPECT_EQ(standings.rows[2].place, 1);
  EXPECT_EQ(standings.rows[3].place, 4);
}

TEST(Standings, SonnebornBergerRanksTheBetterVictims) {
  // bob and cid have a win each; bob's is against ann, who leads.
  const std::vector<PlayedGame> games = {{0, 1, kBlue}, {0, 2, kRed}, {0, 3, kRed}, {3, 2, kBlue}, {1, 3, kBlue}};
  const Standings standings =
      StandingsAfter(v1::TournamentSpec::FORMAT_ROUND_ROBIN, {"ann", "cid", "bob", "dot"}, games);
  EXPECT_THAT(NamesOf(standings), testing::ElementsAre("ann", "cid", "bob", "dot"));
  EXPECT_EQ(standings.rows[1].quarter_sonneborn_berger, 8);
  EXPECT_EQ(standings.rows[2].quarter_sonneborn_berger, 4);
}

TEST(Standings, WhoHasNotPlayedHasALineToo) {
  const Standings standings = StandingsAfter(v1::TournamentSpec::FORMAT_ROUND_ROBIN, {"ann", "bob"}, {});
  ASSERT_EQ(standings.rows.size(), 2u);
  EXPECT_EQ(standings.rows[1].place, 1);
  EXPECT_EQ(standings.rows[1].tally.Games(), 0);
}

TEST(Standings, TheCrosstableFollowsTheRows) {
  const Standings standings = StandingsAfter(v1::TournamentSpec::FORMAT_ROUND_ROBIN, {"ann", "bob"},
                                             std::vector<PlayedGame>{{0, 1, kBlue}, {1, 0, kDraw}});
  EXPECT_EQ(standings.rows[0].name, "bob");
  EXPECT_EQ(standings.crosstable[0][1], (rating::Tally{.wins = 1, .draws = 1}));
  EXPECT_EQ(standings.crosstable[1][0], (rating::Tally{.draws = 1, .losses = 1}));
  EXPECT_EQ(standings.crosstable[0][0], rating::Tally{});
}

// Whatever was played, there are as many points as games, each line is the sum of its cells, and cells mirror each
// other.
TEST(Standings, Add_Up) {
  std::mt19937_64 random(11);
  for (int players = 2; players <= 12; ++players) {
    std::vector<std::string> names;
    for (int i = 0; i < players; ++i) names.push_back("bot" + std::to_string(i));
    std::vector<PlayedGame> games;
    for (int i = 0; i < 500; ++i) {
      const int red = static_cast<int>(random() % static_cast<unsigned>(players));
      const int blue = (red + 1 + static_cast<int>(random() % static_cast<unsigned>(players - 1))) % players;
      games.push_back({red, blue, static_cast<v1::Result>(1 + random() % 3)});
    }
    const Standings standings = StandingsAfter(v1::TournamentSpec::FORMAT_ROUND_ROBIN, names, games);
    std::int64_t half_points = 0;
    for (std::size_t i = 0; i < standings.rows.size(); ++i) {
      half_points += standings.rows[i].tally.HalfPoints();
      rating::Tally line;
      for (std::size_t j = 0; j < standings.rows.size(); ++j) {
        const rating::Tally& cell = standings.crosstable[i][j];
        const rating::Tally& mirror = standings.crosstable[j][i];
        ASSERT_EQ(cell, (rating::Tally{.wins = mirror.losses, .draws = mirror.draws, .losses = mirror.wins}));
        line = {line.wins + cell.wins, line.draws + cell.draws, line.losses + cell.losses};
      }
      ASSERT_EQ(line, standings.rows[i].tally);
      if (i > 0) {
        ASSERT_LE(standings.rows[i].tally.HalfPoints(), standings.rows[i - 1].tally.HalfPoints());
      }
    }
    EXPECT_EQ(half_points, 1000);
  }
}

}  // namespace
}  // namespace flagfall::arena::tournament
