// R8.9: guards and captures. Blue's flag is at 8000,500, Red's at 0,2500; the reach is 750.
#include "tests/rules/gogo_study.h"

namespace flagfall::gogo {
namespace {

TEST(GogoCapture, R8_9_WithinReachOfTheFlagAtTheEndOfATick) {
  Study beyond;
  beyond.Red(1, Role::kConscript, {7550, -101}).Steps();
  EXPECT_EQ(beyond.Outcome(), "on");
  Study within;
  within.Red(1, Role::kConscript, {7550, -101}).Steps("steps 1:0,1");
  EXPECT_EQ(within.Outcome(), "RESULT_RED_WINS REASON_FLAG_CAPTURED");
  ASSERT_EQ(within.told().blue.size(), 2U);
  EXPECT_EQ(within.told().blue[0].gogo().captured().side(), v1::SIDE_RED);
  EXPECT_EQ(within.told().blue[0].gogo().captured().number(), 1U);
  EXPECT_EQ(within.Roles(v1::OBSERVER_BLUE), "R1=?");
}

TEST(GogoCapture, R8_9_BlueCapturesRedsFlag) {
  Study study;
  study.Blue(3, Role::kAssassin, {100, 2400}).Steps();
  EXPECT_EQ(study.Outcome(), "RESULT_BLUE_WINS REASON_FLAG_CAPTURED");
}

TEST(GogoCapture, R8_9_NobodyCapturesItsOwnFlag) {
  Study study;
  study.Red(1, Role::kPeer, {0, 2500}).Steps();
  EXPECT_EQ(study.Outcome(), "on");
}

TEST(GogoCapture, R8_9_ATrapCapturesNothing) {
  Study study;
  study.Red(1, Role::kTrap, {8000, 500}).Steps();
  EXPECT_EQ(study.Outcome(), "on");
}

TEST(GogoCapture, R8_9_WhoeverStandsNearerAndInReachGuards) {
  struct Case {
    Point guard;
    bool guards;
  };
  for (const Case& c : {Case{{7600, 500}, true},    // between
                        Case{{8000, 500}, true},    // on the flag
                        Case{{8050, 500}, true},    // behind it, at 750 exactly
                        Case{{8051, 500}, false},   // behind it, out of reach
                        Case{{7300, 500}, false},   // as near as the captor: not strictly nearer
                        Case{{8000, 1200}, false},  // as near, and out of reach
                        Case{{7200, 500}, false}}) {
    Study study;
    study.Red(1, Role::kPeer, {7300, 500}).Blue(1, Role::kTrap, c.guard).Steps();
    while (study.View().situation().part() == v1::TICK_PART_COMBAT) {
      study.Act(study.game().Pending()[0].side, "pass");
    }
    EXPECT_EQ(study.Outcome(), c.guards ? "on" : "RESULT_RED_WINS REASON_FLAG_CAPTURED")
        << c.guard.x << "," << c.guard.y;
  }
}

TEST(GogoCapture, R8_9_APlayerThatHasBeatenAGuardPassesTheOthers) {
  Study study;
  study.Red(1, Role::kMonarch, {7300, 500});
  study.Blue(1, Role::kWorker, {7700, 500}).Blue(2, Role::kWorker, {7800, 500});
  study.Steps().Blue("pass").Red("challenge 1-1").Blue("no-block");
  EXPECT_TRUE(study.View(v1::OBSERVER_SPECTATOR).red().players(0).has_beaten_guard());
  study.Blue("pass");
  EXPECT_EQ(study.Outcome(), "RESULT_RED_WINS REASON_FLAG_CAPTURED");
}

TEST(GogoCapture, R8_9_AGuardThatAttacksAndLosesIsBeaten) {
  Study study;
  study.Red(1, Role::kMonarch, {7300, 500});
  study.Blue(1, Role::kWorker, {7700, 500}).Blue(2, Role::kWorker, {7800, 500});
  study.Steps().Blue("challenge 1-1").Red("pass").Blue("pass");
  EXPECT_EQ(study.Outcome(), "RESULT_RED_WINS REASON_FLAG_CAPTURED");
}

TEST(GogoCapture, R8_9_BeatingOneThatDoesNotGuardDoesNotHelp) {
  Study study;
  study.Red(1, Role::kMonarch, {7300, 500});
  study.Blue(1, Role::kWorker, {7000, 500}).Blue(2, Role::kWorker, {7800, 500});
  study.Steps().Blue("challenge 1-1");
  EXPECT_FALSE(study.View().red().players(0).has_beaten_guard());
  study.Red("pass").Blue("pass");
  EXPECT_EQ(study.Outcome(), "on");
}

TEST(GogoCapture, R8_9_BeatingAGuardHelpsInTheSameTickOnly) {
  Study study;
  study.Red(1, Role::kMonarch, {7200, 500});
  study.Blue(1, Role::kWorker, {7700, 500}).Blue(2, Role::kWorker, {7800, 500});
  // Out of the flag's reach in the first tick.
  study.Steps().Blue("challenge 1-1").Red("pass").Blue("pass");
  ASSERT_EQ(study.Outcome(), "on");
  EXPECT_FALSE(study.View().red().players(0).has_beaten_guard());
  study.Steps("steps 1:100,0").Blue("pass").Red("pass");
  EXPECT_EQ(study.Outcome(), "on");
}

TEST(GogoCapture, R8_9_BeatingAGuardHelpsThatPlayerOnly) {
  Study study;
  study.Red(1, Role::kMonarch, {7100, 500}).Red(2, Role::kPeer, {7300, 500});
  study.Blue(1, Role::kWorker, {7700, 500}).Blue(2, Role::kWorker, {7800, 500});
  study.Steps().Red("challenge 1-1").Blue("no-block").Blue("pass").Red("pass");
  EXPECT_EQ(study.Outcome(), "on");
}

TEST(GogoCapture, R8_9_BothInTheSameTickIsADraw) {
  Study study;
  study.Red(1, Role::kPeer, {7500, 500}).Blue(1, Role::kPeer, {500, 2500}).Steps();
  EXPECT_EQ(study.Outcome(), "RESULT_DRAW REASON_FLAG_CAPTURED");
  ASSERT_EQ(study.told().spectator.size(), 3U);
  EXPECT_EQ(study.told().spectator[0].gogo().captured().side(), v1::SIDE_RED);
  EXPECT_EQ(study.told().spectator[1].gogo().captured().side(), v1::SIDE_BLUE);
}

TEST(GogoCapture, R8_9_ViewsShowWhoCaptured) {
  // Were it told by events alone, they would say more than the views: that the first is no Trap and the second is one.
  Study study;
  study.Red(1, Role::kPeer, {7500, 500}).Red(2, Role::kTrap, {7500, 500}).Red(3, Role::kWorker, {7500, 500}).Steps();
  for (const v1::Observer observer : kEventObservers) {
    const v1::GogoTeam red = study.View(observer).red();
    EXPECT_TRUE(red.players(0).has_captured());
    EXPECT_FALSE(red.players(1).has_captured());
    EXPECT_TRUE(red.players(2).has_captured());
  }
}

TEST(GogoCapture, R8_9_ACaptureInTheLastTickCounts) {
  Study study(FieldRules{.max_ticks = 1});
  study.Red(1, Role::kPeer, {7500, 500}).Steps();
  EXPECT_EQ(study.Outcome(), "RESULT_RED_WINS REASON_FLAG_CAPTURED");
}

}  // namespace
}  // namespace flagfall::gogo
