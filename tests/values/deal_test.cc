#include "arena/values/deal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "arena/books/book.h"
#include "arena/values/cards_features.h"
#include "arena/values/set_up_features.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::values {
namespace {

using testing::HasSubstr;

v1::TournamentSpec SpecOf(const std::string& ruleset, const std::string& book) {
  v1::TournamentSpec spec;
  spec.mutable_ruleset()->set_id(ruleset);
  spec.set_book(book);
  return spec;
}

TEST(Deal, SaysWhereNothingIsDealt) {
  EXPECT_TRUE(CheckIsDealt(SpecOf("cards", "")).ok());
  for (const char* ruleset : {"classic", "battle", "duel", "barrage", "bluffing"}) {
    EXPECT_TRUE(CheckIsDealt(SpecOf(ruleset, "standard")).ok()) << ruleset;
    const absl::Status without = CheckIsDealt(SpecOf(ruleset, ""));
    EXPECT_TRUE(absl::IsFailedPrecondition(without)) << ruleset;
    EXPECT_THAT(without.message(), HasSubstr("--book standard deals set-ups"));
  }
  // The second game of a pair has the set-ups of the first, which a bot has chosen.
  v1::TournamentSpec duplicate = SpecOf("barrage", "");
  duplicate.set_duplicate(true);
  EXPECT_FALSE(CheckIsDealt(duplicate).ok());
  EXPECT_THAT(CheckIsDealt(SpecOf("gogo", "")).message(), HasSubstr("in gogo the referee deals nothing"));
}

TEST(Deal, HasFeaturesForEachRulesetInWhichSomethingCanBeDealt) {
  EXPECT_EQ(*DealFeatureNames("cards"), CardsFeatureNames());
  for (const char* ruleset : {"classic", "battle", "duel", "barrage", "bluffing"}) {
    EXPECT_EQ(*DealFeatureNames(ruleset), SetUpFeatureNames()) << ruleset;
  }
  EXPECT_TRUE(absl::IsFailedPrecondition(DealFeatureNames("gogo").status()));
}

TEST(Deal, IsTakenFromTheSetUpsOfTheHostAlone) {
  v1::GameRecord record;
  record.set_game_id("1-2");
  record.mutable_ruleset()->set_id("barrage");
  EXPECT_THAT(DealOf(record).status().message(), HasSubstr("game 1-2 has no set-ups of a book"));
  *record.mutable_given_set_ups() = books::DrawSetUps(**books::StandardBook("barrage"), std::string(32, 's'));
  const auto deal = DealOf(record);
  ASSERT_TRUE(deal.ok()) << deal.status();
  EXPECT_EQ(*deal, SetUpFeatures(record.given_set_ups()));
}

}  // namespace
}  // namespace flagfall::arena::values
