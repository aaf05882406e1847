// The examples of all guides, played by the referee's rules: each step does what it says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/clauses.h"
#include "referee/rules/example_game.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

v1::RulesetGuide GuideWith(absl::string_view id, const std::map<std::string, std::string>& options = {}) {
  v1::Ruleset ruleset;
  ruleset.set_id(std::string(id));
  for (const auto& [name, value] : options) {
    v1::RulesetOption& option = *ruleset.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  return (*FindRuleset(id))->Guide(*CompleteRuleset(ruleset));
}

std::vector<v1::RuleExample> ExamplesOf(const v1::RulesetGuide& guide) {
  std::vector<v1::RuleExample> examples;
  for (const v1::GuideSection& section : guide.sections()) {
    examples.insert(examples.end(), section.examples().begin(), section.examples().end());
  }
  return examples;
}

std::string TypeWords(absl::string_view name, absl::string_view prefix) {
  std::string words = absl::AsciiStrToLower(absl::StripPrefix(name, prefix));
  words[0] = absl::ascii_toupper(words[0]);
  return words;
}

// How many of each side's pieces, cards or roles are lost in a view that knows everything: "blue Miner".
std::map<std::string, int> LossesIn(const v1::View& view) {
  std::map<std::string, int> lost;
  const auto add = [&lost](absl::string_view side, absl::string_view type) { ++lost[absl::StrCat(side, " ", type)]; };
  const v1::BoardView& board = view.has_bluffing() ? view.bluffing().board() : view.board();
  for (const v1::PieceView& piece : board.pieces()) {
    if (!piece.has_removal()) continue;
    add(piece.owner() == v1::SIDE_RED ? "red" : "blue", TypeWords(v1::PieceType_Name(piece.type()), "PIECE_TYPE_"));
  }
  const auto add_army = [&add](absl::string_view side, const v1::CardsArmy& army, const v1::GogoTeam& team) {
    for (const int type : army.lost()) {
      add(side, TypeWords(v1::PieceType_Name(static_cast<v1::PieceType>(type)), "PIECE_TYPE_"));
    }
    for (const int role : team.lost()) add(side, TypeWords(v1::Role_Name(static_cast<v1::Role>(role)), "ROLE_"));
  };
  add_army("red", view.cards().red(), view.gogo().red());
  add_army("blue", view.cards().blue(), view.gogo().blue());
  return lost;
}

std::vector<std::string> NewLosses(std::map<std::string, int> before, const std::map<std::string, int>& after) {
  std::vector<std::string> lost;
  for (const auto& [name, count] : after) {
    for (int i = before[name]; i < count; ++i) lost.push_back(name);
  }
  return lost;
}

std::vector<std::string> Sorted(const google::protobuf::RepeatedPtrField<std::string>& names) {
  std::vector<std::string> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

// What a step's words say of it has to be true of the step.
void ExpectTrueWords(const v1::ExampleStep& step) {
  EXPECT_EQ(absl::StartsWith(step.text(), "Refused: "), !step.clause().empty()) << step.text();
  const bool says_lost = absl::StrContains(step.text(), " removed") || absl::StrContains(step.text(), " takes it") ||
                         absl::StrContains(step.text(), " is beaten") ||
                         absl::StrContains(step.text(), "takes the Bomb");
  EXPECT_EQ(says_lost || absl::StrContains(step.text(), "beats it"), !step.lost().empty()) << step.text();
  for (const std::string& lost : step.lost()) {
    EXPECT_THAT(absl::StrReplaceAll(step.text(), {{"Field Marshal", "Marshal"}}),
                HasSubstr(lost.substr(lost.find(' ') + 1)));
  }
  EXPECT_EQ(absl::StrContains(step.text(), "Red wins"), step.result() == v1::RESULT_RED_WINS) << step.text();
}

void ExpectClauses(const std::string& text) {
  for (std::size_t at = text.find("(R"); at != std::string::npos; at = text.find("(R", at + 1)) {
    EXPECT_THAT(FindClause(text.substr(at + 1, text.find_first_of("),", at) - at - 1)), IsOk()) << text;
  }
}

void PlayThrough(const v1::RulesetGuide& guide, const v1::RuleExample& example) {
  SCOPED_TRACE(absl::StrCat(guide.ruleset().id(), " ", example.id()));
  const absl::StatusOr<std::unique_ptr<Game>> made = GameOfExample(guide.ruleset(), example);
  ASSERT_THAT(made, IsOk());
  Game& game = **made;
  for (const v1::ExampleStep& step : example.steps()) {
    SCOPED_TRACE(step.action());
    const absl::StatusOr<v1::Action> action = ActionOfExample(guide.ruleset(), example, step);
    ASSERT_THAT(action, IsOk());
    const v1::View before = game.ViewFor(v1::OBSERVER_ALL);
    const absl::Status status = game.Act(step.side(), *action).status();
    EXPECT_EQ(ClauseOf(status), step.clause());
    ASSERT_EQ(status.ok(), step.clause().empty()) << status;
    const v1::View after = game.ViewFor(v1::OBSERVER_ALL);
    const bool is_changed = before.SerializeAsString() != after.SerializeAsString();
    EXPECT_FALSE(!status.ok() && is_changed) << "a refusal changes nothing";
    EXPECT_EQ(NewLosses(LossesIn(before), LossesIn(after)), Sorted(step.lost()));
    const auto outcome = game.Outcome();
    EXPECT_EQ(outcome.has_value() ? outcome->result() : v1::RESULT_UNSPECIFIED, step.result());
    EXPECT_EQ(step.text().empty(), step.is_opening());
    if (!step.is_opening()) ExpectTrueWords(step);
    ExpectClauses(step.text());
  }
}

std::vector<std::string> RulesetIds() {
  std::vector<std::string> ids;
  for (const auto& definition : Catalogue()) ids.push_back(definition->info().id);
  return ids;
}

class EveryRuleset : public testing::TestWithParam<std::string> {};

TEST_P(EveryRuleset, ExamplesDoWhatTheySay) {
  const v1::RulesetGuide guide = GuideWith(GetParam());
  std::set<std::string> ids;
  for (const v1::RuleExample& example : ExamplesOf(guide)) {
    PlayThrough(guide, example);
    EXPECT_TRUE(ids.insert(example.id()).second) << example.id() << " names two examples";
    EXPECT_NE(example.view(), v1::OBSERVER_UNSPECIFIED);
    EXPECT_THAT(example.id(), Not(IsEmpty()));
  }
}

// The first picture is that of a beginning; nothing is refused in it, and both sides are there.
TEST_P(EveryRuleset, ShowsHowAGameBegins) {
  const std::vector<v1::RuleExample> examples = ExamplesOf(GuideWith(GetParam()));
  ASSERT_THAT(examples, Not(IsEmpty()));
  const v1::RuleExample& first = examples[0];
  ASSERT_EQ(first.steps_size(), 2);
  EXPECT_TRUE(first.steps(0).is_opening() && first.steps(1).is_opening());
  EXPECT_EQ(first.view(), v1::OBSERVER_RED);
}

TEST_P(EveryRuleset, ShowsAnActionThatIsRefusedAndPiecesThatAreLost) {
  int refused = 0;
  int lost = 0;
  for (const v1::RuleExample& example : ExamplesOf(GuideWith(GetParam()))) {
    for (const v1::ExampleStep& step : example.steps()) {
      refused += step.clause().empty() ? 0 : 1;
      lost += step.lost_size();
    }
  }
  EXPECT_GE(refused, 1);
  EXPECT_GE(lost, 2);
}

TEST_P(EveryRuleset, NamesSectionsOfClausesThatThereAre) {
  const v1::RulesetGuide guide = GuideWith(GetParam());
  ASSERT_THAT(guide.clause_sections(), Not(IsEmpty()));
  std::set<std::string> sections(guide.clause_sections().begin(), guide.clause_sections().end());
  for (const std::string& section : sections) EXPECT_THAT(FindClause(section), IsOk());
  for (const v1::RuleExample& example : ExamplesOf(guide)) {
    for (const v1::ExampleStep& step : example.steps()) {
      if (step.clause().empty()) continue;
      EXPECT_TRUE(sections.contains(step.clause().substr(0, step.clause().find('.')))) << step.clause();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, EveryRuleset, testing::ValuesIn(RulesetIds()),
                         [](const auto& info) { return info.param; });

std::vector<std::string> IdsOf(const v1::RulesetGuide& guide) {
  std::vector<std::string> ids;
  for (const v1::RuleExample& example : ExamplesOf(guide)) ids.push_back(example.id());
  return ids;
}

TEST(Examples, AreThereForEachRuleset) {
  for (const char* id : {"classic", "battle", "duel", "barrage"}) {
    const std::vector<std::string> ids = IdsOf(GuideWith(id));
    for (const char* wanted : {"set-up", "moving", "scout", "ranks", "bomb", "spy", "flag", "knowing", "two-squares",
                               "two-squares-other-piece", "chase"}) {
      EXPECT_THAT(ids, testing::Contains(wanted)) << id;
    }
  }
  EXPECT_THAT(IdsOf(GuideWith("bluffing")),
              testing::IsSupersetOf({"set-up", "movement-bluff", "movement-true", "bluff-stands", "attack-called",
                                     "defence-called", "two-squares", "chase"}));
  EXPECT_THAT(IdsOf(GuideWith("cards")),
              testing::ElementsAre("set-up", "attacking", "scout", "spotter", "spy-and-flag"));
  EXPECT_THAT(IdsOf(GuideWith("gogo")), testing::ElementsAre("field", "moving", "combat", "capture"));
}

// Of each rule that bars plies one example ends with a refusal and another with what is allowed.
TEST(Examples, ShowWhatTheRepetitionRulesRefuseAndWhatTheyAllow_R3_2_R3_4_R4_6_R4_8) {
  for (const char* id : {"classic", "battle", "duel", "barrage", "bluffing"}) {
    const v1::RulesetGuide guide = GuideWith(id);
    for (const char* title : {"two-squares", "chase"}) {
      bool has_refused = false;
      bool has_allowed_only = false;
      for (const v1::GuideSection& section : guide.sections()) {
        if (!absl::StrContains(section.title(), title)) continue;
        for (const v1::RuleExample& example : section.examples()) {
          const bool refuses = std::any_of(example.steps().begin(), example.steps().end(),
                                           [](const v1::ExampleStep& step) { return !step.clause().empty(); });
          (refuses ? has_refused : has_allowed_only) = true;
          const v1::ExampleStep& last = example.steps(example.steps_size() - 1);
          if (!refuses) {
            EXPECT_THAT(last.text(), StartsWith("Allowed: ")) << example.id();
          }
        }
      }
      EXPECT_TRUE(has_refused && has_allowed_only) << id << " " << title;
    }
  }
}

// With other options an example either holds as well or is left out.
TEST(Examples, HoldWithOtherOptionsToo) {
  for (const auto& definition : Catalogue()) {
    for (const OptionInfo& option : definition->info().options) {
      for (const std::string& value : option.SomeValues()) {
        v1::Ruleset ruleset;
        ruleset.set_id(definition->info().id);
        v1::RulesetOption& chosen = *ruleset.add_options();
        chosen.set_name(option.name);
        chosen.set_value(value);
        if (!CompleteRuleset(ruleset).ok()) continue;
        const v1::RulesetGuide guide = GuideWith(ruleset.id(), {{option.name, value}});
        SCOPED_TRACE(absl::StrCat(option.name, " = ", value));
        for (const v1::RuleExample& example : ExamplesOf(guide)) PlayThrough(guide, example);
      }
    }
  }
}

}  // namespace
}  // namespace flagfall
