#include "arena/tournament/sprt_match.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

constexpr rating::SprtOptions kSprtOptions = {.elo0 = 0, .elo1 = 50};

// Player 0 wins so many of 100 games and loses the others.
ResultOf Winning(std::uint64_t percent) {
  return [percent](const ScheduledGame& game) {
    const bool player_0_wins = ChanceOf(game, 1) % 100 < percent;
    PlayedGame played;
    played.result = player_0_wins == (game.red == 0) ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS;
    return played;
  };
}

struct Tested {
  std::size_t games;
  rating::SprtVerdict verdict;
};

Tested Tried(const ResultOf& result_of, std::uint32_t pairs_max = 10'000) {
  auto match = std::make_unique<SprtMatch>(kSprtOptions, pairs_max, 1);
  const SprtMatch* test = match.get();
  Schedule schedule(std::move(match));
  const std::size_t games = PlayInOrder(schedule, result_of, 1'000'000).size();
  EXPECT_TRUE(schedule.IsOver());
  return {games, test->test().verdict()};
}

TEST(SprtMatch, EndsWhenTheTestIsDecided) {
  const Tested better = Tried(Winning(65));
  EXPECT_EQ(better.verdict, rating::SprtVerdict::kAcceptH1);
  const Tested equal = Tried(Winning(50));
  EXPECT_EQ(equal.verdict, rating::SprtVerdict::kAcceptH0);
  const Tested worse = Tried(Winning(35));
  EXPECT_EQ(worse.verdict, rating::SprtVerdict::kAcceptH0);
  for (const Tested& tested : {better, equal, worse}) {
    EXPECT_LT(tested.games, 20'000u);
    EXPECT_EQ(tested.games % 2, 0u) << "pairs are whole";
  }
}

TEST(SprtMatch, EndsUndecidedAfterItsPairs) {
  const Tested few = Tried(Winning(50), 3);
  EXPECT_EQ(few.games, 6u);
  EXPECT_EQ(few.verdict, rating::SprtVerdict::kContinue);
}

// Player 0 wins all, of which nobody played the games of the pairs that `is_unplayed` names, from 0.
ResultOf Absent(const std::function<bool(std::uint32_t pair)>& is_unplayed) {
  return [is_unplayed](const ScheduledGame& game) {
    PlayedGame played;
    played.result = game.red == 0 ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS;
    // The second game of a pair is played, so that a pair is left out for either of its games.
    played.is_unplayed = game.number % 2 == 1 && is_unplayed((game.number - 1) / 2);
    played.is_forfeit = played.is_unplayed;
    return played;
  };
}

TEST(SprtMatch, APairThatWasNotPlayedIsNoEvidence) {
  const auto every_third = [](std::uint32_t pair) { return pair % 3 == 0; };
  const Tested all = Tried(Absent([](std::uint32_t) { return false; }));
  const Tested some = Tried(Absent(every_third));
  EXPECT_EQ(all.verdict, rating::SprtVerdict::kAcceptH1);
  EXPECT_EQ(some.verdict, rating::SprtVerdict::kAcceptH1);
  EXPECT_GT(some.games, all.games) << "it takes as many pairs that were played";
}

TEST(SprtMatch, EndsWithoutAVerdictWhenABotDoesNotComeAnyMore) {
  const Tested gone = Tried(Absent([](std::uint32_t pair) { return pair >= 2; }));
  EXPECT_EQ(gone.verdict, rating::SprtVerdict::kContinue);
  EXPECT_EQ(gone.games, 2 * (2 + SprtMatch::kUnplayedPairsMax));
}

TEST(SprtMatch, CountsUnplayedPairsWhereTheSpecSaysSo) {
  SprtMatch match(kSprtOptions, 100, 1, /*counts_unplayed=*/true);
  SprtMatch other(kSprtOptions, 100, 1);
  for (std::uint32_t number = 1; number <= 8; ++number) {
    const PlayedGame game{
        .red = 0, .blue = 1, .result = v1::RESULT_RED_WINS, .number = number, .is_forfeit = true, .is_unplayed = true};
    match.AddResult(game);
    other.AddResult(game);
  }
  EXPECT_EQ(match.test().scores().Samples(), 4);
  EXPECT_EQ(match.unplayed_pairs(), 0u);
  EXPECT_EQ(other.test().scores().Samples(), 0);
  EXPECT_EQ(other.unplayed_pairs(), 4u);
}

TEST(SprtMatch, TakesPairsAsTheTestWould) {
  SprtMatch match(kSprtOptions, 100, 1);
  rating::Sprt test(kSprtOptions, rating::Sample::kPair);
  for (int pair = 0; pair < 30; ++pair) {
    int half_points = 0;
    for (const Pairing& pairing : match.NextPairings()) {
      const PlayedGame game{pairing.red, pairing.blue, pair % 3 == 0 ? v1::RESULT_DRAW : v1::RESULT_RED_WINS};
      half_points += game.HalfPointsOf(0);
      match.AddResult(game);
    }
    test.Add(half_points);
    EXPECT_EQ(match.test().llr(), test.llr()) << pair;
  }
}

TEST(SprtMatch, WhoBeginsWithRedTakesTurnsAndIsDrawnFirst) {
  std::set<int> first;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SprtMatch match(kSprtOptions, 10, seed);
    const int red = match.NextPairings()[0].red;
    first.insert(red);
    EXPECT_EQ(match.NextPairings()[0].red, 1 - red);
  }
  EXPECT_EQ(first.size(), 2u);
}

// After the verdict no game is started, not even again one that was void.
TEST(SprtMatch, AVoidGameIsNotPlayedAgainAfterTheVerdict) {
  Schedule schedule(std::make_unique<SprtMatch>(kSprtOptions, 10'000, 1));
  std::optional<ScheduledGame> late;
  while (!schedule.IsDecided()) {
    auto game = schedule.Take([](const ScheduledGame&) { return true; });
    ASSERT_TRUE(game.has_value());
    // One more is always under way.
    if (late.has_value()) std::swap(*late, *game);
    if (!late.has_value()) {
      late = game;
      continue;
    }
    schedule.Decided(game->number, Winning(90)(*game).result, false);
  }
  EXPECT_FALSE(schedule.Take([](const ScheduledGame&) { return true; }).has_value());
  EXPECT_FALSE(schedule.IsOver());
  schedule.PutBack(late->number);
  EXPECT_FALSE(schedule.Take([](const ScheduledGame&) { return true; }).has_value());
  EXPECT_TRUE(schedule.IsOver());
}

}  // namespace
}  // namespace flagfall::arena::tournament
