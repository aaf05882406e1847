// Whole games of the C++ bots in one process, on every ruleset.
#include <gmock/gmock.h>

#include <chrono>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "tests/sample-bots/followed_game.h"
#include "tests/sample-bots/in_process_game.h"
#include "tests/sample-bots/sample_players.h"
#include "tests/support/status_matchers.h"

namespace flagfall::bot {
namespace {

InProcessGame GameOf(const std::string& ruleset, const std::string& game_id) {
  InProcessGame game;
  game.game_id = game_id;
  game.ruleset.set_id(ruleset);
  // So that no machine is too slow for it.
  game.base = std::chrono::hours(1);
  game.max_plies = 600;
  return game;
}

class EveryPairing : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

INSTANTIATE_TEST_SUITE_P(Board, EveryPairing,
                         testing::Combine(testing::Values("classic", "battle", "duel", "barrage"),
                                          testing::Values("random", "sergeant", "marshal"),
                                          testing::Values("random", "sergeant", "marshal")));
INSTANTIATE_TEST_SUITE_P(Bluffing, EveryPairing,
                         testing::Combine(testing::Values("bluffing"), testing::Values("random", "sergeant"),
                                          testing::Values("random", "sergeant")));
INSTANTIATE_TEST_SUITE_P(Cards, EveryPairing,
                         testing::Combine(testing::Values("cards"), testing::Values("random", "cardsharp"),
                                          testing::Values("random", "cardsharp")));

TEST_P(EveryPairing, ActsLegallyToTheEnd) {
  const auto& [ruleset, red, blue] = GetParam();
  const SampleOptions options{.seed = 5, .think = std::chrono::microseconds(500)};
  const auto result = Play(GameOf(ruleset, "g1"), SamplePlayer(red, options), SamplePlayer(blue, options));
  ASSERT_THAT(result, IsOk());
  EXPECT_NE(result->outcome.reason(), v1::REASON_ILLEGAL_ACTION) << result->outcome.detail();
  EXPECT_NE(result->outcome.reason(), v1::REASON_OUT_OF_TIME);
  EXPECT_GT(result->plies, 0u);
}

class EveryRuleset : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryRuleset, testing::ValuesIn(RulesetIds()));

TEST_P(EveryRuleset, ARandomActionIsNeverRefused) {
  for (int i = 0; i < 100; ++i) {
    const SampleOptions options{.seed = 1000u + i};
    const PlayerFactory random = SamplePlayer("random", options);
    const auto result = Play(GameOf(GetParam(), absl::StrCat("g", i)), random, random);
    ASSERT_THAT(result, IsOk());
    ASSERT_NE(result->outcome.reason(), v1::REASON_ILLEGAL_ACTION)
        << result->outcome.detail() << ", seed " << options.seed;
  }
}

struct Series {
  const char* ruleset;
  const char* bot;
};

class EverySeries : public testing::TestWithParam<Series> {};

INSTANTIATE_TEST_SUITE_P(AgainstRandom, EverySeries,
                         testing::Values(Series{"classic", "sergeant"}, Series{"bluffing", "sergeant"},
                                         Series{"cards", "cardsharp"}));

TEST_P(EverySeries, IsWonByAClearMargin) {
  int wins = 0;
  for (int i = 0; i < 20; ++i) {
    const SampleOptions options{.seed = 100u + i};
    const PlayerFactory better = SamplePlayer(GetParam().bot, options);
    const PlayerFactory random = SamplePlayer("random", options);
    const bool is_red = i % 2 == 0;
    const InProcessGame game = GameOf(GetParam().ruleset, absl::StrCat("g", i));
    const auto result = Play(game, is_red ? better : random, is_red ? random : better);
    ASSERT_THAT(result, IsOk());
    wins += result->outcome.result() == (is_red ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS) ? 1 : 0;
  }
  EXPECT_GE(wins, 18);
}

}  // namespace
}  // namespace flagfall::bot
