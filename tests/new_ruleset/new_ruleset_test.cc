// A ruleset that joins the catalogue from outside keeps the contract of a game like any other.
#include <gtest/gtest.h>

#include "referee/rules/catalogue.h"
#include "tests/contract/playthrough.h"
#include "tests/new_ruleset/tiny_ruleset.h"
#include "tests/sample-bots/followed_game.h"

namespace flagfall::tiny {
namespace {

constexpr int kGames = 60;

TEST(NewRuleset, KeepsTheContract) {
  const TinyRuleset tiny;
  int finished = 0;
  for (int number = 0; number < kGames; ++number) {
    const auto played = contract::Play(tiny, number, {.check_every = 5, .follows = true});
    ASSERT_TRUE(played.ok()) << played.status();
    const absl::Status again = contract::CheckReplay(tiny, *played);
    ASSERT_TRUE(again.ok()) << again;
    finished += played->outcome.has_value() ? 1 : 0;
  }
  EXPECT_GT(finished, kGames / 2);
}

TEST(NewRuleset, JoinsTheCatalogueAndTheSdkFollowsItsGames) {
  const std::size_t before = Catalogue().size();
  EXPECT_FALSE(FindRuleset("tiny").ok());
  AddRuleset(std::make_unique<TinyRuleset>());
  EXPECT_EQ(Catalogue().size(), before + 1);
  ASSERT_TRUE(FindRuleset("tiny").ok());
  EXPECT_EQ((*FindRuleset("tiny"))->info().title, "Tiny");
  for (const std::uint64_t seed : {1, 2, 3}) {
    bot::FollowedGame followed("tiny", seed);
    while (followed.Step()) {
    }
    EXPECT_EQ(followed.Of(v1::SIDE_RED).view().board().ply_count(), followed.game().Progress().plies);
  }
}

}  // namespace
}  // namespace flagfall::tiny
