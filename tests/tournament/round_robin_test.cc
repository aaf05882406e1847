#include "arena/tournament/round_robin.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/tournament/game_seed.h"
#include "referee/base/sha256.h"
#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

std::vector<ScheduledGame> AllOf(const RoundRobin& schedule) {
  std::vector<ScheduledGame> games;
  for (std::uint32_t number = 1; number <= *schedule.GamesMax(); ++number) games.push_back(GameOf(schedule, number));
  return games;
}

struct RoundRobinShape {
  int players;
  std::uint32_t rounds;
  std::uint32_t games;
};

std::vector<RoundRobinShape> AllShapes() {
  std::vector<RoundRobinShape> shapes;
  for (int players = 2; players <= 17; ++players) {
    for (std::uint32_t rounds = 1; rounds <= 4; ++rounds) {
      for (std::uint32_t games = 1; games <= 4; ++games) shapes.push_back({players, rounds, games});
    }
  }
  shapes.push_back({256, 1, 2});
  shapes.push_back({255, 1, 1});
  return shapes;
}

class EveryShape : public testing::TestWithParam<RoundRobinShape> {};

TEST_P(EveryShape, EverybodyMeetsEverybodyInEachRoundAsOftenAsAsked) {
  const auto [players, rounds, games] = GetParam();
  const RoundRobin schedule(players, rounds, games, 7);
  const auto pairings = static_cast<std::uint32_t>(players * (players - 1) / 2);
  ASSERT_EQ(*schedule.GamesMax(), rounds * games * pairings);
  std::map<std::pair<std::uint32_t, std::set<int>>, std::uint32_t> met;
  std::uint32_t round = 1;
  for (const ScheduledGame& game : AllOf(schedule)) {
    ASSERT_NE(game.red, game.blue);
    ASSERT_TRUE(game.red >= 0 && game.red < players && game.blue >= 0 && game.blue < players);
    ASSERT_GE(game.round, round) << "rounds follow each other";
    round = game.round;
    ++met[{round, {game.red, game.blue}}];
  }
  EXPECT_EQ(met.size(), rounds * pairings);
  for (const auto& [pairing, count] : met) EXPECT_EQ(count, games);
}

TEST_P(EveryShape, SidesAreBalancedForEachPairingAndEachPlayer) {
  const auto [players, rounds, games] = GetParam();
  std::map<std::pair<int, int>, int> of_pairing;
  std::map<std::pair<std::uint32_t, std::pair<int, int>>, int> of_pairing_in_round;
  std::vector<int> of_player(static_cast<std::size_t>(players), 0);
  for (const ScheduledGame& game : AllOf(RoundRobin(players, rounds, games, 99))) {
    const std::pair pairing(std::min(game.red, game.blue), std::max(game.red, game.blue));
    const int who = game.red < game.blue ? 1 : -1;
    of_pairing[pairing] += who;
    of_pairing_in_round[{game.round, pairing}] += who;
    ++of_player[static_cast<std::size_t>(game.red)];
    --of_player[static_cast<std::size_t>(game.blue)];
  }
  const int odd = rounds * games % 2 == 1 ? 1 : 0;
  for (const auto& [pairing, balance] : of_pairing) ASSERT_EQ(std::abs(balance), odd);
  for (const auto& [pairing, balance] : of_pairing_in_round) ASSERT_EQ(std::abs(balance), static_cast<int>(games % 2));
  for (const int balance : of_player) ASSERT_LE(std::abs(balance), odd);
}

// In each run of players / 2 games, counted from the start, nobody plays twice: so many games can run at once.
TEST_P(EveryShape, AStepOfTheCircleSeatsNobodyTwice) {
  const auto [players, rounds, games] = GetParam();
  const auto step = static_cast<std::uint32_t>(players / 2);
  std::set<int> seated;
  for (const ScheduledGame& game : AllOf(RoundRobin(players, rounds, games, 5))) {
    if ((game.number - 1) % step == 0) seated.clear();
    ASSERT_TRUE(seated.insert(game.red).second) << game.number;
    ASSERT_TRUE(seated.insert(game.blue).second) << game.number;
  }
}

std::string NameOf(const testing::TestParamInfo<RoundRobinShape>& info) {
  return absl::StrCat(info.param.players, "players", info.param.rounds, "rounds", info.param.games, "games");
}
INSTANTIATE_TEST_SUITE_P(RoundRobin, EveryShape, testing::ValuesIn(AllShapes()), NameOf);

TEST(RoundRobin, IsAFunctionOfItsArguments) {
  EXPECT_EQ(AllOf(RoundRobin(9, 2, 2, 7)), AllOf(RoundRobin(9, 2, 2, 7)));
  EXPECT_NE(AllOf(RoundRobin(9, 2, 2, 7)), AllOf(RoundRobin(9, 2, 2, 8)));
}

// Tournaments in ledgers are resumed by computing their schedule again: it must stay what it was when they were begun.
TEST(RoundRobin, SchedulesStayWhatTheyWere) {
  struct Stored {
    int players;
    std::uint32_t rounds;
    std::uint32_t games;
    std::uint64_t seed;
  };
  Sha256 all;
  for (const Stored& stored : {Stored{2, 3, 1, 7}, Stored{3, 2, 2, 7}, Stored{5, 3, 3, 99}, Stored{8, 2, 2, 1},
                               Stored{33, 1, 2, 4711}, Stored{256, 1, 1, 5}}) {
    for (const ScheduledGame& game : AllOf(RoundRobin(stored.players, stored.rounds, stored.games, stored.seed))) {
      all.Update(absl::StrCat(game.number, " ", game.round, " ", game.red, " ", game.blue, " ",
                              absl::BytesToHexString(GameSeed(stored.seed, game.number)), "\n"));
    }
  }
  EXPECT_EQ(absl::BytesToHexString(all.Digest()), "34d962d49d7cb5a9b012581ecf18291b5c38d3fffd998327cd4c1ace3b02f949");
}

TEST(RoundRobin, TheFirstRoundsStayWhatTheyAreWhenMoreAreAdded) {
  const RoundRobin few(5, 2, 2, 7);
  const RoundRobin more(5, 6, 2, 7);
  for (std::uint32_t number = 1; number <= *few.GamesMax(); ++number)
    EXPECT_EQ(GameOf(few, number), GameOf(more, number));
}

TEST(RoundRobin, SeatsAreDrawnFromTheSeed) {
  std::set<std::pair<int, int>> openings;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const ScheduledGame first = GameOf(RoundRobin(4, 1, 1, seed), 1);
    openings.insert({first.red, first.blue});
  }
  EXPECT_EQ(openings.size(), 12u) << "every ordered pair of four opens some tournament";
}

// The figure is that of: printf 'flagfall game 7 42' | sha256sum
TEST(GameSeed, IsTheSha256OfADocumentedText) {
  EXPECT_EQ(absl::BytesToHexString(GameSeed(7, 42)),
            "ba93167ed104c5b1808eedee6adfd79fce1b9522ff172fd684eae768c37fbc7b");
}

// printf 'flagfall game 7 42 2' | sha256sum
TEST(GameSeed, OfAnotherAttemptSaysWhich) {
  EXPECT_EQ(absl::BytesToHexString(GameSeed(7, 42, 2)),
            "191176f62dfb6a2f1c80bb642884bab64d2f45cdd293922029ab3968773aea5d");
  EXPECT_EQ(GameSeed(7, 42, 1), GameSeed(7, 42));
}

TEST(GameSeed, AGameThatWasVoidIsPlayedAgainWithAnother) {
  const ScheduledGame game = GameOf(RoundRobin(4, 1, 2, 7), 1);
  EXPECT_EQ(SeedNow(game, 7, false, {}), GameSeed(7, 1));
  EXPECT_EQ(SeedNow(game, 7, false, {{1, 2}, {3, 9}}), GameSeed(7, 1, 3));
}

TEST(GameSeed, BothGamesOfADuplicatePairHaveThatWithWhichTheFirstWasDecided) {
  const ScheduledGame first = GameOf(RoundRobin(4, 1, 2, 7), 1), second = GameOf(RoundRobin(4, 1, 2, 7), 3);
  ASSERT_EQ(second.first_of_pair, 1u);
  for (const VoidAttempts& voids : {VoidAttempts{}, VoidAttempts{{1, 1}}, VoidAttempts{{1, 2}, {3, 5}}}) {
    EXPECT_EQ(SeedNow(second, 7, true, voids), SeedNow(first, 7, true, voids));
    EXPECT_NE(SeedNow(second, 7, false, voids), SeedNow(first, 7, false, voids));
  }
}

TEST(GameSeed, DiffersBetweenGamesAndTournaments) {
  std::set<std::string> seeds;
  for (std::uint64_t tournament = 0; tournament < 20; ++tournament) {
    for (std::uint32_t number = 1; number <= 200; ++number) seeds.insert(GameSeed(tournament, number));
  }
  EXPECT_EQ(seeds.size(), 4000u);
}

}  // namespace
}  // namespace flagfall::arena::tournament
