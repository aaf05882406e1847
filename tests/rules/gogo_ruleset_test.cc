// `gogo` in the catalogue: words for actions, views followed and drawn.
#include "referee/rules/gogo/gogo_ruleset.h"
#include "referee/rules/catalogue.h"
#include "tests/rules/gogo_study.h"
#include "tests/support/status_matchers.h"

namespace flagfall::gogo {
namespace {

using testing::HasSubstr;

const RulesetDefinition& Gogo() { return **FindRuleset("gogo"); }

TEST(GogoWords, ActionsAreWrittenAsTheyAreRead) {
  for (const char* words :
       {"steps", "steps 1:+300,-400 2:0,0", "steps enter 3=Monarch@200,700 12=Trap@-10,500", "challenge 2-5", "pass",
        "block 4", "no-block", "steps 1:+2147483647,-2147483648 enter 4294967295=Engineer@0,0"}) {
    const auto action = Gogo().ReadAction(words);
    ASSERT_THAT(action, IsOk()) << words;
    EXPECT_EQ(Gogo().WriteAction(*action), words);
  }
}

TEST(GogoWords, TheExamplesOfTheDecisionsCanBeRead) {
  for (const DecisionInfo& decision : Gogo().info().decisions) {
    const auto action = Gogo().ReadAction(decision.example);
    ASSERT_THAT(action, IsOk()) << decision.example;
    EXPECT_EQ(Gogo().WriteAction(*action), decision.example);
  }
}

TEST(GogoWords, WhatIsWrongIsNamed) {
  for (const char* words : {"", "step 1:1,1", "challenge 2", "challenge 2-", "challenge -5", "challenge 1-2 3",
                            "pass now", "block", "block 0", "block x", "no-block 1", "steps 1:1",
                            "steps 1:1,99999999999", "steps -1:1,1", "steps enter 1=King@0,0", "steps enter 1=Peer",
                            "steps enter 1@0,0", "steps enter =Peer@0,0", "steps enter enter"}) {
    EXPECT_THAT(Gogo().ReadAction(words), IsError(absl::StatusCode::kInvalidArgument, "expected")) << words;
  }
}

TEST(GogoWords, AnythingCanBeWritten) {
  v1::Action action;
  EXPECT_EQ(Gogo().WriteAction(action), "nothing that gogo knows");
  action.mutable_gogo()->mutable_steps()->add_entries()->set_role(static_cast<v1::Role>(99));
  EXPECT_EQ(Gogo().WriteAction(action), "steps enter 0=?@0,0");
}

TEST(GogoFollow, EventsThatDoNotFitAreRefused) {
  v1::View view = Study().game().ViewFor(v1::OBSERVER_RED);
  v1::Event event;
  EXPECT_THAT(Gogo().Follow(event, view), IsError(absl::StatusCode::kInvalidArgument, "of a kind"));
  event.mutable_gogo()->mutable_changed()->mutable_red()->add_gone(3);
  EXPECT_THAT(Gogo().Follow(event, view), IsError(absl::StatusCode::kInvalidArgument, "player 3 is not in play"));
  event.mutable_gogo()->mutable_changed()->clear_red();
  for (std::uint32_t number = 1; number <= 8; ++number) {
    event.mutable_gogo()->mutable_changed()->mutable_blue()->add_players()->set_number(number);
  }
  EXPECT_THAT(Gogo().Follow(event, view), IsError(absl::StatusCode::kInvalidArgument, "more players"));
  event.mutable_gogo()->mutable_changed()->clear_blue();
  for (int i = 0; i < 24; ++i) event.mutable_gogo()->mutable_changed()->mutable_red()->add_lost(v1::ROLE_PEER);
  EXPECT_THAT(Gogo().Follow(event, view), IsError(absl::StatusCode::kInvalidArgument, "more cards lost"));
}

TEST(GogoDraw, TheFieldWithPlayersListsAndSituation) {
  Study study;
  study.Red(1, Role::kMonarch, {4000, 1000}).Red(2, Role::kPeer, {4010, 1010}).Blue(12, Role::kTrap, {4500, 1000});
  study.Red(3, Role::kWorker, {30'000, 0}).Steps();
  const std::string text = Gogo().Draw(study.game().ViewFor(v1::OBSERVER_RED), {});
  EXPECT_EQ(text,
            ".   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   \n"
            ".   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   \n"
            ".   .   [R] .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   *B  .   .   \n"
            ".   .   .   .   .   .   .   .   .   .   R1+ B12 .   .   .   .   .   .   .   .   .   \n"
            ".   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   \n"
            ".   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   \n"
            ".   .   *R  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   [B] .   .   \n"
            ".   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   \n"
            ".   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   \n"
            "red: 1=Monarch@4000,1000 2=Peer@4010,1010 3=Worker@30000,0; lost: nothing\n"
            "blue: 12=?@4500,1000; lost: nothing\n"
            "tick 1; cluster R1 R2 B12; red to challenge\n");
  EXPECT_THAT(Gogo().Draw(study.game().ViewFor(v1::OBSERVER_RED), {.in_colour = true}),
              HasSubstr("\x1b[34mB12\x1b[0m"));
  study.Red("challenge 1-12");
  EXPECT_THAT(Gogo().Draw(study.game().ViewFor(v1::OBSERVER_BLUE), {}),
              HasSubstr("red: 2=?@4010,1010 3=?@30000,0; lost: Monarch\nblue: 12=Trap*@4500,1000; lost: nothing\n"));
}

TEST(GogoDraw, R8_6_SaysWhatIsAwaitedAndOfWhom) {
  const auto situation = [](Study& study) {
    const std::string text = Gogo().Draw(study.game().ViewFor(v1::OBSERVER_SPECTATOR), {});
    return text.substr(text.find("tick "));
  };
  constexpr Point kHere = {4000, 1000};
  constexpr Point kNear = {4000, 1100};
  constexpr Point kNext = {4000, 1200};
  Study study;
  study.Red(1, Role::kSoldier, kHere).Blue(4, Role::kWorker, kNear).Blue(2, Role::kMonarch, kNext);
  EXPECT_EQ(situation(study), "tick 1; both teams to move\n");
  study.Steps();
  EXPECT_EQ(situation(study), "tick 1; cluster R1 B2 B4; blue to challenge\n");
  study.Blue("pass");
  EXPECT_EQ(situation(study), "tick 1; cluster R1 B2 B4; red to challenge after a pass\n");
  study.Red("challenge 1-4");
  EXPECT_EQ(situation(study), "tick 1; cluster R1 B2 B4; R1 challenges B4; blue to block\n");

  Study mirrored;
  mirrored.Blue(1, Role::kSoldier, kHere).Red(4, Role::kWorker, kNear).Red(2, Role::kMonarch, kNext);
  mirrored.Steps().Red("pass").Blue("challenge 1-4");
  EXPECT_EQ(situation(mirrored), "tick 1; cluster R2 R4 B1; B1 challenges R4; red to block\n");

  Study last(FieldRules{.max_ticks = 1});
  last.Steps();
  EXPECT_EQ(situation(last), "tick 1; the game is over\n");
}

TEST(GogoDraw, AnyViewAtAll) {
  v1::View view;
  EXPECT_THAT(Gogo().Draw(view, {}), HasSubstr("red: nobody in play; lost: nothing"));
  for (const std::int32_t x : {INT32_MIN, INT32_MAX, 0, -1000, 9000, -1001}) {
    v1::GogoPlayer& player = *view.mutable_gogo()->mutable_blue()->add_players();
    player.set_number(4294967295);
    player.set_x(x);
    player.set_y(x);
    player.set_role(static_cast<v1::Role>(x));
  }
  EXPECT_THAT(Gogo().Draw(view, {.in_colour = true}), HasSubstr("4294967295=?@-2147483648,-2147483648"));
}

}  // namespace
}  // namespace flagfall::gogo
