// Whole games of the C++ bots in one process, on every ruleset.
#include <gmock/gmock.h>

#include <chrono>
#include <memory>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "tests/sample-bots/in_process_game.h"
#include "tests/sample-bots/sample_players.h"
#include "tests/support/status_matchers.h"

namespace flagfall::bot {
namespace {

class EveryPairing : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

INSTANTIATE_TEST_SUITE_P(Board, EveryPairing,
                         testing::Combine(testing::Values("classic", "battle", "duel", "barrage"),
                                          testing::Values("random", "sergeant", "marshal"),
                                          testing::Values("random", "sergeant", "marshal")));

TEST_P(EveryPairing, PlaysLegalPliesToTheEnd) {
  const auto& [ruleset, red, blue] = GetParam();
  InProcessGame game;
  game.game_id = "g1";
  game.ruleset.set_id(ruleset);
  // So that no machine is too slow for it.
  game.base = std::chrono::hours(1);
  game.max_plies = 600;
  const SampleOptions options{.seed = 5, .think = std::chrono::microseconds(500)};
  const auto result = Play(game, SamplePlayer(red, options), SamplePlayer(blue, options));
  ASSERT_THAT(result, IsOk());
  EXPECT_NE(result->outcome.reason(), v1::REASON_ILLEGAL_ACTION) << result->outcome.detail();
  EXPECT_NE(result->outcome.reason(), v1::REASON_OUT_OF_TIME);
  EXPECT_GT(result->plies, 0u);
}

TEST(BotsTest, SergeantBeatsRandom) {
  InProcessGame game;
  game.ruleset.set_id("classic");
  for (int i = 0; i < 6; ++i) {
    game.game_id = absl::StrCat("g", i);
    const SampleOptions options{.seed = 100u + i};
    const auto result = Play(game, SamplePlayer("sergeant", options), SamplePlayer("random", options));
    ASSERT_THAT(result, IsOk());
    EXPECT_EQ(result->outcome.result(), v1::RESULT_RED_WINS) << result->outcome.DebugString();
  }
}

}  // namespace
}  // namespace flagfall::bot
