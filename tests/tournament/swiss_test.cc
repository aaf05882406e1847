#include "arena/tournament/swiss.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/tournament/crosstable.h"
#include "arena/tournament/standings.h"
#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

using testing::ElementsAre;

std::vector<PlayedGame> Played(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed) {
  Schedule schedule(std::make_unique<Swiss>(players, rounds, games, seed));
  return PlayInOrder(schedule, ByStrength(seed), 1'000'000);
}

// The sides, byes and opponents of each player, counted from the games alone.
struct Seen {
  std::vector<int> red_surplus;
  // The longest run of one side, counted in pairings.
  std::vector<int> longest_run;
  std::vector<int> byes;
  std::map<std::set<int>, std::set<std::uint32_t>> rounds_met;

  int Rematches() const {
    return static_cast<int>(
        std::count_if(rounds_met.begin(), rounds_met.end(), [](const auto& entry) { return entry.second.size() > 1; }));
  }
};

Seen Look(int players, std::uint32_t rounds, const std::vector<PlayedGame>& games) {
  const auto count = static_cast<std::size_t>(players);
  Seen seen{std::vector<int>(count, 0), std::vector<int>(count, 0), std::vector<int>(count, 0), {}};
  std::vector<int> run(count, 0);
  for (std::uint32_t round = 1; round <= rounds; ++round) {
    std::vector<bool> has_played(count, false);
    for (const PlayedGame& game : games) {
      if (game.round != round) continue;
      ++seen.red_surplus[static_cast<std::size_t>(game.red)];
      --seen.red_surplus[static_cast<std::size_t>(game.blue)];
      seen.rounds_met[{game.red, game.blue}].insert(round);
      for (const int player : {game.red, game.blue}) {
        const auto index = static_cast<std::size_t>(player);
        if (has_played[index]) continue;
        has_played[index] = true;
        run[index] = player == game.red ? std::max(run[index], 0) + 1 : std::min(run[index], 0) - 1;
        seen.longest_run[index] = std::max(seen.longest_run[index], std::abs(run[index]));
      }
    }
    for (std::size_t player = 0; player < count; ++player) seen.byes[player] += !has_played[player];
  }
  return seen;
}

std::vector<std::string> Names(int players) {
  std::vector<std::string> names;
  for (int i = 0; i < players; ++i) names.push_back(absl::StrCat("bot-", i + 1));
  return names;
}

TEST(Swiss, ThirtyThreeBotsOverNineRounds) {
  constexpr int kPlayers = 33;
  constexpr std::uint32_t kRounds = 9;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto games = Played(kPlayers, kRounds, 1, seed);
    ASSERT_EQ(games.size(), 16u * kRounds);
    const Seen seen = Look(kPlayers, kRounds, games);
    EXPECT_EQ(seen.Rematches(), 0) << "seed " << seed;
    std::map<int, int> surpluses;
    for (const int surplus : seen.red_surplus) ++surpluses[surplus];
    EXPECT_GE(surpluses.begin()->first, -2) << "seed " << seed;
    EXPECT_LE(surpluses.rbegin()->first, 2) << "seed " << seed;
    EXPECT_LE(*std::max_element(seen.longest_run.begin(), seen.longest_run.end()), 2) << "seed " << seed;
    EXPECT_EQ(std::count(seen.byes.begin(), seen.byes.end(), 1), kRounds) << "seed " << seed;
    EXPECT_EQ(std::count(seen.byes.begin(), seen.byes.end(), 0), kPlayers - kRounds) << "seed " << seed;
    if (seed > 1) continue;
    std::cout << "33 bots, 9 rounds: " << seen.rounds_met.size() << " pairings, " << seen.Rematches()
              << " rematches, 9 byes, none of them second; games with Red less those with Blue:";
    for (const auto& [surplus, players] : surpluses) std::cout << "  " << surplus << ": " << players << " bots";
    std::cout << "\n";
  }
}

// Whatever the results are, nobody meets an opponent again while there are opponents left.
TEST(Swiss, NobodyMeetsTwiceWhileThatCanBeAvoided) {
  for (int players = 2; players <= 12; ++players) {
    // While each has met fewer than half of the others, there is a pairing without rematch (G. A. Dirac's theorem).
    const auto rounds = static_cast<std::uint32_t>(std::max(1, players / 2));
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const Seen seen = Look(players, rounds, Played(players, rounds, 2, seed));
      EXPECT_EQ(seen.Rematches(), 0) << players << " players, seed " << seed;
      EXPECT_LE(*std::max_element(seen.byes.begin(), seen.byes.end()), 1) << players << " players, seed " << seed;
    }
  }
}

TEST(Swiss, MoreRoundsThanOpponentsSpreadTheRematches) {
  const auto games = Played(4, 9, 1, 7);
  for (const auto& [pairing, rounds] : Look(4, 9, games).rounds_met) EXPECT_EQ(rounds.size(), 3u);
  const Seen odd = Look(5, 10, Played(5, 10, 1, 7));
  for (const int byes : odd.byes) EXPECT_EQ(byes, 2);
}

TEST(Swiss, GamesOfAPairingTakeTurns) {
  const Seen seen = Look(8, 5, Played(8, 5, 2, 3));
  for (const int surplus : seen.red_surplus) EXPECT_EQ(surplus, 0);
}

TEST(Swiss, SidesAreBalancedInOddGames) {
  for (const std::uint32_t games : {1u, 3u}) {
    for (int players = 6; players <= 20; players += 7) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Seen seen = Look(players, 5, Played(players, 5, games, seed));
        for (const int surplus : seen.red_surplus) EXPECT_LE(std::abs(surplus), 2) << players << " " << seed;
        for (const int run : seen.longest_run) EXPECT_LE(run, 2) << players << " " << seed;
      }
    }
  }
}

// The leaders meet in the end: each round the scores of opponents are as near as can be.
TEST(Swiss, EqualsMeet) {
  Schedule schedule(std::make_unique<Swiss>(8, 3, 1, 5));
  std::vector<int> wins(8, 0);
  // The lower index always wins: rounds of 8, then 4 + 4, then 2 + 4 + 2.
  while (const auto game = schedule.Take([](const ScheduledGame&) { return true; })) {
    const auto red = static_cast<std::size_t>(game->red);
    const auto blue = static_cast<std::size_t>(game->blue);
    EXPECT_EQ(wins[red], wins[blue]) << game->number;
    const bool red_wins = red < blue;
    ++wins[red_wins ? red : blue];
    schedule.Decided(game->number, red_wins ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS, false);
  }
  std::sort(wins.begin(), wins.end());
  EXPECT_THAT(wins, ElementsAre(0, 1, 1, 1, 2, 2, 2, 3));
}

TEST(Swiss, TheByeGoesToTheLowest) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto games = Played(9, 4, 2, seed);
    std::vector<int> half_points(9, 0);
    std::set<int> had_bye;
    for (std::uint32_t round = 1; round <= 4; ++round) {
      std::set<int> absent = {0, 1, 2, 3, 4, 5, 6, 7, 8};
      for (const PlayedGame& game : games) {
        if (game.round != round) continue;
        absent.erase(game.red);
        absent.erase(game.blue);
      }
      ASSERT_EQ(absent.size(), 1u);
      const int bye = *absent.begin();
      for (int other = 0; other < 9; ++other) {
        if (had_bye.contains(other)) continue;
        EXPECT_LE(half_points[static_cast<std::size_t>(bye)], half_points[static_cast<std::size_t>(other)])
            << "seed " << seed << ", round " << round;
      }
      had_bye.insert(bye);
      half_points[static_cast<std::size_t>(bye)] += 4;
      for (const PlayedGame& game : games) {
        if (game.round != round) continue;
        for (const int player : {game.red, game.blue}) {
          half_points[static_cast<std::size_t>(player)] += game.HalfPointsOf(player);
        }
      }
    }
  }
}

TEST(Swiss, TheStrongestWinIt) {
  int won = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto games = Played(16, 7, 4, seed);
    won += StandingsAfter(v1::TournamentSpec::FORMAT_SWISS, Names(16), games, 4).rows[0].player < 4;
  }
  EXPECT_GE(won, 16) << "of 20 by one of the first four of sixteen";
}

TEST(Swiss, ALargeFieldIsPaired) {
  const auto games = Played(256, 2, 1, 1);
  EXPECT_EQ(games.size(), 256u);
  EXPECT_EQ(Look(256, 2, games).Rematches(), 0);
}

// ann beats bob and cid, cid beats bob; each has one bye in three rounds of one game.
TEST(SwissStandings, AByeIsAWinAgainstAnOpponentLikeOneself) {
  const std::vector<PlayedGame> games = {
      {0, 1, v1::RESULT_RED_WINS, 1, 1}, {2, 0, v1::RESULT_BLUE_WINS, 2, 2}, {1, 2, v1::RESULT_BLUE_WINS, 3, 3}};
  const Standings standings = StandingsAfter(v1::TournamentSpec::FORMAT_SWISS, {"ann", "bob", "cid"}, games, 1);
  ASSERT_EQ(standings.rows.size(), 3u);
  for (const StandingsRow& row : standings.rows) EXPECT_EQ(row.byes, 1) << row.name;
  const StandingsRow& ann = standings.rows[0];
  EXPECT_EQ(ann.name, "ann");
  EXPECT_EQ(ann.half_points, 6) << "3 points: two wins and the bye";
  EXPECT_EQ(ann.half_buchholz, 2 + 4 + 6) << "bob's 1, cid's 2, and her own 3 for the bye";
  EXPECT_EQ(ann.quarter_sonneborn_berger, 2 * 2 + 2 * 4 + 2 * 6);
  EXPECT_EQ(ann.tally.Games(), 2);
  EXPECT_EQ(standings.rows[1].name, "cid");
  v1::Tournament tournament;
  tournament.mutable_spec()->set_format(v1::TournamentSpec::FORMAT_SWISS);
  AddStandings(standings, tournament);
  EXPECT_THAT(CrosstableText(tournament, 120), testing::HasSubstr("Bye   BH    SB"));
}

TEST(SwissStandings, AByeShowsOnceAllOthersHaveAGameOfTheRound) {
  const std::vector<PlayedGame> games = {{0, 1, v1::RESULT_RED_WINS, 1, 1}};
  const Standings five = StandingsAfter(v1::TournamentSpec::FORMAT_SWISS, Names(5), games, 1);
  for (const StandingsRow& row : five.rows) EXPECT_EQ(row.byes, 0);
}

// zoe beats ann, ann cid, cid dot, dot zoe, and eve beats cid and dot. In each of the two pairs that are level in
// points, Buchholz and Sonneborn-Berger, the winner of their game is first.
TEST(SwissStandings, TheDirectEncounterDecidesWhereTheyHaveMet) {
  constexpr int kAnn = 0, kCid = 1, kDot = 2, kEve = 3, kZoe = 4;
  const auto beats = [](int winner, int loser) { return PlayedGame{winner, loser, v1::RESULT_RED_WINS}; };
  const std::vector<PlayedGame> games = {beats(kZoe, kAnn), beats(kAnn, kCid), beats(kCid, kDot),
                                         beats(kDot, kZoe), beats(kEve, kCid), beats(kEve, kDot)};
  const Standings standings =
      StandingsAfter(v1::TournamentSpec::FORMAT_SWISS, {"ann", "cid", "dot", "eve", "zoe"}, games, 1);
  std::vector<std::string> names;
  for (const StandingsRow& row : standings.rows) names.push_back(row.name);
  EXPECT_THAT(names, ElementsAre("eve", "cid", "dot", "zoe", "ann"));
  EXPECT_EQ(standings.rows[3].half_buchholz, standings.rows[4].half_buchholz);
  EXPECT_EQ(standings.rows[3].quarter_sonneborn_berger, standings.rows[4].quarter_sonneborn_berger);
  EXPECT_EQ(standings.rows[3].direct_half_points, 2);
  EXPECT_EQ(standings.rows[4].direct_half_points, 0);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(standings.rows[i].place, static_cast<int>(i) + 1);
}

// The same without eve: all four are level, and not all of them have met.
TEST(SwissStandings, TheDirectEncounterSaysNothingWhereSomeHaveNotMet) {
  const auto beats = [](int winner, int loser) { return PlayedGame{winner, loser, v1::RESULT_RED_WINS}; };
  const Standings standings =
      StandingsAfter(v1::TournamentSpec::FORMAT_SWISS, Names(4),
                     std::vector<PlayedGame>{beats(0, 1), beats(1, 2), beats(2, 3), beats(3, 0)}, 1);
  for (const StandingsRow& row : standings.rows) {
    EXPECT_EQ(row.direct_half_points, 0);
    EXPECT_EQ(row.place, 1);
  }
}

}  // namespace
}  // namespace flagfall::arena::tournament
