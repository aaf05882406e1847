// R8.1 to R8.4: the field, the decks, the parts of a tick, steps and entries.
#include <numeric>

#include "referee/rules/catalogue.h"
#include "referee/rules/gogo/gogo_ruleset.h"
#include "tests/rules/gogo_study.h"
#include "tests/support/status_matchers.h"

namespace flagfall::gogo {
namespace {

constexpr std::int32_t kLeast = INT32_MIN;
constexpr std::int32_t kMost = INT32_MAX;

v1::Ruleset Complete(const std::vector<std::pair<std::string, std::string>>& options) {
  v1::Ruleset ruleset;
  ruleset.set_id("gogo");
  for (const auto& [name, value] : options) {
    ruleset.add_options()->set_name(name);
    ruleset.mutable_options()->rbegin()->set_value(value);
  }
  return *CompleteRuleset(ruleset);
}

std::vector<std::pair<std::int32_t, std::int32_t>> PlacesOf(const v1::GogoTeam& team) {
  std::vector<std::pair<std::int32_t, std::int32_t>> places;
  for (const v1::GogoPlayer& player : team.players()) places.emplace_back(player.x(), player.y());
  return places;
}

TEST(GogoField, R8_1_WhereBasesAndFlagsStand) {
  EXPECT_EQ(BaseOf(Side::kRed), (Point{0, 500}));
  EXPECT_EQ(FlagOf(Side::kRed), (Point{0, 2500}));
  EXPECT_EQ(BaseOf(Side::kBlue), (Point{8000, 2500}));
  EXPECT_EQ(FlagOf(Side::kBlue), (Point{8000, 500}));
}

TEST(GogoField, R8_1_TheOptionsAreThoseNamed) {
  const FieldRules defaults = FieldRulesOf(Complete({}));
  EXPECT_EQ(defaults.pace, 750);
  EXPECT_EQ(defaults.reach, 750);
  EXPECT_EQ(defaults.team_size, 10);
  EXPECT_EQ(defaults.max_ticks, 240U);
  const FieldRules chosen =
      FieldRulesOf(Complete({{"pace", "500"}, {"reach", "600"}, {"team_size", "15"}, {"max_ticks", "9"}}));
  EXPECT_EQ(chosen.pace, 500);
  EXPECT_EQ(chosen.reach, 600);
  EXPECT_EQ(chosen.team_size, 15);
  EXPECT_EQ(chosen.max_ticks, 9U);
  EXPECT_EQ(FieldRulesOf(Complete({{"team_size", "5"}})).team_size, 5);
  EXPECT_FALSE(defaults.chooses_bases || defaults.moves_back);
  EXPECT_TRUE(FieldRulesOf(Complete({{"bases", "chosen"}})).chooses_bases);
  EXPECT_TRUE(FieldRulesOf(Complete({{"overstep", "moved_back"}})).moves_back);
  for (const char* size : {"4", "16"}) {
    v1::Ruleset ruleset;
    ruleset.set_id("gogo");
    ruleset.add_options()->set_name("team_size");
    ruleset.mutable_options(0)->set_value(size);
    EXPECT_THAT(CompleteRuleset(ruleset), IsError(absl::StatusCode::kInvalidArgument, "expected 5 to 15")) << size;
  }
}

TEST(GogoField, R8_1_DistancesCompareExactlyAndNeverOverflow) {
  EXPECT_TRUE(IsWithin({0, 0}, {450, 600}, 750));
  EXPECT_FALSE(IsWithin({0, 0}, {450, 601}, 750));
  EXPECT_FALSE(IsWithin({kLeast, kLeast}, {kMost, kMost}, 10'000));
  EXPECT_FALSE(IsWithin({kMost, 0}, {kLeast, 0}, 10'000));
  EXPECT_TRUE(IsWithin({kLeast, kMost}, {kLeast, kMost}, 1));
  EXPECT_EQ(SquaredDistance({-1'000'000, -1'000'000}, {1'000'000, 1'000'000}), 8'000'000'000'000);
}

TEST(GogoField, R8_1_TheGameIsDrawnAfterTheLastTick) {
  Study study(FieldRules{.max_ticks = 2});
  study.Steps();
  EXPECT_EQ(study.Outcome(), "on");
  EXPECT_EQ(study.game().Progress().plies, 1U);
  study.Steps();
  EXPECT_EQ(study.Outcome(), "RESULT_DRAW REASON_MAX_TICKS");
  EXPECT_EQ(study.game().Progress().plies, 2U);
  EXPECT_EQ(study.Pending(), "");
  EXPECT_EQ(study.View().situation().part(), v1::TICK_PART_CAPTURE);
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps"), "R8.9");
}

TEST(GogoField, R8_1_NobodyStepsOutOfTheCoordinates) {
  Study study;
  study.Red(1, Role::kPeer, {kCoordinateMax, 0}).Red(2, Role::kPeer, {0, -kCoordinateMax});
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps 1:1,0"), "R8.1");
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps 2:0,-1"), "R8.1");
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps 1:-1,5 2:-600,0"), "");
}

TEST(GogoDeck, R8_2_TwentyThreeCards) {
  EXPECT_EQ(std::accumulate(kFullDeck.begin(), kFullDeck.end(), 0), kCards);
  const auto count = [](Role role) { return int{kFullDeck[IndexOf(role)]}; };
  EXPECT_EQ(count(Role::kMonarch), 1);
  for (const Role role : {Role::kPeer, Role::kMerchant, Role::kSoldier, Role::kAssassin, Role::kTrap}) {
    EXPECT_EQ(count(role), 2) << RoleName(role);
  }
  for (const Role role : {Role::kBlacksmith, Role::kWorker, Role::kConscript, Role::kEngineer}) {
    EXPECT_EQ(count(role), 3) << RoleName(role);
  }
}

TEST(GogoDeck, R8_2_NoMoreOfARoleThanTheDeckHolds) {
  Study study;
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps enter 1=Monarch@0,500 2=Monarch@0,500"), "R8.4");
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps enter 1=Trap@0,500 2=Trap@0,500 3=Trap@0,500"), "R8.4");
  study.Steps("steps enter 1=Monarch@0,500", "steps enter 1=Monarch@8000,2500");
  EXPECT_THAT(study.Try(v1::SIDE_RED, "steps enter 2=Monarch@0,500"),
              IsError(absl::StatusCode::kInvalidArgument, "no Monarch left in the deck"));
}

TEST(GogoDeck, R8_2_OnlyRolesThatThereAre) {
  Study study;
  for (const int role : {-1, 0, 11, kMost}) {
    v1::Action action;
    v1::GogoEntry& entry = *action.mutable_gogo()->mutable_steps()->add_entries();
    entry.set_number(1);
    entry.set_role(static_cast<v1::Role>(role));
    entry.set_y(500);
    EXPECT_EQ(ClauseOf(study.Try(v1::SIDE_RED, action)), "R8.2") << role;
  }
}

TEST(GogoTick, R8_3_MoveThenCombatThenCapture) {
  Study study;
  study.Red(1, Role::kMonarch, {7000, 500}).Blue(1, Role::kPeer, {7400, 600});
  EXPECT_EQ(study.View().situation().part(), v1::TICK_PART_MOVE);
  study.Steps("steps 1:300,0");
  EXPECT_EQ(study.View().situation().part(), v1::TICK_PART_COMBAT);
  EXPECT_EQ(study.Outcome(), "on");
  study.Red("challenge 1-1");
  EXPECT_EQ(study.Outcome(), "RESULT_RED_WINS REASON_FLAG_CAPTURED");
}

TEST(GogoTick, R8_3_EachPartTakesItsOwnActions) {
  Study study;
  study.Red(1, Role::kMonarch, {4000, 500}).Blue(1, Role::kPeer, {4400, 500}).Blue(2, Role::kPeer, {4400, 600});
  for (const char* words : {"challenge 1-1", "pass", "block 1", "no-block"}) {
    EXPECT_EQ(study.Clause(v1::SIDE_RED, words), "R8.3") << words;
  }
  EXPECT_EQ(ClauseOf(study.Try(v1::SIDE_RED, v1::Action())), "R8.3");
  study.Steps();
  ASSERT_EQ(study.Pending(), "blue CHALLENGE");
  EXPECT_EQ(study.Clause(v1::SIDE_BLUE, "steps"), "R8.3");
  EXPECT_EQ(study.Clause(v1::SIDE_BLUE, "no-block"), "R8.3");
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "challenge 1-1"), "R8.5");
  study.Blue("pass").Red("challenge 1-1");
  ASSERT_EQ(study.Pending(), "blue BLOCK");
  for (const char* words : {"steps", "pass", "challenge 2-1"}) {
    EXPECT_EQ(study.Clause(v1::SIDE_BLUE, words), "R8.3") << words;
  }
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "no-block"), "R8.6");
}

TEST(GogoMove, R8_4_BothTeamsAtOnceAndInSecretUntilBothAreIn) {
  Study study;
  EXPECT_EQ(study.Pending(), "red STEPS, blue STEPS");
  const std::string before = study.View(v1::OBSERVER_BLUE).SerializeAsString();
  study.Red("steps enter 4=Trap@100,400");
  EXPECT_TRUE(study.told().red.empty());
  EXPECT_TRUE(study.told().blue.empty());
  EXPECT_TRUE(study.told().spectator.empty());
  EXPECT_EQ(study.View(v1::OBSERVER_BLUE).SerializeAsString(), before);
  EXPECT_EQ(study.Pending(), "blue STEPS");
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps"), "R8.4");
  study.Blue("steps enter 2=Peer@8000,2000");
  EXPECT_EQ(study.Roles(v1::OBSERVER_RED), "R4=Trap B2=?");
  EXPECT_EQ(study.Roles(v1::OBSERVER_BLUE), "R4=? B2=Peer");
  EXPECT_EQ(study.Roles(v1::OBSERVER_SPECTATOR), "R4=? B2=?");
}

TEST(GogoMove, R8_4_WithTheOptionWhoOverstepsIsWarnedAndStays) {
  Study study(FieldRules{.moves_back = true});
  study.Red(1, Role::kPeer, {4000, 1000}).Red(2, Role::kWorker, {1000, 1000}).Blue(3, Role::kMonarch, {7000, 1000});
  study.Red("steps 1:+450,+601 2:+750,0");
  EXPECT_TRUE(study.told().blue.empty()) << "nothing before both are in";
  study.Blue("steps 3:-2147483648,+2147483647");
  for (const v1::Observer observer : kEventObservers) {
    const std::vector<v1::Event>& told = study.told().For(observer);
    ASSERT_EQ(told.size(), 3U);
    EXPECT_EQ(told[0].gogo().moved_back().side(), v1::SIDE_RED);
    EXPECT_EQ(told[0].gogo().moved_back().number(), 1U);
    EXPECT_EQ(told[1].gogo().moved_back().side(), v1::SIDE_BLUE);
    EXPECT_EQ(told[1].gogo().moved_back().number(), 3U);
    EXPECT_TRUE(told[2].gogo().has_changed());
  }
  const v1::GogoView view = study.View();
  EXPECT_EQ(PlacesOf(view.red()), (std::vector<std::pair<std::int32_t, std::int32_t>>{{4000, 1000}, {1750, 1000}}));
  EXPECT_EQ(PlacesOf(view.blue()), (std::vector<std::pair<std::int32_t, std::int32_t>>{{7000, 1000}}));
  EXPECT_TRUE(view.red().players(0).was_moved_back() && view.blue().players(0).was_moved_back());
  EXPECT_FALSE(view.red().players(1).was_moved_back());
  study.Steps("steps 1:+450,+600");
  EXPECT_FALSE(study.View().red().players(0).was_moved_back()) << "it is said until the next moves are made";
  // An entry too far from the base is still illegal, and so is everything else.
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps enter 4=Peer@0,1251"), "R8.4");
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps 1:+9000,0 1:0,0"), "R8.4");
}

TEST(GogoMove, R8_4_AStepIsNoLongerThanAPace) {
  Study study;
  study.Red(1, Role::kPeer, {2000, 0});
  for (const char* words : {"steps 1:750,1", "steps 1:-451,600", "steps 1:0,-751", "steps 1:2147483647,2147483647",
                            "steps 1:-2147483648,-2147483648", "steps 1:-2147483648,2147483647"}) {
    EXPECT_EQ(study.Clause(v1::SIDE_RED, words), "R8.4") << words;
  }
  study.Steps("steps 1:-450,600");
  EXPECT_THAT(PlacesOf(study.View().red()), testing::ElementsAre(std::pair(1550, 600)));
  study.Steps("steps 1:0,0");
  study.Steps("steps");
  EXPECT_THAT(PlacesOf(study.View().red()), testing::ElementsAre(std::pair(1550, 600)));
}

TEST(GogoMove, R8_4_OneEntersWithinAPaceOfTheBase) {
  Study study;
  for (const char* words : {"steps enter 1=Peer@0,1251", "steps enter 1=Peer@451,-100", "steps enter 1=Peer@8000,2500",
                            "steps enter 1=Peer@2147483647,2147483647", "steps enter 1=Peer@-2147483648,-2147483648"}) {
    EXPECT_EQ(study.Clause(v1::SIDE_RED, words), "R8.4") << words;
  }
  study.Steps("steps enter 1=Peer@450,-100 2=Peer@-750,500", "steps enter 9=Peer@8000,3250");
  EXPECT_THAT(PlacesOf(study.View().red()), testing::ElementsAre(std::pair(450, -100), std::pair(-750, 500)));
  EXPECT_THAT(PlacesOf(study.View().blue()), testing::ElementsAre(std::pair(8000, 3250)));
}

TEST(GogoMove, R8_4_NoMoreThanSevenInPlay) {
  Study study;
  EXPECT_EQ(
      study.Clause(v1::SIDE_RED,
                   "steps enter 1=Peer@0,0 2=Peer@0,0 3=Trap@0,0 4=Trap@0,0 5=Worker@0,0 6=Worker@0,0 7=Worker@0,0 "
                   "8=Monarch@0,0"),
      "R8.4");
  study.Steps("steps enter 1=Peer@0,0 2=Peer@0,0 3=Trap@0,0 4=Trap@0,0 5=Worker@0,0 6=Worker@0,0");
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps enter 7=Soldier@0,0 8=Soldier@0,0"), "R8.4");
  study.Steps("steps enter 10=Soldier@0,0");
  EXPECT_THAT(study.Try(v1::SIDE_RED, "steps enter 8=Soldier@0,0"),
              IsError(absl::StatusCode::kInvalidArgument, "8 players would be in play; expected 7 at most"));
}

TEST(GogoMove, R8_4_PlayersAreNamedOnceAndWhereTheyAre) {
  Study study;
  study.Red(1, Role::kPeer, {2000, 0});
  for (const auto& [words, clause] :
       std::vector<std::pair<std::string, std::string>>{{"steps 1:1,1 1:1,1", "R8.4"},
                                                        {"steps 2:0,0", "R8.4"},
                                                        {"steps enter 1=Peer@0,500", "R8.4"},
                                                        {"steps enter 2=Peer@0,500 2=Trap@0,500", "R8.4"},
                                                        {"steps 2:0,0 enter 2=Peer@0,500", "R8.4"},
                                                        {"steps 0:0,0", "R8.1"},
                                                        {"steps 11:0,0", "R8.1"},
                                                        {"steps enter 11=Peer@0,500", "R8.1"},
                                                        {"steps enter 4294967295=Peer@0,500", "R8.1"}}) {
    EXPECT_EQ(study.Clause(v1::SIDE_RED, words), clause) << words;
    EXPECT_EQ(study.Pending(), "red STEPS, blue STEPS");
  }
}

TEST(GogoMove, R8_4_PlayersMayStandOnTheSamePoint) {
  Study study;
  study.Steps("steps enter 1=Peer@10,500 2=Worker@10,500");
  study.Steps("steps 1:50,0 2:50,0");
  EXPECT_THAT(PlacesOf(study.View().red()), testing::ElementsAre(std::pair(60, 500), std::pair(60, 500)));
}

TEST(GogoMove, R8_4_ARoleCannotBeChangedNorWithdrawn) {
  Study study;
  study.Steps("steps enter 1=Peer@0,500");
  EXPECT_THAT(study.Try(v1::SIDE_RED, "steps enter 1=Worker@0,500"),
              IsError(absl::StatusCode::kInvalidArgument, "in play already"));
  EXPECT_EQ(study.Roles(), "R1=Peer");
}

TEST(GogoMove, R8_4_ATeamWithNobodyAndNothingLeftPlaysOn) {
  World world;
  world.StateOf(Side::kRed).deck = {};
  GogoGame game(world);
  Random random(1);
  ASSERT_TRUE(game.Act(v1::SIDE_RED, game.Sample(v1::SIDE_RED, random)).ok());
  ASSERT_TRUE(game.Act(v1::SIDE_BLUE, game.Sample(v1::SIDE_BLUE, random)).ok());
  EXPECT_EQ(game.Pending().size(), 2U);
}

}  // namespace
}  // namespace flagfall::gogo
