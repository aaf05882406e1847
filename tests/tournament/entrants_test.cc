#include "arena/tournament/entrants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::tournament {
namespace {

using absl::StatusCode;
using testing::ElementsAre;

struct Known {
  std::string name;
  std::string owner = {};
  std::vector<std::string> tags = {};
  v1::Bot::State state = v1::Bot::STATE_READY;
  std::string ruleset = "barrage";
};

BotList BotsOf(const std::vector<Known>& known) {
  BotList bots;
  for (const Known& one : known) {
    v1::Bot& bot = *bots.Add();
    bot.mutable_manifest()->set_name(one.name);
    bot.mutable_manifest()->add_rulesets(one.ruleset);
    bot.set_owner(one.owner);
    bot.mutable_tags()->Assign(one.tags.begin(), one.tags.end());
    bot.set_state(one.state);
    if (one.state == v1::Bot::STATE_SUSPENDED) bot.set_suspended_reason("it crashed");
    if (one.state == v1::Bot::STATE_RETIRED) bot.set_retired_reason("a newer one");
  }
  return bots;
}

// Ordered as an arena lists them.
BotList Arena() {
  return BotsOf({{.name = "amy@1", .owner = "amy", .tags = {"course"}, .state = v1::Bot::STATE_RETIRED},
                 {.name = "amy@2", .owner = "amy", .tags = {"course"}},
                 {.name = "ben", .owner = "amy"},
                 {.name = "cards", .tags = {"course"}, .ruleset = "cards"},
                 {.name = "dot", .tags = {"course", "old"}},
                 {.name = "eve", .tags = {"course"}, .state = v1::Bot::STATE_SUSPENDED}});
}

EntrantList ListOf(const std::vector<std::string>& words) {
  EntrantList list;
  list.Assign(words.begin(), words.end());
  return list;
}

// "amy@2, eve (is suspended: it crashed)".
std::vector<std::string> Resolved(const std::vector<std::string>& words) {
  const auto entrants = ResolveEntrants(ListOf(words), Arena(), "barrage");
  if (!entrants.ok()) return {std::string(entrants.status().message())};
  std::vector<std::string> texts;
  for (const Entrant& entrant : *entrants) {
    texts.push_back(entrant.problem.empty() ? entrant.name : absl::StrCat(entrant.name, " (", entrant.problem, ")"));
  }
  return texts;
}

TEST(Entrants, SelectorsStandForBotsThatAreReadyAndPlayTheRuleset) {
  EXPECT_THAT(Resolved({"all"}), ElementsAre("amy@2", "ben", "dot"));
  EXPECT_THAT(Resolved({"@tag:course"}), ElementsAre("amy@2", "dot"));
  EXPECT_THAT(Resolved({"@owner:amy"}), ElementsAre("amy@2", "ben"));
  EXPECT_THAT(Resolved({"@old", "@amy"}), ElementsAre("dot", "amy@2", "ben"));
  EXPECT_THAT(Resolved({"@tag:nobody", "@owner:nobody"}), ElementsAre());
}

TEST(Entrants, ABotEntersOnceHoweverOftenItIsMeant) {
  EXPECT_THAT(Resolved({"@tag:course", "all"}), ElementsAre("amy@2", "dot", "ben"));
  EXPECT_THAT(Resolved({"@tag:course", "dot", "ben"}), ElementsAre("amy@2", "dot", "ben")) << "the name has its place";
  EXPECT_THAT(Resolved({"all", "amy"}), ElementsAre("ben", "dot", "amy")) << "amy is amy@2";
}

TEST(Entrants, WhoWasListedByNameAndCannotEnterIsNamedWithTheReason) {
  EXPECT_THAT(Resolved({"eve", "cards", "amy@1", "gone", "dot"}),
              ElementsAre("eve (is suspended: it crashed)", "cards (does not play barrage)",
                          "amy@1 (is retired: a newer one)", "gone (is not known)", "dot"));
}

TEST(Entrants, AWordThatMeansNothingOrTwoThingsIsRefused) {
  const auto refused = [](const std::string& word, const BotList& known) {
    return WriteOutSelectors(ListOf({word}), known).status();
  };
  EXPECT_THAT(refused("@cours", Arena()), IsError(StatusCode::kInvalidArgument,
                                                  "'@cours': no bot has this tag, or an owner of this name; there are "
                                                  "the tags course, old, and the owners amy"));
  EXPECT_THAT(refused("@x", {}), IsError(StatusCode::kInvalidArgument, "there are no tags, and no owners"));
  for (const char* word : {"@", "@tag:", "@owner:a b", "@-x", "@team:x"}) {
    EXPECT_THAT(refused(word, Arena()), IsError(StatusCode::kInvalidArgument, "selects no bots: write @tag:NAME"));
  }
  const BotList both = BotsOf({{.name = "a", .owner = "course"}, {.name = "b", .tags = {"course"}}});
  EXPECT_THAT(refused("@course", both),
              IsError(StatusCode::kInvalidArgument, "'@course' is both a tag and an owner: write @tag:course"));
  EXPECT_THAT(refused("@tag:course", both), IsOk());
  EXPECT_EQ(WriteOutSelectors(ListOf({"@amy", "@old", "ben", "all"}), Arena())->Get(0), "@owner:amy");
  EXPECT_EQ(WriteOutSelectors(ListOf({"@amy", "@old", "ben", "all"}), Arena())->Get(1), "@tag:old");
}

TEST(Entrants, TheListOfASpecIsReplacedWhereItHasASelector) {
  v1::TournamentSpec spec;
  *spec.mutable_bots() = ListOf({"eve", "@course"});
  EXPECT_THAT(NameSelected(Arena(), spec),
              IsError(StatusCode::kInvalidArgument, "--bots eve,@course: name the ruleset"));
  spec.mutable_ruleset()->set_id("barrage");
  ASSERT_THAT(NameSelected(Arena(), spec), IsOk());
  EXPECT_THAT(spec.bots(), ElementsAre("eve", "amy@2", "dot")) << "others say what is wrong with eve";
  *spec.mutable_bots() = ListOf({"@old"});
  EXPECT_THAT(NameSelected(Arena(), spec), IsError(StatusCode::kFailedPrecondition,
                                                   "--bots @old: 1 of 6 bots can enter, for which it has to be ready"));
  *spec.mutable_bots() = ListOf({"ben"});
  ASSERT_THAT(NameSelected(Arena(), spec), IsOk()) << "there is nothing to select";
  EXPECT_THAT(spec.bots(), ElementsAre("ben"));
}

}  // namespace
}  // namespace flagfall::arena::tournament
