// R8.12: matches of several rounds.
#include "referee/rules/gogo/rounds.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/rules/catalogue.h"
#include "referee/rules/gogo/gogo_ruleset.h"
#include "tests/rules/gogo_study.h"
#include "tests/support/status_matchers.h"

namespace flagfall::gogo {
namespace {

using testing::HasSubstr;

using Options = std::map<std::string, std::string>;

v1::Ruleset RulesetWith(const Options& options) {
  v1::Ruleset ruleset;
  ruleset.set_id("gogo");
  for (const auto& [name, value] : options) {
    v1::RulesetOption& option = *ruleset.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  return ruleset;
}

// A match in which a player that enters can stand at the opposing flag at once, and a round has one tick.
class Match {
 public:
  explicit Match(Options options) {
    options.insert({{"pace", "10000"}, {"max_ticks", "1"}});
    game_ = *NewGame(RulesetWith(options), std::string(32, 's'));
    for (const v1::Observer observer : kEventObservers) views_.push_back(game_->ViewFor(observer));
  }

  const Game& game() const { return *game_; }
  v1::GogoView View(v1::Observer observer = v1::OBSERVER_ALL) const { return game_->ViewFor(observer).gogo(); }
  // What the last action told a spectator.
  const std::vector<v1::Event>& told() const { return told_; }

  std::string Clause(v1::Side side, absl::string_view words) {
    return ClauseOf(game_->Act(side, Read(words)).status());
  }

  // Acts, and follows what each observer is told.
  void Act(v1::Side side, absl::string_view words) {
    const auto events = game_->Act(side, Read(words));
    ASSERT_THAT(events, IsOk()) << words;
    told_ = events->spectator;
    for (std::size_t i = 0; i < kEventObservers.size(); ++i) {
      for (const v1::Event& event : events->For(kEventObservers[i])) {
        ASSERT_THAT(definition_.Follow(event, views_[i]), IsOk());
      }
      EXPECT_EQ(views_[i].SerializeAsString(), game_->ViewFor(kEventObservers[i]).SerializeAsString());
    }
  }

  // One round for each letter: r, b: that team alone captures; x: both do; -: nobody does.
  void Play(absl::string_view rounds) {
    for (const char letter : rounds) {
      const bool are_changed = View().situation().round() > 0 && View().situation().round() % 2 == 0;
      const char* blue_flag = are_changed ? "0,2500" : "8000,500";
      const char* red_flag = are_changed ? "8000,500" : "0,2500";
      Act(v1::SIDE_RED, letter == 'r' || letter == 'x' ? absl::StrCat("steps enter 1=Peer@", blue_flag) : "steps");
      Act(v1::SIDE_BLUE, letter == 'b' || letter == 'x' ? absl::StrCat("steps enter 1=Peer@", red_flag) : "steps");
    }
  }

  std::string Outcome() const {
    const auto outcome = game_->Outcome();
    if (!outcome.has_value()) return "on";
    return absl::StrCat(v1::Result_Name(outcome->result()), " ", v1::Reason_Name(outcome->reason()), ": ",
                        outcome->detail());
  }

 private:
  v1::Action Read(absl::string_view words) const { return *definition_.ReadAction(words); }

  const RulesetDefinition& definition_ = **FindRuleset("gogo");
  std::unique_ptr<Game> game_;
  std::vector<v1::View> views_;
  std::vector<v1::Event> told_;
};

TEST(GogoRounds, R8_12_OneRoundUnlessTheHostSaysOtherwise) {
  EXPECT_EQ(FieldRulesOf(*CompleteRuleset(RulesetWith({}))).rounds, 1);
  EXPECT_EQ(CompleteRuleset(RulesetWith({{"rounds", "1"}}))->options_size(), 4) << "listed at its default";
  EXPECT_EQ(FieldRulesOf(*CompleteRuleset(RulesetWith({{"rounds", "3"}}))).rounds, 3);
  for (const char* rounds : {"0", "10", "three"}) {
    EXPECT_THAT(CompleteRuleset(RulesetWith({{"rounds", rounds}})),
                IsError(absl::StatusCode::kInvalidArgument, "1 to 9"));
  }
  // What is told of a game of one round is what was told before there were others.
  Match match{Options()};
  EXPECT_EQ(match.View().situation().round(), 0U);
  EXPECT_FALSE(match.View().red().has_base());
  match.Play("r");
  EXPECT_EQ(match.told().size(), 2U);
  EXPECT_EQ(match.Outcome(), "RESULT_RED_WINS REASON_FLAG_CAPTURED: Blue's flag was captured (R8.9)");
}

TEST(GogoRounds, R8_12_EachRoundIsANewGameWithFreshDecksAndTheEndsChanged) {
  Match match(Options{{"rounds", "3"}, {"max_ticks", "5"}});
  EXPECT_EQ(match.View().red().base().x(), 0);
  EXPECT_EQ(match.View().situation().round(), 1U);
  // The Monarchs fight, and both are lost; then Red captures.
  match.Act(v1::SIDE_RED, "steps enter 1=Monarch@4000,1500");
  match.Act(v1::SIDE_BLUE, "steps enter 1=Monarch@4000,1500");
  match.Act(v1::SIDE_RED, "challenge 1-1");
  EXPECT_EQ(match.View().red().lost_size(), 1);
  match.Act(v1::SIDE_RED, "steps enter 2=Peer@8000,500");
  match.Act(v1::SIDE_BLUE, "steps enter 2=Peer@4000,2500");
  const v1::GogoView view = match.View();
  EXPECT_EQ(view.situation().round(), 2U);
  EXPECT_EQ(view.situation().red_rounds_won(), 1U);
  EXPECT_EQ(view.situation().blue_rounds_won(), 0U);
  EXPECT_EQ(view.situation().tick(), 1U);
  for (const auto& team : {view.red(), view.blue()}) EXPECT_TRUE(team.players().empty() && team.lost().empty());
  EXPECT_EQ(view.red().base().x(), 8000);
  EXPECT_EQ(view.red().base().y(), 2500);
  EXPECT_EQ(view.red().flag().y(), 500);
  EXPECT_EQ(view.blue().base().x(), 0);
  EXPECT_EQ(view.blue().base().y(), 500);
  EXPECT_EQ(view.blue().flag().y(), 2500);
  EXPECT_EQ(match.Clause(v1::SIDE_RED, "steps enter 1=Monarch@-2001,2500"), "R8.4") << "more than a pace from there";
  match.Act(v1::SIDE_RED, "steps enter 1=Monarch@8000,2500 2=Peer@8000,2500 3=Peer@8000,2500");
  match.Act(v1::SIDE_BLUE, "steps");
  EXPECT_EQ(match.View().red().players_size(), 3);
}

TEST(GogoRounds, R8_12_MoreRoundsWonWinTheMatchAndEqualIsADraw) {
  const auto outcome = [](const char* rounds, const char* played) {
    Match match(Options{{"rounds", rounds}});
    match.Play(played);
    return match.Outcome();
  };
  EXPECT_EQ(outcome("3", "rbr"), "RESULT_RED_WINS REASON_FLAG_CAPTURED: Red won 2 rounds and Blue 1 (R8.12)");
  EXPECT_EQ(outcome("3", "--b"), "RESULT_BLUE_WINS REASON_FLAG_CAPTURED: Red won 0 rounds and Blue 1 (R8.12)");
  EXPECT_EQ(outcome("2", "rb"), "RESULT_DRAW REASON_FLAG_CAPTURED: each team won 1 round (R8.12)");
  EXPECT_EQ(outcome("2", "x-"), "RESULT_DRAW REASON_FLAG_CAPTURED: each team won 0 rounds (R8.12)");
  EXPECT_EQ(outcome("3", "---"), "RESULT_DRAW REASON_MAX_TICKS: each team won 0 rounds (R8.12)");
  EXPECT_EQ(outcome("9", "rbrbrbrbx"), "RESULT_DRAW REASON_FLAG_CAPTURED: each team won 4 rounds (R8.12)");
  EXPECT_EQ(outcome("3", "rb"), "on");
  EXPECT_EQ(outcome("3", "r-"), "on") << "Blue can still draw level";
}

TEST(GogoRounds, R8_12_ARoundThatCouldChangeNothingIsNotPlayed) {
  const std::vector<std::pair<const char*, absl::string_view>> matches = {
      {"3", "rr"}, {"3", "bb"}, {"5", "rrr"}, {"4", "b-b"}, {"9", "r-rrrr"}};
  for (const auto& [rounds, played] : matches) {
    Match match(Options{{"rounds", rounds}});
    match.Play(played.substr(0, played.size() - 1));
    EXPECT_EQ(match.Outcome(), "on") << played;
    match.Play(played.substr(played.size() - 1));
    EXPECT_NE(match.Outcome(), "on") << played;
    EXPECT_TRUE(match.game().Pending().empty());
    EXPECT_EQ(match.Clause(v1::SIDE_RED, "steps"), "R8.9");
    EXPECT_EQ(match.View().situation().part(), v1::TICK_PART_CAPTURE);
  }
}

TEST(GogoRounds, R8_12_TheEndOfARoundIsToldAndThenTheNextFromNothing) {
  Match match(Options{{"rounds", "2"}});
  match.Play("r");
  ASSERT_EQ(match.told().size(), 4U);
  EXPECT_EQ(match.told()[0].gogo().captured().side(), v1::SIDE_RED);
  EXPECT_EQ(match.told()[1].gogo().round_over().round(), 1U);
  EXPECT_EQ(match.told()[1].gogo().round_over().winner(), v1::SIDE_RED);
  const v1::GogoChanged& end = match.told()[2].gogo().changed();
  EXPECT_EQ(end.situation().part(), v1::TICK_PART_CAPTURE);
  EXPECT_EQ(end.situation().round(), 1U);
  EXPECT_TRUE(end.red().players(0).has_captured());
  EXPECT_FALSE(end.begins_round());
  EXPECT_TRUE(match.told()[3].gogo().changed().begins_round());
  match.Play("-");
  ASSERT_EQ(match.told().size(), 2U) << "the last round is over, too";
  EXPECT_EQ(match.told()[0].gogo().round_over().winner(), v1::SIDE_UNSPECIFIED);
  EXPECT_EQ(match.Outcome(), "RESULT_RED_WINS REASON_FLAG_CAPTURED: Red won 1 round and Blue 0 (R8.12)");
}

TEST(GogoRounds, R8_12_RolesThatNobodySawStaySecretWhenTheirRoundIsOver) {
  Match match(Options{{"rounds", "2"}});
  match.Act(v1::SIDE_RED, "steps enter 1=Peer@8000,500 2=Trap@0,500");
  match.Act(v1::SIDE_BLUE, "steps");
  for (const v1::GogoPlayer& player : match.told()[2].gogo().changed().red().players()) {
    EXPECT_EQ(player.role(), v1::ROLE_UNSPECIFIED);
  }
}

TEST(GogoRounds, R8_12_R8_1_BasesAreChosenAnewInEachRoundOnTheLineOfThatRound) {
  Match match(Options{{"rounds", "2"}, {"bases", "chosen"}});
  match.Act(v1::SIDE_RED, "place base 0 flag 3000");
  match.Act(v1::SIDE_BLUE, "place base 100 flag 2500");
  EXPECT_EQ(match.View().red().flag().x(), 0);
  match.Act(v1::SIDE_RED, "steps");
  match.Act(v1::SIDE_BLUE, "steps");
  EXPECT_FALSE(match.View().red().has_base()) << "gone with the round";
  ASSERT_EQ(match.game().Pending().size(), 2U);
  EXPECT_EQ(match.game().Pending()[0].kind, v1::DECISION_KIND_BASES);
  match.Act(v1::SIDE_BLUE, "place base 200 flag 2600");
  EXPECT_TRUE(match.told().empty());
  match.Act(v1::SIDE_RED, "place base 1 flag 2999");
  EXPECT_EQ(match.View().red().base().x(), 8000);
  EXPECT_EQ(match.View().red().flag().y(), 2999);
  EXPECT_EQ(match.View().blue().flag().x(), 0);
}

TEST(GogoRounds, R8_12_TicksOfAllRoundsCountForTheHostsLimits) {
  Match match(Options{{"rounds", "3"}, {"max_ticks", "4"}});
  match.Play("--");
  EXPECT_EQ(match.game().Progress().plies, 2U);
  EXPECT_EQ(match.game().Progress().plies_since_capture, 2U);
  match.Play("--");
  EXPECT_EQ(match.View().situation().round(), 2U);
  EXPECT_EQ(match.game().Progress().plies, 4U);
  EXPECT_EQ(match.game().Progress().plies_since_capture, 0U) << "a new game";
  match.Play("b");
  EXPECT_EQ(match.game().Progress().plies, 5U);
  EXPECT_EQ(match.View().situation().tick(), 1U);
}

TEST(GogoRounds, R8_12_DrawnWorldsGoOnWithTheMatch) {
  Match match(Options{{"rounds", "3"}});
  match.Play("b");
  Random random(3);
  const auto world = match.game().Determinize(v1::OBSERVER_RED, random);
  EXPECT_EQ(world->ViewFor(v1::OBSERVER_RED).SerializeAsString(),
            match.game().ViewFor(v1::OBSERVER_RED).SerializeAsString());
  const v1::Action captures = *(*FindRuleset("gogo"))->ReadAction("steps enter 1=Peer@8000,500");
  const v1::Action stays = *(*FindRuleset("gogo"))->ReadAction("steps");
  ASSERT_THAT(world->Act(v1::SIDE_RED, stays), IsOk());
  ASSERT_THAT(world->Act(v1::SIDE_BLUE, captures), IsOk());
  ASSERT_TRUE(world->Outcome().has_value());
  EXPECT_EQ(world->Outcome()->result(), v1::RESULT_BLUE_WINS);
}

TEST(GogoRounds, R8_12_TheDrawingAndTheGuideTellOfIt) {
  const RulesetDefinition& definition = **FindRuleset("gogo");
  Match match(Options{{"rounds", "3"}});
  match.Play("r");
  const std::string text = definition.Draw(match.game().ViewFor(v1::OBSERVER_ALL), {});
  EXPECT_THAT(text, HasSubstr("round 2, won by red 1, by blue 0; tick 1; both teams to move"));
  EXPECT_LT(text.find("*B"), text.find("[R]")) << "Blue is at the left end";
  const v1::RulesetGuide guide = definition.Guide(*CompleteRuleset(RulesetWith({{"rounds", "3"}})));
  EXPECT_EQ(guide.field().rounds(), 3U);
  std::string words;
  for (const v1::GuideSection& section : guide.sections()) {
    for (const std::string& paragraph : section.paragraphs()) words += paragraph;
  }
  EXPECT_THAT(words, HasSubstr("A match has three rounds"));
  EXPECT_THAT(words, HasSubstr("the round is drawn (R8.9)"));
}

}  // namespace
}  // namespace flagfall::gogo
