// R8.5 to R8.8: clusters, challenges, blocks, fights, and what becomes of the beaten.
#include "tests/rules/gogo_study.h"
#include "tests/support/status_matchers.h"

namespace flagfall::gogo {
namespace {

using testing::ElementsAre;

// Far from bases and flags, so that nothing is captured.
constexpr std::int32_t kFar = 20'000;

TEST(GogoClusters, R8_5_ReachIsExact) {
  Study beyond;
  beyond.Red(1, Role::kPeer, {kFar, 0}).Blue(1, Role::kPeer, {kFar + 450, 601}).Steps();
  EXPECT_EQ(beyond.Pending(), "red STEPS, blue STEPS");
  Study within;
  within.Red(1, Role::kPeer, {kFar, 0}).Blue(1, Role::kPeer, {kFar + 450, 600}).Steps();
  EXPECT_EQ(within.Cluster(), "R1 B1");
}

TEST(GogoClusters, R8_5_OpponentsConnectThroughChains) {
  // R2 - B1 - R1 - B3, each just in reach of the next; B2 stands beside its team-mate B1 and reaches nobody.
  Study study;
  study.Red(2, Role::kPeer, {kFar, 0}).Blue(1, Role::kPeer, {kFar + 750, 0});
  study.Red(1, Role::kPeer, {kFar + 1500, 0}).Blue(3, Role::kPeer, {kFar + 2250, 0});
  study.Blue(2, Role::kWorker, {kFar + 750, 751});
  study.Steps();
  EXPECT_EQ(study.Cluster(), "R1 R2 B1 B3");
}

TEST(GogoClusters, R8_5_TeamMatesDoNotConnect) {
  Study study;
  study.Red(1, Role::kPeer, {kFar, 0}).Red(2, Role::kPeer, {kFar + 400, 0}).Blue(1, Role::kPeer, {kFar + 1100, 0});
  study.Steps();
  EXPECT_EQ(study.Cluster(), "R2 B1");
}

TEST(GogoClusters, R8_5_SettledByTheirLowestPlayer) {
  // Two clusters far apart; Blue's lowest number is in the second, Red's in the first.
  Study study;
  study.Red(3, Role::kPeer, {kFar, 0}).Blue(1, Role::kPeer, {kFar, 100});
  study.Red(2, Role::kPeer, {-kFar, 0}).Blue(9, Role::kPeer, {-kFar, 100});
  study.Steps();
  EXPECT_EQ(study.Cluster(), "R2 B9");
  study.Red("pass").Blue("pass");
  EXPECT_EQ(study.Cluster(), "R3 B1");
  study.Red("pass").Blue("pass");
  EXPECT_EQ(study.View().situation().tick(), 2U);
}

TEST(GogoClusters, R8_5_TheTeamWithMorePlayersChallengesFirst) {
  for (const std::uint32_t tick : {1U, 2U}) {
    Study red;
    red.Tick(tick).Blue(1, Role::kPeer, {kFar, 0}).Red(1, Role::kPeer, {kFar, 1}).Red(2, Role::kPeer, {kFar, 2});
    red.Steps();
    EXPECT_EQ(red.Pending(), "red CHALLENGE");
    Study blue;
    blue.Tick(tick).Red(1, Role::kPeer, {kFar, 0}).Blue(1, Role::kPeer, {kFar, 1}).Blue(2, Role::kPeer, {kFar, 2});
    blue.Steps();
    EXPECT_EQ(blue.Pending(), "blue CHALLENGE");
  }
}

TEST(GogoClusters, R8_5_EqualNumbersRedFirstInOddTicksBlueInEven) {
  for (const std::uint32_t tick : {1U, 2U, 7U, 8U}) {
    Study study;
    study.Tick(tick).Red(1, Role::kPeer, {kFar, 0}).Blue(1, Role::kPeer, {kFar, 1}).Steps();
    EXPECT_EQ(study.Pending(), tick % 2 == 1 ? "red CHALLENGE" : "blue CHALLENGE") << tick;
  }
}

TEST(GogoClusters, R8_5_NumbersCountInTheClusterOnly) {
  Study study;
  study.Red(1, Role::kPeer, {kFar, 0}).Red(2, Role::kPeer, {0, 0}).Red(3, Role::kWorker, {0, 0});
  study.Blue(1, Role::kPeer, {kFar, 1}).Blue(2, Role::kPeer, {kFar, 2}).Steps();
  EXPECT_EQ(study.Pending(), "blue CHALLENGE");
}

TEST(GogoChallenges, R8_5_TeamsTakeTurnsUntilTwoPassesInARow) {
  Study study;
  study.Red(1, Role::kMonarch, {kFar, 0}).Red(2, Role::kPeer, {kFar, 0}).Red(3, Role::kSoldier, {kFar, 0});
  study.Blue(1, Role::kWorker, {kFar + 700, 0}).Blue(2, Role::kConscript, {kFar - 700, 0});
  study.Steps();
  ASSERT_EQ(study.Pending(), "red CHALLENGE");
  study.Red("pass");
  EXPECT_TRUE(study.View().situation().has_passed());
  study.Blue("challenge 1-3").Red("no-block");
  EXPECT_EQ(study.Pending(), "red CHALLENGE");
  EXPECT_FALSE(study.View().situation().has_passed());
  // A pass before does not take the turn away.
  study.Red("challenge 1-2");
  EXPECT_EQ(study.Roles(), "R1=Monarch* R2=Peer R3=Soldier*");
  EXPECT_EQ(study.View().situation().tick(), 2U);
}

TEST(GogoChallenges, R8_5_ATeamWithoutAChallengePassesByItself) {
  Study study;
  study.Red(1, Role::kMonarch, {kFar, 0});
  study.Blue(1, Role::kWorker, {kFar, 100}).Blue(2, Role::kWorker, {kFar, -100}).Blue(3, Role::kPeer, {kFar, -200});
  study.Steps();
  study.Blue("pass").Red("challenge 1-1").Blue("no-block");
  EXPECT_FALSE(study.View().situation().has_passed());
  // Red's only player has attacked: Blue goes on alone.
  study.Blue("challenge 2-1");
  EXPECT_EQ(study.Pending(), "blue CHALLENGE");
  EXPECT_TRUE(study.View().situation().has_passed());
  study.Blue("pass");
  EXPECT_EQ(study.Pending(), "red STEPS, blue STEPS");
  EXPECT_EQ(study.Roles(), "R1=Monarch* B3=Peer");
}

TEST(GogoChallenges, R8_5_EachAttacksOnceATickButMayBeAttackedMore) {
  Study study;
  study.Red(1, Role::kMonarch, {kFar, 0});
  study.Blue(1, Role::kWorker, {kFar, 300}).Blue(2, Role::kWorker, {kFar, -300}).Blue(3, Role::kTrap, {kFar, -700});
  study.Steps();
  study.Blue("challenge 1-1").Red("challenge 1-2").Blue("no-block");
  // The Monarch has been attacked once and has attacked; only the Trap is left, and is asked as anybody is.
  EXPECT_EQ(study.Pending(), "blue CHALLENGE");
  EXPECT_THAT(study.Legal(), ElementsAre("pass"));
  study.Blue("pass");
  EXPECT_EQ(study.View().situation().tick(), 2U);
  EXPECT_FALSE(study.View().red().players(0).has_acted());
}

TEST(GogoChallenges, R8_5_WhoMayChallengeWhom) {
  Study study;
  study.Red(1, Role::kTrap, {kFar, 0}).Red(2, Role::kPeer, {kFar, 100}).Red(3, Role::kWorker, {0, 1200});
  study.Blue(1, Role::kWorker, {kFar, 600}).Blue(2, Role::kSoldier, {kFar, 1300}).Red(4, Role::kSoldier, {kFar, 1350});
  study.Steps();
  ASSERT_EQ(study.Cluster(), "R1 R2 R4 B1 B2");
  EXPECT_THAT(study.Legal(), ElementsAre("pass", "challenge 2-1", "challenge 4-1", "challenge 4-2"));
  for (const char* words : {"challenge 1-1", "challenge 2-2", "challenge 3-1", "challenge 2-3", "challenge 0-1",
                            "challenge 2-0", "challenge 16-1", "challenge 4294967295-4294967295", "challenge 5-1"}) {
    EXPECT_EQ(study.Clause(v1::SIDE_RED, words), "R8.5") << words;
    EXPECT_EQ(study.Pending(), "red CHALLENGE");
  }
  study.Red("challenge 2-1").Blue("pass");
  EXPECT_THAT(study.Try(v1::SIDE_RED, "challenge 2-2"),
              IsError(absl::StatusCode::kInvalidArgument, "has attacked or blocked in this tick already"));
}

TEST(GogoChallenges, R8_5_TheClusterStaysThatOfTheBeginningLessTheBeaten) {
  // R1 - B1 - R2 - B2: without B1 and R2 the rest is not connected any more, and yet one cluster.
  Study study;
  study.Red(1, Role::kMonarch, {kFar, 0}).Blue(1, Role::kWorker, {kFar + 700, 0});
  study.Red(2, Role::kConscript, {kFar + 1400, 0}).Blue(2, Role::kPeer, {kFar + 2100, 0});
  study.Red(3, Role::kEngineer, {kFar + 2100, 100});
  study.Steps();
  ASSERT_EQ(study.Cluster(), "R1 R2 R3 B1 B2");
  study.Red("challenge 1-1");
  EXPECT_EQ(study.Cluster(), "R1 R2 R3 B2");
  study.Blue("challenge 2-2").Red("no-block");
  EXPECT_EQ(study.Cluster(), "R1 R3 B2");
  EXPECT_THAT(study.Legal(), ElementsAre("pass", "challenge 3-2"));
}

TEST(GogoChallenges, R8_5_AHiddenTrapIsAskedAndOneOnDisplayIsNot) {
  Study study;
  study.Red(1, Role::kTrap, {kFar, 0}).Blue(1, Role::kWorker, {kFar, 100}).Blue(2, Role::kWorker, {kFar, 200});
  study.Blue(3, Role::kWorker, {kFar, 300});
  study.Steps();
  study.Blue("pass");
  ASSERT_EQ(study.Pending(), "red CHALLENGE");
  EXPECT_THAT(study.Legal(), ElementsAre("pass"));
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "challenge 1-1"), "R8.5");
  study.Red("pass").Steps();
  study.Blue("challenge 1-1");
  EXPECT_EQ(study.Roles(), "R1=Trap* B2=Worker B3=Worker");
  EXPECT_EQ(study.Pending(), "blue CHALLENGE");
}

TEST(GogoBlocks, R8_6_ATeamMateInReachOfBothTakesTheAttack) {
  Study study;
  study.Red(1, Role::kSoldier, {kFar, 0}).Blue(1, Role::kWorker, {kFar, 100});
  study.Blue(2, Role::kMonarch, {kFar + 700, 0}).Blue(3, Role::kTrap, {kFar, 800});
  study.Steps().Blue("pass").Red("challenge 1-1");
  ASSERT_EQ(study.Pending(), "blue BLOCK");
  EXPECT_EQ(study.View(v1::OBSERVER_SPECTATOR).situation().challenge().challenger(), 1U);
  EXPECT_EQ(study.View(v1::OBSERVER_SPECTATOR).situation().challenge().target(), 1U);
  EXPECT_EQ(study.Roles(v1::OBSERVER_SPECTATOR), "R1=? B1=? B2=? B3=?");
  // B3 does not reach the challenger.
  EXPECT_THAT(study.Legal(), ElementsAre("no-block", "block 2"));
  for (const char* words : {"block 1", "block 3", "block 4", "block 15", "block 16", "block 4294967295"}) {
    EXPECT_EQ(study.Clause(v1::SIDE_BLUE, words), "R8.6") << words;
  }
  study.Blue("block 2");
  EXPECT_EQ(study.Roles(v1::OBSERVER_SPECTATOR), "B1=? B2=Monarch* B3=?");
  ASSERT_EQ(study.told().red.size(), 3U);
  EXPECT_EQ(study.told().red[0].gogo().blocked().number(), 2U);
  EXPECT_EQ(study.told().red[1].gogo().fought().defender().number(), 2U);
}

TEST(GogoBlocks, R8_6_WithoutABlockTheTargetFights) {
  Study study;
  study.Red(1, Role::kSoldier, {kFar, 0}).Blue(1, Role::kWorker, {kFar, 100}).Blue(2, Role::kMonarch, {kFar, 200});
  study.Steps().Blue("pass").Red("challenge 1-1").Blue("no-block");
  EXPECT_EQ(study.Roles(), "R1=Soldier* B2=Monarch");
}

TEST(GogoBlocks, R8_6_APlayerThatHasAttackedOrBlockedBlocksNoMore) {
  Study study;
  study.Red(1, Role::kConscript, {kFar, 0}).Red(2, Role::kWorker, {kFar, 0}).Red(3, Role::kSoldier, {kFar, 0});
  study.Blue(1, Role::kMonarch, {kFar, 100}).Blue(2, Role::kPeer, {kFar, 200});
  study.Steps();
  study.Red("challenge 1-1").Blue("block 2");
  // The blocker may not attack in this tick.
  EXPECT_THAT(study.Legal(), ElementsAre("pass", "challenge 1-2", "challenge 1-3"));
  study.Blue("pass");
  // Nor block again: there is nobody to ask.
  study.Red("challenge 2-1");
  EXPECT_EQ(study.Roles(), "R3=Soldier B1=Monarch* B2=Peer*");
  study.Blue("challenge 1-3");
  EXPECT_EQ(study.Pending(), "red STEPS, blue STEPS");
}

TEST(GogoBlocks, R8_6_ATrapMayBlockAndIsThenAttacked) {
  Study study;
  study.Red(1, Role::kMonarch, {kFar, 0}).Red(2, Role::kPeer, {kFar, 0});
  study.Blue(1, Role::kWorker, {kFar, 100}).Blue(2, Role::kTrap, {kFar, 200});
  study.Steps();
  study.Red("challenge 1-1").Blue("block 2");
  EXPECT_EQ(study.Roles(), "R2=Peer B1=Worker B2=Trap*");
}

// Attacker, defender, who is left.
struct FightCase {
  Role attacker;
  Role defender;
  Verdict verdict;
};

TEST(GogoFights, R8_7_WhoBeatsWhom) {
  constexpr Verdict kAttackerStays{.attacker_beaten = false, .defender_beaten = true};
  constexpr Verdict kDefenderStays{.attacker_beaten = true, .defender_beaten = false};
  constexpr Verdict kBothBeaten{.attacker_beaten = true, .defender_beaten = true};
  for (const FightCase& fight : std::vector<FightCase>{{Role::kEngineer, Role::kTrap, kAttackerStays},
                                                       {Role::kMonarch, Role::kTrap, kDefenderStays},
                                                       {Role::kAssassin, Role::kTrap, kDefenderStays},
                                                       {Role::kAssassin, Role::kMonarch, kAttackerStays},
                                                       {Role::kMonarch, Role::kAssassin, kDefenderStays},
                                                       {Role::kAssassin, Role::kEngineer, kBothBeaten},
                                                       {Role::kEngineer, Role::kAssassin, kBothBeaten},
                                                       {Role::kAssassin, Role::kAssassin, kBothBeaten},
                                                       {Role::kEngineer, Role::kEngineer, kBothBeaten},
                                                       {Role::kAssassin, Role::kConscript, kDefenderStays},
                                                       {Role::kPeer, Role::kAssassin, kAttackerStays},
                                                       {Role::kEngineer, Role::kMonarch, kDefenderStays},
                                                       {Role::kMonarch, Role::kPeer, kAttackerStays},
                                                       {Role::kMonarch, Role::kMonarch, kBothBeaten}}) {
    EXPECT_EQ(Fight(fight.attacker, fight.defender), fight.verdict)
        << RoleName(fight.attacker) << " against " << RoleName(fight.defender);
  }
}

TEST(GogoFights, R8_7_StrengthDecidesAmongTheOthers) {
  const std::vector<Role> ordered = {Role::kMonarch,    Role::kPeer,   Role::kMerchant, Role::kSoldier,
                                     Role::kBlacksmith, Role::kWorker, Role::kConscript};
  for (std::size_t a = 0; a < ordered.size(); ++a) {
    for (std::size_t d = 0; d < ordered.size(); ++d) {
      const Verdict expected{.attacker_beaten = a >= d, .defender_beaten = a <= d};
      EXPECT_EQ(Fight(ordered[a], ordered[d]), expected) << RoleName(ordered[a]) << " " << RoleName(ordered[d]);
    }
  }
}

TEST(GogoFights, R8_7_BothRolesAreShownToEverybody) {
  Study study;
  study.Red(1, Role::kEngineer, {kFar, 0}).Blue(1, Role::kTrap, {kFar, 100}).Steps().Red("challenge 1-1");
  for (const v1::Observer observer : kEventObservers) {
    EXPECT_EQ(study.Roles(observer), "R1=Engineer*");
    EXPECT_THAT(study.View(observer).blue().lost(), ElementsAre(v1::ROLE_TRAP));
  }
  ASSERT_EQ(study.told().spectator.size(), 3U);
  EXPECT_TRUE(study.told().spectator[0].gogo().has_challenged());
  const v1::GogoFought& fought = study.told().spectator[1].gogo().fought();
  EXPECT_EQ(fought.attacker().role(), v1::ROLE_ENGINEER);
  EXPECT_EQ(fought.defender().role(), v1::ROLE_TRAP);
  EXPECT_FALSE(fought.attacker().is_beaten());
  EXPECT_TRUE(fought.defender().is_beaten());
  EXPECT_TRUE(study.told().spectator[2].gogo().has_changed());
}

TEST(GogoBeaten, R8_8_TheBeatenLoseTheirCardAndEnterAgainFromTheNextTickOn) {
  Study study;
  study.Red(1, Role::kMonarch, {kFar, 0}).Blue(1, Role::kAssassin, {kFar, 100}).Steps();
  study.Red("challenge 1-1");
  EXPECT_EQ(study.Roles(), "B1=Assassin*");
  EXPECT_THAT(study.View(v1::OBSERVER_BLUE).red().lost(), ElementsAre(v1::ROLE_MONARCH));
  EXPECT_EQ(study.View().situation().tick(), 2U);
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps 1:0,0"), "R8.4");
  EXPECT_EQ(study.Clause(v1::SIDE_RED, "steps enter 1=Monarch@0,500"), "R8.4");
  study.Steps("steps enter 1=Peer@0,500");
  EXPECT_EQ(study.Roles(v1::OBSERVER_BLUE), "R1=? B1=Assassin*");
}

TEST(GogoBeaten, R8_8_APlayerThatStaysKeepsItsRoleOnDisplay) {
  Study study;
  study.Red(1, Role::kPeer, {kFar, 0}).Blue(1, Role::kWorker, {kFar, 100}).Steps().Red("challenge 1-1");
  study.Steps("steps 1:-750,0").Steps("steps 1:-750,0");
  EXPECT_EQ(study.Roles(v1::OBSERVER_BLUE), "R1=Peer*");
}

TEST(GogoBeaten, R8_8_TicksSinceSomebodyWasBeatenAreCounted) {
  Study study;
  study.Red(1, Role::kPeer, {kFar, 0}).Blue(1, Role::kWorker, {kFar, 100});
  study.Steps().Red("pass").Blue("pass");
  EXPECT_EQ(study.game().Progress().plies_since_capture, 1U);
  study.Steps().Blue("challenge 1-1");
  EXPECT_EQ(study.game().Progress().plies, 2U);
  EXPECT_EQ(study.game().Progress().plies_since_capture, 0U);
  study.Steps();
  EXPECT_EQ(study.game().Progress().plies_since_capture, 1U);
}

}  // namespace
}  // namespace flagfall::gogo
