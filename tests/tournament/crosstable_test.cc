#include "arena/tournament/crosstable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "arena/tournament/standings.h"

#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

v1::Tournament TableOf(const Standings& standings,
                       v1::TournamentSpec::Format format = v1::TournamentSpec::FORMAT_ROUND_ROBIN) {
  v1::Tournament tournament;
  tournament.mutable_spec()->set_format(format);
  AddStandings(standings, tournament);
  return tournament;
}

v1::Tournament ThreeBots() {
  std::vector<PlayedGame> games;
  for (int i = 0; i < 10; ++i) {
    games.push_back({0, 1, i % 2 == 0 ? v1::RESULT_RED_WINS : v1::RESULT_DRAW});
    games.push_back({1, 2, i == 0 ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS});
    games.push_back({2, 0, v1::RESULT_BLUE_WINS});
  }
  return TableOf(
      StandingsAfter(v1::TournamentSpec::FORMAT_ROUND_ROBIN, {"marshal", "sergeant-of-the-guard", "random"}, games));
}

TEST(Crosstable, IsAlignedInOneBlockWhenItFits) {
  EXPECT_EQ(CrosstableText(ThreeBots(), 120),
            "#  Bot                    Games  Points  Score   W  D   L     SB     Elo    +/-   v1   v2    v3\n"
            "1  marshal                   20    17.5  87.5%  15  5   0  96.25   338.0  191.6    *  7.5  10.0\n"
            "2  sergeant-of-the-guard     20    11.5  57.5%   9  5   6  52.75    52.5  140.6  2.5    *   9.0\n"
            "3  random                    20     1.0   5.0%   1  0  19  11.50  -511.5    inf  0.0  1.0     *\n");
}

TEST(Crosstable, ALadderTellsWhatHoldsAtAnyTime) {
  v1::Tournament table = ThreeBots();
  EXPECT_LT(table.standings(0).sequence_score_low(), 0.875);
  EXPECT_EQ(table.standings(0).sequence_score_high(), 1);
  table.mutable_spec()->set_format(v1::TournamentSpec::FORMAT_LADDER);
  table.mutable_standings(1)->clear_sequence_score_low();
  const std::vector<std::string> lines = absl::StrSplit(CrosstableText(table, 200), '\n');
  EXPECT_THAT(lines[0], testing::HasSubstr("  Any time  "));
  EXPECT_THAT(lines[1], testing::HasSubstr("-100%  "));
  EXPECT_THAT(lines[2], testing::HasSubstr("  -  ")) << "a server may not tell it";
}

TEST(Crosstable, GoesOnBelowWhenItDoesNotFit) {
  const v1::Tournament table = ThreeBots();
  for (const int width : {30, 60, 90, 97, 98, 120}) {
    const std::string text = CrosstableText(table, width);
    // Each opponent's column comes once, under the heading of its line.
    for (const char* heading : {"  v1", "  v2", "  v3"}) {
      EXPECT_EQ(std::vector<std::string>(absl::StrSplit(text, heading)).size(), 2u) << width << "\n" << text;
    }
    const bool fits = width >= 97;
    EXPECT_EQ(text.find("\n\n") == std::string::npos, fits) << width << "\n" << text;
  }
}

TEST(Crosstable, BlocksAreNoWiderThanAsked) {
  std::vector<std::string> names;
  std::vector<PlayedGame> games;
  for (int i = 0; i < 64; ++i) {
    names.push_back("bot-" + std::to_string(i));
    for (int j = 0; j < i; ++j) games.push_back({i, j, v1::RESULT_RED_WINS});
  }
  const std::string text =
      CrosstableText(TableOf(StandingsAfter(v1::TournamentSpec::FORMAT_ROUND_ROBIN, names, games)), 100);
  for (const absl::string_view line : absl::StrSplit(text, '\n')) EXPECT_LE(line.size(), 100u) << line;
}

TEST(Crosstable, WithoutPlayersOrGames) {
  EXPECT_EQ(CrosstableText({}, 80), "no players\n");
  EXPECT_THAT(CrosstableText(TableOf(StandingsAfter(v1::TournamentSpec::FORMAT_ROUND_ROBIN, {"ann", "bob"}, {})), 120),
              testing::HasSubstr("inf"));
}

TEST(StandingsCsv, HasALineForEachPlayerAndNothingAgainstOneself) {
  EXPECT_EQ(StandingsCsv(ThreeBots()),
            "place,bot,games,points,wins,draws,losses,byes,buchholz,sonneborn_berger,elo,elo_error,"
            "against_marshal,against_sergeant-of-the-guard,against_random\n"
            "1,marshal,20,17.5,15,5,0,0,0.0,96.25,338.04,191.60,,7.5,10.0\n"
            "2,sergeant-of-the-guard,20,11.5,9,5,6,0,0.0,52.75,52.51,140.58,2.5,,9.0\n"
            "3,random,20,1.0,1,0,19,0,0.0,11.50,-511.50,inf,0.0,1.0,\n");
}

TEST(StandingsCsv, CountsByesAndLeavesThoseWhoHaveNotMetEmpty) {
  // Two rounds of two games a pairing: ann beats bob twice while cid is left over; then cid has 1.5 against ann while
  // bob is. A bye is worth two points, and counts as two won games against somebody with as many points as one has
  // oneself: cid, for one, has Buchholz 2 * 2.5 + 2 * 3.5 and Sonneborn-Berger 1.5 * 2.5 + 2 * 3.5.
  const std::vector<PlayedGame> games = {{0, 1, v1::RESULT_RED_WINS, 1, 1},
                                         {1, 0, v1::RESULT_BLUE_WINS, 2, 1},
                                         {0, 2, v1::RESULT_DRAW, 3, 2},
                                         {2, 0, v1::RESULT_RED_WINS, 4, 2}};
  EXPECT_EQ(StandingsCsv(TableOf(StandingsAfter(v1::TournamentSpec::FORMAT_SWISS, {"ann", "bob", "cid"}, games, 2),
                                 v1::TournamentSpec::FORMAT_SWISS)),
            "place,bot,games,points,wins,draws,losses,byes,buchholz,sonneborn_berger,elo,elo_error,"
            "against_cid,against_ann,against_bob\n"
            "1,cid,2,3.5,1,1,0,1,12.0,10.75,190.85,inf,,1.5,\n"
            "2,ann,4,2.5,2,1,1,0,11.0,5.75,88.74,inf,0.5,,2.0\n"
            "3,bob,2,2.0,0,0,2,1,9.0,4.00,-inf,inf,,0.0,\n");
}

// As a server may say it that is older, or no friend.
TEST(StandingsCsv, ATableThatLacksGamesHasNoneThere) {
  v1::Tournament table = ThreeBots();
  table.mutable_standings(0)->mutable_against()->RemoveLast();
  EXPECT_THAT(StandingsCsv(table), testing::HasSubstr("1,marshal,20,17.5,15,5,0,0,0.0,96.25,338.04,191.60,,7.5,\n"));
}

}  // namespace
}  // namespace flagfall::arena::tournament
