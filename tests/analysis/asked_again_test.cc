// Bots that are told what they may not know and are asked again when they are not told, and bots that are never told.
// foreknowledge_trials measures the same over more games.
#include "arena/analysis/asked_again.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/rules/side_messages.h"
#include "tests/analysis/asked_players.h"
#include "tests/analysis/cheats.h"
#include "tests/sample-bots/sample_players.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::analysis {
namespace {

using bot::Cheat;

// The bot's plies of one game, and what it answers where it is told nothing.
struct AskedGame {
  v1::GameRecord record;
  v1::Side side = v1::SIDE_RED;
  std::vector<std::vector<ExamAnswer>> answers;
};

AskedGame Played(const std::string& ruleset, const std::string& bot, Cheat cheat, std::uint64_t seed) {
  const v1::Side side = seed % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE;
  bot::InProcessGame game;
  game.ruleset.set_id(ruleset);
  game.game_id = absl::StrCat("g", seed);
  game.base = std::chrono::hours(10);
  game.leak = bot::LeakOf(cheat, side, seed);
  const bot::PlayerFactory tested = bot::SamplePlayer(bot, {.seed = seed});
  const bot::PlayerFactory other = bot::SamplePlayer("sergeant", {.seed = seed + 77});
  auto played = side == v1::SIDE_RED ? bot::Play(game, tested, other) : bot::Play(game, other, tested);
  EXPECT_THAT(played, IsOk());
  AskedGame asked{.record = std::move(played->record), .side = side, .answers = {}};
  asked.answers =
      bot::AnswersOf(asked.record, bot::SamplePlayer(bot, {.seed = seed + 1'000'000}))[IndexOf(SideOf(side))];
  return asked;
}

AskedAgain After(const std::string& ruleset, const std::string& bot, Cheat cheat, int games) {
  AskedAgain asked_again;
  for (int i = 0; i < games; ++i) {
    const AskedGame game = Played(ruleset, bot, cheat, static_cast<std::uint64_t>(i));
    EXPECT_THAT(asked_again.Add(game.record, SideOf(game.side), game.answers), IsOk());
  }
  return asked_again;
}

TEST(AskedAgain, ABotThatIsToldIsFound) {
  const AskedAgain asked_again = After("duel", "sergeant", Cheat::kThird, 200);
  EXPECT_EQ(asked_again.games(), 200);
  EXPECT_LT(asked_again.P(), 1e-4);
  EXPECT_GT(asked_again.Advantage(), 0);
  ASSERT_FALSE(asked_again.telling().empty());
  double largest = 2;
  for (const TellingPly& ply : asked_again.telling()) {
    EXPECT_LE(ply.advantage, largest);
    largest = ply.advantage;
  }
}

TEST(AskedAgain, HonestBotsAreNot) {
  for (const char* bot : {"random", "sergeant"}) {
    for (const char* ruleset : {"duel", "barrage"}) {
      EXPECT_GT(After(ruleset, bot, Cheat::kNone, 100).P(), 1e-3) << bot << " in " << ruleset;
    }
  }
}

TEST(AskedAgain, WhoAnswersTheSameHasNoAdvantage) {
  AskedGame game = Played("duel", "sergeant", Cheat::kNone, 3);
  const v1::GameRecord& record = game.record;
  const auto same = bot::AnswersOf(record, bot::SamplePlayer("sergeant", {.seed = 3}))[IndexOf(SideOf(game.side))];
  AskedAgain asked_again;
  ASSERT_THAT(asked_again.Add(record, SideOf(game.side), same), IsOk());
  EXPECT_GT(asked_again.scored(), 0);
  EXPECT_EQ(asked_again.Advantage(), 0);
  EXPECT_EQ(asked_again.P(), 1);
}

TEST(AskedAgain, AnswersThatDidNotComeSayNothingAndIllegalOnesShowNothing) {
  const AskedGame game = Played("duel", "sergeant", Cheat::kNone, 3);
  std::vector<std::vector<ExamAnswer>> answers(game.answers.size());
  for (auto& each : answers) each = {std::nullopt};
  AskedAgain none;
  ASSERT_THAT(none.Add(game.record, SideOf(game.side), answers), IsOk());
  EXPECT_EQ(none.games(), 1);
  EXPECT_EQ(none.plies(), 0);

  v1::Action lake;
  lake.mutable_ply()->set_from(42);
  lake.mutable_ply()->set_to(1'000'000);
  for (auto& each : answers) each = {lake, v1::Action()};
  AskedAgain illegal;
  ASSERT_THAT(illegal.Add(game.record, SideOf(game.side), answers), IsOk());
  EXPECT_EQ(illegal.plies(), static_cast<int>(answers.size()));
  // The same as what its own plies show.
  EXPECT_GT(illegal.scored(), 0);
}

TEST(AskedAgain, OtherGamesAreRefused) {
  AskedAgain asked_again;
  v1::GameRecord record;
  record.mutable_ruleset()->set_id("gogo");
  EXPECT_THAT(asked_again.Add(record, Side::kRed, {}), IsError(absl::StatusCode::kNotFound, "gogo"));
  EXPECT_EQ(asked_again.games(), 0);
}

}  // namespace
}  // namespace flagfall::arena::analysis
