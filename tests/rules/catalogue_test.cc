#include "referee/rules/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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
    EXPECT_FALSE(info.decisions.empty());
    EXPECT_GT(definition->Guide(*CompleteRuleset(RulesetWith(info.id, {}))).sections_size(), 0);
    std::string defaults;
    for (const OptionInfo& option : info.options) {
      if (!option.is_later) absl::StrAppend(&defaults, " ", option.name, "=", option.default_value);
      for (const std::string& value : option.SomeValues()) EXPECT_THAT(option.Read(value), IsOk()) << option.name;
    }
    EXPECT_EQ(OptionsOf(*CompleteRuleset(RulesetWith(info.id, {}))),
              defaults.substr(std::min<std::size_t>(1, defaults.size())));
    EXPECT_TRUE(std::is_sorted(info.options.begin(), info.options.end(),
                               [](const OptionInfo& a, const OptionInfo& b) { return a.name < b.name; }));
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

// Specs and records of before the later options were there are complete, and bots that do not know them play on.
TEST(Catalogue, R4_10_LaterOptionsAreListedOnlyWhereTheyDiffer) {
  EXPECT_EQ(OptionsOf(*CompleteRuleset(RulesetWith("classic", {{"zone_rows", "4"},
                                                               {"army", "1-1-8-5-4-4-4-3-2-1-1-6"},
                                                               {"chase_turns", "2"},
                                                               {"two_squares_piece", "false"}}))),
            "chase=position-repetition chase_scope=run two_squares=3");
  EXPECT_EQ(OptionsOf(*CompleteRuleset(RulesetWith("duel", {{"two_squares_piece", "true"}, {"chase_turns", "09"}}))),
            "chase=consecutive-turns chase_scope=run chase_turns=9 two_squares=2 two_squares_piece=true");
  EXPECT_EQ(OptionsOf(*CompleteRuleset(RulesetWith("bluffing", {{"eleven_beats_spy", "true"}}))),
            "chase=position-repetition chase_scope=run eleven_beats_spy=true two_squares=3");
}

TEST(Catalogue, R1_6_ArmiesAreReadAndWrittenInTheOrderOfTheTable) {
  const auto army = [](const char* id, const char* value) {
    return OptionsOf(*CompleteRuleset(RulesetWith(id, {{"army", value}, {"chase", "off"}, {"two_squares", "0"}})));
  };
  constexpr char kRest[] = " chase=off chase_scope=run two_squares=0";
  EXPECT_EQ(army("classic", "1-1-2-2-0-0-0-0-0-1-1-2"), absl::StrCat("army=1-1-2-2-0-0-0-0-0-1-1-2", kRest));
  EXPECT_EQ(army("duel", "2,0,1,0,0,0,0,0,0,0,0,07"), absl::StrCat("army=2-0-1-0-0-0-0-0-0-0-0-7", kRest));
  EXPECT_EQ(army("barrage", "1-1-2-1-0-0-0-0-0-1-1-1"), kRest + 1) << "its own";
}

TEST(Catalogue, R1_6_ArmiesThatCannotBePlayedAreRefused) {
  struct Row {
    const char* id;
    std::vector<std::pair<std::string, std::string>> options;
    const char* message;
  };
  for (const Row& row : {
           Row{"classic",
               {{"army", "1-1-8"}},
               "R1.6: option army = `1-1-8`: expected twelve counts from 0 to 40 with -"},
           Row{"classic", {{"army", "1-1-8-5-4-4-4-3-2-1-1-six"}}, "expected twelve counts"},
           Row{"classic", {{"army", "1--1-8-5-4-4-4-3-2-1-1"}}, "expected twelve counts"},
           Row{"classic", {{"army", "1-1-41-0-0-0-0-0-0-0-0-0"}}, "expected twelve counts from 0 to 40"},
           Row{"classic", {{"army", "1-1-8-5-4-4-4-3-2-1-1-7"}}, "41 pieces; expected at most 40"},
           Row{"bluffing", {{"army", "0-1-8-5-4-4-4-3-2-1-1-6"}}, "no Flag; expected at least one"},
           Row{"barrage", {{"army", "2-0-0-0-0-0-0-0-0-0-0-6"}}, "no piece that moves; expected at least one from Spy"},
           Row{"duel",
               {{"army", "1-1-8-5-4-4-4-3-2-1-1-6"}},
               "R1.6: an army of 40 pieces does not fit on the 30 squares of 3 rows; expected a smaller `army`, or "
               "`zone_rows` = 4 or more"},
           Row{"bluffing", {{"zone_rows", "1"}}, "does not fit on the 10 squares of 1 row; "},
           Row{"classic", {{"zone_rows", "5"}}, "option zone_rows = `5`; expected 1 to 4"},
       }) {
    EXPECT_THAT(CompleteRuleset(RulesetWith(row.id, row.options)),
                IsError(absl::StatusCode::kInvalidArgument, row.message));
  }
}

TEST(Catalogue, R4_10_AnOptionThatChangesNothingIsNamedWithWhatItNeeds) {
  using Options = std::vector<std::pair<std::string, std::string>>;
  const auto check = [](const char* id, const Options& options) {
    return CheckOptionsMatter((*FindRuleset(id))->info(), *CompleteRuleset(RulesetWith(id, options)));
  };
  struct Row {
    const char* id;
    Options options;
    const char* message;
  };
  for (const Row& row : {
           Row{"duel",
               {{"chase_scope", "game"}},
               "R4.10: option chase_scope = game changes nothing in duel unless chase is position-repetition; leave "
               "chase_scope out, or set chase too"},
           Row{"classic", {{"chase", "off"}, {"chase_scope", "game"}}, "unless chase is position-repetition"},
           Row{"bluffing", {{"chase_turns", "3"}}, "chase_turns = 3 changes nothing in bluffing unless chase is cons"},
           Row{"battle", {{"chase", "off"}, {"chase_turns", "1"}}, "unless chase is consecutive-turns"},
           Row{"barrage",
               {{"two_squares", "0"}, {"two_squares_piece", "true"}},
               "option two_squares_piece = true changes nothing in barrage unless two_squares is other than 0"},
       }) {
    EXPECT_THAT(check(row.id, row.options), IsError(absl::StatusCode::kInvalidArgument, row.message));
  }
  // What was played with it before is still made, so that records are refereed again and pages shown.
  EXPECT_THAT(NewGame(RulesetWith("duel", {{"chase_scope", "game"}}), std::string(32, 'x')), IsOk());
  EXPECT_THAT(check("duel", {{"chase_scope", "run"}}), IsOk()) << "the default makes no pool of its own";
  EXPECT_THAT(check("duel", {{"chase", "position-repetition"}, {"chase_scope", "game"}}), IsOk());
  EXPECT_THAT(check("duel", {{"chase_turns", "3"}, {"two_squares_piece", "true"}}), IsOk());
  EXPECT_THAT(check("classic", {{"chase", "consecutive-turns"}, {"chase_turns", "3"}}), IsOk());
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
