// A ruleset that joins the catalogue from outside keeps the contract of a game like any other.
#include <gtest/gtest.h>

#include "referee/rules/catalogue.h"
#include "tests/contract/playthrough.h"
#include "tests/new_ruleset/tiny_ruleset.h"

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

TEST(NewRuleset, JoinsTheCatalogue) {
  const std::size_t before = Catalogue().size();
  EXPECT_FALSE(FindRuleset("tiny").ok());
  AddRuleset(std::make_unique<TinyRuleset>());
  EXPECT_EQ(Catalogue().size(), before + 1);
  ASSERT_TRUE(FindRuleset("tiny").ok());
  EXPECT_EQ((*FindRuleset("tiny"))->info().title, "Tiny");
}

}  // namespace
}  // namespace flagfall::tiny
