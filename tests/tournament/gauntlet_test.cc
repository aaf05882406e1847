#include "arena/tournament/gauntlet.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <utility>

namespace flagfall::arena::tournament {
namespace {

struct Shape {
  int players;
  int seeds;
  std::uint32_t rounds;
  std::uint32_t games;
};

class EveryGauntlet : public testing::Test {
 protected:
  template <typename Check>
  void OnAll(Check check) {
    for (int players = 2; players <= 11; ++players) {
      for (int seeds = 1; seeds < players; ++seeds) {
        for (std::uint32_t rounds = 1; rounds <= 3; ++rounds) {
          for (std::uint32_t games = 1; games <= 3; ++games) {
            SCOPED_TRACE(testing::Message() << players << " " << seeds << " " << rounds << " " << games);
            check(Shape{players, seeds, rounds, games}, Gauntlet(players, seeds, rounds, games, 7));
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
};

TEST_F(EveryGauntlet, SeedsMeetTheFieldAndNobodyElseMeets) {
  OnAll([](const Shape& shape, const Gauntlet& gauntlet) {
    const auto pairings = static_cast<std::uint32_t>(shape.seeds * (shape.players - shape.seeds));
    ASSERT_EQ(*gauntlet.GamesMax(), shape.rounds * shape.games * pairings);
    std::map<std::pair<std::uint32_t, std::set<int>>, std::uint32_t> met;
    for (std::uint32_t number = 1; number <= *gauntlet.GamesMax(); ++number) {
      const Pairing game = gauntlet.PairingOf(number);
      ASSERT_NE(game.red < shape.seeds, game.blue < shape.seeds) << "a seed and one of the field";
      ++met[{game.round, {game.red, game.blue}}];
    }
    ASSERT_EQ(met.size(), shape.rounds * pairings);
    for (const auto& [pairing, count] : met) ASSERT_EQ(count, shape.games);
  });
}

TEST_F(EveryGauntlet, SidesAreBalanced) {
  OnAll([](const Shape& shape, const Gauntlet& gauntlet) {
    std::map<std::pair<int, int>, int> of_pairing;
    std::vector<int> of_player(static_cast<std::size_t>(shape.players), 0);
    for (std::uint32_t number = 1; number <= *gauntlet.GamesMax(); ++number) {
      const Pairing game = gauntlet.PairingOf(number);
      of_pairing[{std::min(game.red, game.blue), std::max(game.red, game.blue)}] += game.red < game.blue ? 1 : -1;
      ++of_player[static_cast<std::size_t>(game.red)];
      --of_player[static_cast<std::size_t>(game.blue)];
    }
    const int odd = static_cast<int>(shape.rounds * shape.games % 2);
    for (const auto& [pairing, balance] : of_pairing) ASSERT_EQ(std::abs(balance), odd);
    for (const int balance : of_player) ASSERT_LE(std::abs(balance), odd);
  });
}

TEST_F(EveryGauntlet, AStepSeatsNobodyTwice) {
  OnAll([](const Shape& shape, const Gauntlet& gauntlet) {
    const auto step = static_cast<std::uint32_t>(std::min(shape.seeds, shape.players - shape.seeds));
    std::set<int> seated;
    for (std::uint32_t number = 1; number <= *gauntlet.GamesMax(); ++number) {
      if ((number - 1) % step == 0) seated.clear();
      ASSERT_TRUE(seated.insert(gauntlet.PairingOf(number).red).second) << number;
      ASSERT_TRUE(seated.insert(gauntlet.PairingOf(number).blue).second) << number;
    }
  });
}

}  // namespace
}  // namespace flagfall::arena::tournament
