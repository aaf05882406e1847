#include "arena/values/cards_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "referee/rules/cards/cards_game.h"
#include "referee/rules/catalogue.h"
#include "tests/sample-bots/in_process_game.h"
#include "tests/sample-bots/sample_players.h"

namespace flagfall::arena::values {
namespace {

v1::GameRecord EmptyRecord(const std::string& seed_text) {
  v1::GameRecord record;
  record.mutable_ruleset()->set_id("cards");
  std::string seed = seed_text;
  seed.resize(32, '.');
  record.set_seed(seed);
  return record;
}

v1::GameRecord RandomGame(int number) {
  bot::InProcessGame game;
  game.game_id = absl::StrCat("game ", number);
  game.ruleset.set_id("cards");
  game.base = std::chrono::hours(10);
  const auto player = bot::SamplePlayer("random", {.seed = static_cast<std::uint64_t>(number)});
  const auto played = bot::Play(game, player, player);
  EXPECT_TRUE(played.ok()) << played.status();
  return played->record;
}

double SumOf(const std::vector<double>& features, const std::string& source) {
  double sum = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (absl::StartsWith(CardsFeatureNames()[i], source)) sum += features[i];
  }
  return sum;
}

TEST(CardsFeatures, CountTheCardsDealt) {
  const v1::GameRecord record = EmptyRecord("a deal");
  const cards::CardsGame game(/*has_spotter=*/true, record.seed());
  const auto features = CardsFeatures(record);
  ASSERT_TRUE(features.ok()) << features.status();
  ASSERT_EQ(features->size(), CardsFeatureNames().size());
  for (std::size_t i = 0; i < features->size(); ++i) {
    const std::string& name = CardsFeatureNames()[i];
    double expected = 0;
    if (absl::StartsWith(name, "deal_")) {
      const cards::Card card = *cards::CardOfLetter(name.back());
      const auto count = [&](Side side) {
        const cards::CardList& hand = game.state().army(side).hand;
        return static_cast<double>(std::count(hand.begin(), hand.end(), card));
      };
      expected = count(Side::kRed) - count(Side::kBlue);
    }
    EXPECT_NEAR((*features)[i], expected, 1e-9) << name;
  }
}

// Where as many cards come as were to be expected, all types together come to nothing.
TEST(CardsFeatures, OfAllTypesTogetherAreNothing) {
  for (int number = 0; number < 20; ++number) {
    const auto features = CardsFeatures(RandomGame(number));
    ASSERT_TRUE(features.ok()) << features.status();
    for (const char* source : {"deal", "draw", "trick"}) EXPECT_NEAR(SumOf(*features, source), 0, 1e-9) << source;
  }
}

// Whole games of players who look at their cards: whatever they make of these, chance gives them nothing on average.
// The games end when somebody has won, and the Flag's trick is done when a player likes.
TEST(CardsFeatures, AreNothingOnAverageOverGames) {
  constexpr int kGames = 3000;
  std::vector<double> sums(CardsFeatureNames().size(), 0.0);
  std::vector<double> squares = sums;
  for (int number = 0; number < kGames; ++number) {
    const auto features = CardsFeatures(RandomGame(number));
    ASSERT_TRUE(features.ok()) << features.status();
    for (std::size_t i = 0; i < features->size(); ++i) {
      sums[i] += (*features)[i];
      squares[i] += (*features)[i] * (*features)[i];
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    EXPECT_LE(std::abs(sums[i]), 4.5 * std::sqrt(squares[i])) << CardsFeatureNames()[i];
    // Each is seen: types are drawn and come by the Flag's trick too.
    EXPECT_GT(squares[i], 0) << CardsFeatureNames()[i];
  }
}

TEST(CardsFeatures, LeaveTheSpotterOutWhereThereIsNone) {
  v1::GameRecord record = EmptyRecord("a deal");
  v1::RulesetOption& option = *record.mutable_ruleset()->add_options();
  option.set_name("spotter");
  option.set_value("off");
  const auto features = CardsFeatures(record);
  ASSERT_TRUE(features.ok()) << features.status();
  for (std::size_t i = 0; i < features->size(); ++i) {
    if (absl::EndsWith(CardsFeatureNames()[i], "_P")) {
      EXPECT_EQ((*features)[i], 0);
    }
  }
}

}  // namespace
}  // namespace flagfall::arena::values
