#include "arena/tournament/knockout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

using testing::ElementsAre;

PlayedGame BetterSeedWins(const ScheduledGame& game) {
  PlayedGame played;
  played.result = game.red < game.blue ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS;
  return played;
}

PlayedGame AllDrawn(const ScheduledGame&) {
  PlayedGame played;
  played.result = v1::RESULT_DRAW;
  return played;
}

struct Tournament {
  std::vector<PlayedGame> games;
  std::vector<int> places;
};

Tournament PlayedOut(int players, const KnockoutOptions& options, const ResultOf& result_of, std::uint64_t seed = 7) {
  auto format = std::make_unique<Knockout>(players, options, seed);
  const Knockout* knockout = format.get();
  Schedule schedule(std::move(format));
  Tournament tournament{.games = PlayInOrder(schedule, result_of, 1'000'000), .places = {}};
  EXPECT_TRUE(schedule.IsOver());
  tournament.places = knockout->Places();
  return tournament;
}

std::set<std::set<int>> PairingsOf(const std::vector<PlayedGame>& games, std::uint32_t round) {
  std::set<std::set<int>> pairings;
  for (const PlayedGame& game : games) {
    if (game.round == round) pairings.insert({game.red, game.blue});
  }
  return pairings;
}

TEST(Knockout, TheBracketOfEight) {
  const auto games = PlayedOut(8, {}, BetterSeedWins).games;
  EXPECT_THAT(PairingsOf(games, 1), ElementsAre(std::set{0, 7}, std::set{1, 6}, std::set{2, 5}, std::set{3, 4}));
  EXPECT_THAT(PairingsOf(games, 2), ElementsAre(std::set{0, 3}, std::set{1, 2}));
  EXPECT_THAT(PairingsOf(games, 3), ElementsAre(std::set{0, 1}, std::set{2, 3})) << "the final, and that for third";
}

TEST(Knockout, TheFirstHaveByesWhereSomeAreMissing) {
  const auto games = PlayedOut(6, {}, BetterSeedWins).games;
  EXPECT_THAT(PairingsOf(games, 1), ElementsAre(std::set{2, 5}, std::set{3, 4}));
  EXPECT_THAT(PairingsOf(games, 2), ElementsAre(std::set{0, 3}, std::set{1, 2}));
}

// Where the better seed always wins, places are the seeding, and the losers of a round share a place.
TEST(Knockout, BracketsOfAllSizes) {
  for (int players = 2; players <= 33; ++players) {
    SCOPED_TRACE(players);
    for (const bool third_place : {false, true}) {
      const Tournament tournament = PlayedOut(players, {.third_place = third_place}, BetterSeedWins);
      for (int player = 0; player < players; ++player) {
        int place = player + 1;
        if (player >= 2 && !(third_place && player < 4)) {
          place = 3;
          while (2 * (place - 1) <= player) place = 2 * (place - 1) + 1;
        }
        EXPECT_EQ(tournament.places[static_cast<std::size_t>(player)], place) << player;
      }
      EXPECT_EQ(tournament.games.back().round, Knockout::RoundsOf(players));
      // Each match is won by two games to none.
      const int matches = players - 1 + (third_place && players >= 4 ? 1 : 0);
      EXPECT_EQ(tournament.games.size(), 2u * static_cast<unsigned>(matches));
    }
  }
}

// Whatever the results are, everybody has one match a round, the loser of a match plays no more, and one player is
// left.
TEST(Knockout, WhoHasLostPlaysNoMore) {
  for (int players = 2; players <= 33; ++players) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Tournament tournament = PlayedOut(players, {.games = 3, .third_place = false}, ByStrength(seed), seed);
      std::map<std::uint32_t, std::map<int, std::set<int>>> opponents;
      for (const PlayedGame& game : tournament.games) {
        opponents[game.round][game.red].insert(game.blue);
        opponents[game.round][game.blue].insert(game.red);
      }
      std::vector<std::uint32_t> last_round(static_cast<std::size_t>(players), 0);
      auto left = static_cast<std::size_t>(players);
      for (const auto& [round, met_by] : opponents) {
        for (const auto& [player, met] : met_by) {
          ASSERT_EQ(met.size(), 1u) << players << " players, seed " << seed;
          last_round[static_cast<std::size_t>(player)] = round;
        }
        // After the first round nobody has a bye.
        ASSERT_TRUE(round == 1 || met_by.size() == left) << players << " players, seed " << seed;
        left -= met_by.size() / 2;
      }
      EXPECT_EQ(left, 1u);
      for (std::size_t one = 0; one < last_round.size(); ++one) {
        for (std::size_t other = 0; other < last_round.size(); ++other) {
          if (last_round[one] <= last_round[other]) continue;
          EXPECT_LT(tournament.places[one], tournament.places[other]) << players << " players, seed " << seed;
        }
      }
    }
  }
}

TEST(Knockout, AMatchEndsWhenItIsDecided) {
  // Best of six: four wins are more than half.
  EXPECT_EQ(PlayedOut(2, {.games = 6}, BetterSeedWins).games.size(), 4u);
  EXPECT_EQ(PlayedOut(2, {.games = 5}, BetterSeedWins).games.size(), 4u) << "three would do, but pairs are whole";
  EXPECT_EQ(PlayedOut(2, {.games = 1}, BetterSeedWins).games.size(), 1u);
  Schedule schedule(std::make_unique<Knockout>(2, KnockoutOptions{.games = 6}, 1));
  std::uint32_t at_once = 0;
  while (schedule.Take([](const ScheduledGame&) { return true; })) ++at_once;
  EXPECT_EQ(at_once, 4u) << "as many at once as are needed for certain";
}

TEST(Knockout, ALevelMatchGoesOnInPairsAndThenToTheLot) {
  std::set<int> winners;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Tournament tournament = PlayedOut(2, {.games = 4, .tie_break_pairs = 3}, AllDrawn, seed);
    EXPECT_EQ(tournament.games.size(), 10u);
    EXPECT_NE(tournament.places[0], tournament.places[1]);
    winners.insert(tournament.places[0]);
  }
  EXPECT_EQ(winners.size(), 2u) << "the lot falls to either";
  EXPECT_EQ(PlayedOut(2, {.games = 2, .tie_break_pairs = 0}, AllDrawn).games.size(), 2u);
}

TEST(Knockout, ATieBreakPairThatIsWonDecides) {
  const auto second_wins_game_six = [](const ScheduledGame& game) {
    PlayedGame played = AllDrawn(game);
    if (game.number == 6) played.result = game.red == 1 ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS;
    return played;
  };
  const Tournament tournament = PlayedOut(2, {.games = 4, .tie_break_pairs = 3}, second_wins_game_six);
  EXPECT_EQ(tournament.games.size(), 6u);
  EXPECT_THAT(tournament.places, ElementsAre(2, 1));
}

TEST(Knockout, SidesTakeTurnsAndTheFirstIsDrawn) {
  std::set<int> first_red;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto games = PlayedOut(2, {.games = 4}, AllDrawn, seed).games;
    first_red.insert(games[0].red);
    for (std::size_t i = 1; i < games.size(); ++i) EXPECT_EQ(games[i].red, games[i - 1].blue);
  }
  EXPECT_EQ(first_red.size(), 2u);
}

TEST(Knockout, WhoIsStillInSharesTheFirstPlace) {
  Knockout knockout(8, {.games = 1}, 1);
  EXPECT_THAT(knockout.Places(), testing::Each(1));
  const auto play = [&] {
    for (const Pairing& pairing : knockout.NextPairings()) {
      knockout.AddResult(
          {pairing.red, pairing.blue, pairing.red < pairing.blue ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS});
    }
  };
  play();
  EXPECT_THAT(knockout.Places(), testing::Each(1)) << "the round ends with the next batch";
  play();
  EXPECT_THAT(knockout.Places(), ElementsAre(1, 1, 1, 1, 5, 5, 5, 5));
  play();
  EXPECT_THAT(knockout.Places(), ElementsAre(1, 1, 3, 3, 5, 5, 5, 5));
  EXPECT_TRUE(knockout.HasLeft(7));
  EXPECT_FALSE(knockout.HasLeft(3)) << "the third place is open";
  EXPECT_TRUE(knockout.NextPairings().empty());
  EXPECT_THAT(knockout.Places(), ElementsAre(1, 2, 3, 4, 5, 5, 5, 5));
}

}  // namespace
}  // namespace flagfall::arena::tournament
