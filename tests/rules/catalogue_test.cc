#include "referee/rules/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using testing::ElementsAre;

v1::Ruleset RulesetWith(absl::string_view id, const std::vector<std::pair<std::string, std::string>>& options) {
  v1::Ruleset ruleset;
  ruleset.set_id(std::string(id));
  for (const auto& [name, value] : options) {
    ruleset.add_options()->set_name(name);
    ruleset.mutable_options()->rbegin()->set_value(value);
  }
  return ruleset;
}

std::string OptionsOf(const v1::Ruleset& ruleset) {
  return absl::StrJoin(ruleset.options(), " ", [](std::string* out, const v1::RulesetOption& option) {
    absl::StrAppend(out, option.name(), "=", option.value());
  });
}

TEST(Catalogue, ListsTheRulesetsWithTheirDefaults) {
  std::vector<std::string> ids;
  for (const auto& definition : Catalogue()) {
    const RulesetInfo& info = definition->info();
    ids.push_back(info.id);
    EXPECT_FALSE(info.title.empty());
    EXPECT_FALSE(info.rules.empty());
    EXPECT_FALSE(info.decisions.empty());
    v1::Ruleset defaults = *CompleteRuleset(RulesetWith(info.id, {}));
    ASSERT_EQ(static_cast<int>(info.options.size()), defaults.options_size());
    for (int i = 0; i < defaults.options_size(); ++i) {
      EXPECT_EQ(info.options[i].name, defaults.options(i).name());
      EXPECT_EQ(info.options[i].default_value, defaults.options(i).value());
    }
  }
  EXPECT_THAT(ids, ElementsAre("classic", "battle", "duel", "barrage", "bluffing", "cards", "gogo"));
}

TEST(Catalogue, R4_10_OptionsAreCompletedAndOrdered) {
  EXPECT_EQ(OptionsOf(*CompleteRuleset(RulesetWith("classic", {}))),
            "chase=position-repetition chase_scope=run two_squares=3");
  EXPECT_EQ(OptionsOf(*CompleteRuleset(RulesetWith("duel", {}))),
            "chase=consecutive-turns chase_scope=run two_squares=2");
  EXPECT_EQ(OptionsOf(*CompleteRuleset(RulesetWith("bluffing", {}))),
            "chase=position-repetition chase_scope=run two_squares=3");
  EXPECT_EQ(OptionsOf(*CompleteRuleset(RulesetWith("barrage", {{"two_squares", "0"}, {"chase_scope", "game"}}))),
            "chase=position-repetition chase_scope=game two_squares=0");
  EXPECT_EQ(OptionsOf(*CompleteRuleset(RulesetWith("battle", {{"two_squares", "0100"}, {"chase", "off"}}))),
            "chase=off chase_scope=run two_squares=100");
}

TEST(Catalogue, WhatIsNotInItIsRefused) {
  EXPECT_THAT(CompleteRuleset(RulesetWith("chess", {})), IsError(absl::StatusCode::kNotFound, "there are classic"));
  EXPECT_THAT(NewGame(RulesetWith("", {}), std::string(32, 'x')),
              IsError(absl::StatusCode::kNotFound, "no ruleset ``"));
  for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"two_squares", "-1"},
                                                                                    {"two_squares", "101"},
                                                                                    {"two_squares", "three"},
                                                                                    {"two_squares", ""},
                                                                                    {"chase", "on"},
                                                                                    {"chase_scope", "Run"},
                                                                                    {"", "3"}}) {
    EXPECT_THAT(CompleteRuleset(RulesetWith("classic", {{name, value}})),
                IsError(absl::StatusCode::kInvalidArgument, name.empty() ? "no option ``" : "expected"));
  }
  EXPECT_THAT(CompleteRuleset(RulesetWith("classic", {{"chase", "off"}, {"chase", "off"}})),
              IsError(absl::StatusCode::kInvalidArgument, "comes twice"));
}

}  // namespace
}  // namespace flagfall
