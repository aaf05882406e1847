// What every format guarantees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <ostream>
#include <random>
#include <set>
#include <string>

#include "absl/strings/escaping.h"
#include "arena/tournament/game_seed.h"
#include "arena/tournament/gauntlet.h"
#include "arena/tournament/knockout.h"
#include "arena/tournament/ladder.h"
#include "arena/tournament/round_robin.h"
#include "arena/tournament/sprt_match.h"
#include "arena/tournament/swiss.h"
#include "arena/tournament/tune.h"
#include "referee/base/sha256.h"
#include "tests/support/status_matchers.h"
#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

struct FormatCase {
  std::string name;
  int players;
  std::function<std::unique_ptr<Format>(std::uint64_t seed)> make;
  // Where a tournament that has no end is left.
  std::uint32_t games_max = 1'000'000;
};

void PrintTo(const FormatCase& printed, std::ostream* out) { *out << printed.name; }

template <typename FormatType, typename... Args>
FormatCase CaseOf(const std::string& name, int players, Args... args) {
  return {.name = name, .players = players, .make = [=](std::uint64_t seed) {
            return std::make_unique<FormatType>(players, args..., seed);
          }};
}

FormatCase Endless(FormatCase endless, std::uint32_t games_max) {
  endless.games_max = games_max;
  return endless;
}

std::vector<FormatCase> Cases() {
  return {
      CaseOf<RoundRobin>("RoundRobin", 5, 2, 2),
      CaseOf<RoundRobin>("RoundRobinOfOddGames", 6, 3, 3),
      CaseOf<Gauntlet>("Gauntlet", 9, 2, 2, 2),
      CaseOf<Gauntlet>("GauntletOfManySeeds", 7, 5, 1, 3),
      CaseOf<Swiss>("Swiss", 8, 5, 2),
      CaseOf<Swiss>("SwissOfAnOddField", 7, 4, 3),
      CaseOf<Knockout>("Knockout", 13, KnockoutOptions{.games = 4}),
      CaseOf<Knockout>("KnockoutOfOddGames", 6, KnockoutOptions{.games = 3, .third_place = false}),
      CaseOf<Ladder>("Ladder", 9, 25, 2),
      Endless(CaseOf<Ladder>("EndlessLadder", 8, 0, 3), 90),
      {.name = "SprtMatch",
       .players = 2,
       .make =
           [](std::uint64_t seed) {
             return std::make_unique<SprtMatch>(rating::SprtOptions{.elo1 = 40}, 10'000, seed);
           }},
      {.name = "Tune",
       .players = 6,
       .make =
           [](std::uint64_t seed) {
             v1::TournamentSpec spec;
             spec.set_rounds(40);
             spec.set_games(4);
             spec.set_seed(seed);
             spec.add_bots("amy");
             v1::Tuning& tuning = *spec.mutable_tuning();
             tuning.set_iterations_at_once(3);
             tuning.set_rate(0.1);
             v1::TunedOption& option = *tuning.add_options();
             option.set_name("depth");
             option.set_type(v1::TunedOption::TYPE_INTEGER);
             option.set_high(10);
             option.set_step(1);
             return std::make_unique<Tune>(spec);
           }},
  };
}

class EveryFormat : public testing::TestWithParam<FormatCase> {
 protected:
  static constexpr std::uint64_t kSeeds = 6;

  Schedule NewSchedule(std::uint64_t seed) const { return Schedule(GetParam().make(seed)); }
  std::vector<PlayedGame> InOrder(std::uint64_t seed) const {
    Schedule schedule = NewSchedule(seed);
    return PlayInOrder(schedule, ByStrength(seed), GetParam().games_max);
  }
};

std::string TextOf(const std::vector<PlayedGame>& games) {
  std::string text;
  for (const PlayedGame& game : games) {
    for (const auto number : {static_cast<int>(game.number), static_cast<int>(game.round), game.red, game.blue,
                              static_cast<int>(game.result)}) {
      text += std::to_string(number) + " ";
    }
    text += "\n";
  }
  return text;
}

TEST_P(EveryFormat, NumbersItsGamesFromOneWithoutGaps) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    std::uint32_t number = 0;
    std::uint32_t round = 1;
    for (const PlayedGame& game : InOrder(seed)) {
      ASSERT_EQ(game.number, ++number);
      ASSERT_TRUE(game.round == round || game.round == round + 1) << game.number;
      round = game.round;
    }
    ASSERT_GT(number, 0u);
  }
}

TEST_P(EveryFormat, NobodyPlaysAgainstItself) {
  for (const PlayedGame& game : InOrder(1)) {
    ASSERT_NE(game.red, game.blue);
    for (const int player : {game.red, game.blue}) ASSERT_TRUE(player >= 0 && player < GetParam().players);
  }
}

TEST_P(EveryFormat, Ends) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Schedule schedule = NewSchedule(seed);
    EXPECT_FALSE(schedule.IsOver());
    const auto games = PlayInOrder(schedule, ByStrength(seed), GetParam().games_max);
    if (games.size() == GetParam().games_max) continue;
    EXPECT_TRUE(schedule.IsOver());
    EXPECT_LE(games.size(), schedule.GamesMax().value());
    for (int player = 0; player < GetParam().players; ++player) EXPECT_TRUE(schedule.IsDoneWith(player)) << player;
  }
}

TEST_P(EveryFormat, TheOrderInWhichGamesEndChangesNothing) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    std::mt19937_64 random(seed);
    Schedule schedule = NewSchedule(seed);
    const auto games = PlayInDisorder(schedule, ByStrength(seed), GetParam().games_max,
                                      {.random = random, .concurrency = 1 + seed * 2});
    // A test is decided in the order of the schedule: what has begun beyond is all that may differ.
    const auto in_order = InOrder(seed);
    ASSERT_GE(games.size(), in_order.size());
    ASSERT_TRUE(games.size() == in_order.size() || schedule.IsDecided()) << "seed " << seed;
    EXPECT_EQ(TextOf({games.begin(), games.begin() + static_cast<std::ptrdiff_t>(in_order.size())}), TextOf(in_order))
        << "seed " << seed;
  }
}

TEST_P(EveryFormat, ResumesAtEveryPoint) {
  const std::uint64_t seed = 3;
  const auto in_order = InOrder(seed);
  const std::size_t step = 1 + in_order.size() / 60;
  for (std::size_t stop_after = 0; stop_after <= in_order.size(); stop_after += step) {
    std::mt19937_64 random(stop_after);
    Schedule killed = NewSchedule(seed);
    auto games =
        PlayInDisorder(killed, ByStrength(seed), GetParam().games_max, {.random = random, .stop_after = stop_after});
    Schedule resumed = NewSchedule(seed);
    for (const PlayedGame& game : games) ASSERT_THAT(resumed.Recall(game), IsOk());
    for (const PlayedGame& game : PlayInOrder(resumed, ByStrength(seed), GetParam().games_max)) games.push_back(game);
    std::sort(games.begin(), games.end(), [](const PlayedGame& a, const PlayedGame& b) { return a.number < b.number; });
    games.resize(std::min(games.size(), in_order.size()));
    ASSERT_EQ(TextOf(games), TextOf(in_order)) << "stopped after " << stop_after;
  }
}

TEST_P(EveryFormat, PairsAreTheSamePlayersWithSidesSwapped) {
  Schedule schedule = NewSchedule(2);
  std::map<std::uint32_t, ScheduledGame> games;
  std::set<std::uint32_t> firsts;
  while (const auto game =
             schedule.Take([](const ScheduledGame& next) { return next.number <= GetParam().games_max; })) {
    games[game->number] = *game;
    const PlayedGame played = ByStrength(2)(*game);
    schedule.Decided(game->number, played.result, false);
    if (game->first_of_pair == 0) continue;
    ASSERT_LT(game->first_of_pair, game->number);
    const ScheduledGame& first = games.at(game->first_of_pair);
    EXPECT_EQ(first.red, game->blue) << game->number;
    EXPECT_EQ(first.blue, game->red) << game->number;
    EXPECT_EQ(first.first_of_pair, 0u) << "a second is no first";
    EXPECT_TRUE(firsts.insert(game->first_of_pair).second) << "a first has one second";
  }
  EXPECT_GT(firsts.size(), games.size() / 4);
}

TEST_P(EveryFormat, WhoIsDoneWithIsNotAskedForAgain) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    std::mt19937_64 random(seed);
    Schedule schedule = NewSchedule(seed);
    std::set<int> done;
    for (;;) {
      const auto games = PlayInDisorder(schedule, ByStrength(seed), GetParam().games_max,
                                        {.random = random, .concurrency = 1, .stop_after = 1});
      if (games.empty()) break;
      EXPECT_FALSE(done.contains(games[0].red) || done.contains(games[0].blue)) << games[0].number;
      for (int player = 0; player < GetParam().players; ++player) {
        if (schedule.IsDoneWith(player)) done.insert(player);
      }
    }
  }
}

TEST_P(EveryFormat, RefusesAStoredGameThatItCannotHave) {
  const auto in_order = InOrder(4);
  PlayedGame swapped = in_order[0];
  std::swap(swapped.red, swapped.blue);
  EXPECT_THAT(NewSchedule(4).Recall(swapped), IsError(absl::StatusCode::kFailedPrecondition, "game 1 is stored but"));
  Schedule schedule = NewSchedule(4);
  ASSERT_THAT(schedule.Recall(in_order[0]), IsOk());
  EXPECT_THAT(schedule.Recall(in_order[0]), IsError(absl::StatusCode::kFailedPrecondition, "it comes twice"));
  PlayedGame beyond = in_order.back();
  beyond.number = 2'000'000'000;
  EXPECT_THAT(schedule.Recall(beyond), IsError(absl::StatusCode::kFailedPrecondition, "game 2000000000 is stored but"));
}

// Tournaments in ledgers are resumed by computing their schedule again: it must stay what it was when they were begun.
TEST_P(EveryFormat, SchedulesStayWhatTheyAre) {
  const std::map<std::string, std::string> stored = {
      {"RoundRobin", "fe849906ff32523b"}, {"RoundRobinOfOddGames", "3fbad955b322fa90"},
      {"Gauntlet", "36f1160e4ecae2bb"},   {"GauntletOfManySeeds", "ec406875a7ace987"},
      {"Swiss", "ef1738d147a262d7"},      {"SwissOfAnOddField", "f407f42fdbfd51dc"},
      {"Knockout", "a033f8d69ce6355d"},   {"KnockoutOfOddGames", "2603930342381f13"},
      {"Ladder", "5ebc1b680ea8de0f"},     {"EndlessLadder", "2d7a74c4a1f2002b"},
      {"SprtMatch", "60a7f5fef740afff"},  {"Tune", "96c6c1be215fe357"},
  };
  Sha256 all;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Schedule schedule = NewSchedule(seed);
    // As it was drawn when these were stored.
    const ResultOf by_chance = [seed](const ScheduledGame& game) {
      std::uint64_t drawn = 0;
      std::memcpy(&drawn, GameSeed(seed, game.number).data(), sizeof drawn);
      PlayedGame played;
      played.result = static_cast<v1::Result>(v1::RESULT_RED_WINS + std::mt19937_64(drawn ^ 1)() % 3);
      return played;
    };
    all.Update(TextOf(PlayInOrder(schedule, by_chance, GetParam().games_max)));
  }
  const auto found = stored.find(GetParam().name);
  EXPECT_EQ(absl::BytesToHexString(all.Digest()).substr(0, 16), found == stored.end() ? "none yet" : found->second);
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat, testing::ValuesIn(Cases()),
                         [](const testing::TestParamInfo<FormatCase>& info) { return info.param.name; });

}  // namespace
}  // namespace flagfall::arena::tournament
