// R8.10: what is public and what is secret, and worlds drawn for an observer.
#include <map>
#include <set>

#include "tests/rules/gogo_study.h"

namespace flagfall::gogo {
namespace {

constexpr std::int32_t kFarOff = 20'000;

std::string RolesIn(const Game& game) {
  std::string roles;
  const v1::GogoView view = game.ViewFor(v1::OBSERVER_ALL).gogo();
  for (const auto* team : {&view.red(), &view.blue()}) {
    for (const v1::GogoPlayer& player : team->players())
      absl::StrAppend(&roles, RoleName(static_cast<Role>(player.role())).substr(0, 2));
  }
  return roles;
}

TEST(GogoSecrets, R8_10_PlacesTeamsAndNumbersArePublicRolesAreNot) {
  Study study;
  study.Steps("steps enter 3=Monarch@100,500 7=Trap@0,600", "steps enter 1=Assassin@8000,2400");
  EXPECT_EQ(study.Roles(v1::OBSERVER_RED), "R3=Monarch R7=Trap B1=?");
  EXPECT_EQ(study.Roles(v1::OBSERVER_BLUE), "R3=? R7=? B1=Assassin");
  EXPECT_EQ(study.Roles(v1::OBSERVER_SPECTATOR), "R3=? R7=? B1=?");
  EXPECT_EQ(study.Roles(v1::OBSERVER_ALL), "R3=Monarch R7=Trap B1=Assassin");
  const v1::GogoPlayer seen = study.View(v1::OBSERVER_BLUE).red().players(1);
  EXPECT_EQ(seen.number(), 7U);
  EXPECT_EQ(seen.x(), 0);
  EXPECT_EQ(seen.y(), 600);
}

TEST(GogoSecrets, R8_10_TwoGamesThatDifferInRolesAloneTellTheOthersTheSame) {
  // One of Red's teams is all Traps; nobody may tell until they fight.
  Study soldiers;
  Study traps;
  const auto told_same = [&] {
    const auto bytes = [](const std::vector<v1::Event>& events) {
      std::string all;
      for (const v1::Event& event : events) absl::StrAppend(&all, event.ByteSizeLong(), ":", event.SerializeAsString());
      return all;
    };
    return bytes(soldiers.told().blue) == bytes(traps.told().blue) &&
           bytes(soldiers.told().spectator) == bytes(traps.told().spectator);
  };
  soldiers.Red(1, Role::kSoldier, {kFarOff, 0})
      .Red(2, Role::kSoldier, {kFarOff, 0})
      .Blue(1, Role::kPeer, {kFarOff, 100});
  traps.Red(1, Role::kTrap, {kFarOff, 0}).Red(2, Role::kTrap, {kFarOff, 0}).Blue(1, Role::kPeer, {kFarOff, 100});
  for (Study* study : {&soldiers, &traps}) study->Steps("steps 1:10,0");
  EXPECT_TRUE(told_same());
  EXPECT_EQ(soldiers.Pending(), traps.Pending());
  for (Study* study : {&soldiers, &traps}) study->Red("pass");
  EXPECT_TRUE(told_same());
  for (Study* study : {&soldiers, &traps}) study->Blue("challenge 1-2");
  EXPECT_TRUE(told_same());
  EXPECT_EQ(soldiers.Pending(), traps.Pending());
  for (Study* study : {&soldiers, &traps}) study->Red("no-block");
  EXPECT_FALSE(told_same());
}

TEST(GogoWorlds, R8_10_HiddenRolesAreRedealtFromWhatTheDeckMayHold) {
  Study study;
  study.Red(1, Role::kMonarch, {kFarOff, 0}).Red(2, Role::kPeer, {0, 0}).Blue(1, Role::kAssassin, {-kFarOff, 0});
  study.game();
  Random random(7);
  std::map<std::string, int> seen;
  constexpr int kDraws = 4600;
  for (int i = 0; i < kDraws; ++i) ++seen[RolesIn(*study.game().Determinize(v1::OBSERVER_RED, random)).substr(4)];
  // Any card of the 23 may be Blue's, each as likely: 200 times on average.
  EXPECT_EQ(seen.size(), 10U);
  EXPECT_NEAR(seen["Mo"], 200, 70);
  EXPECT_NEAR(seen["As"], 400, 100);
  EXPECT_NEAR(seen["En"], 600, 120);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(RolesIn(*study.game().Determinize(v1::OBSERVER_RED, random)).substr(0, 4), "MoPe");
    EXPECT_EQ(RolesIn(*study.game().Determinize(v1::OBSERVER_BLUE, random)).substr(4), "As");
  }
}

TEST(GogoWorlds, R8_10_CardsLostAndOnDisplayAreNotDealtAgain) {
  Study study;
  study.Red(1, Role::kMonarch, {kFarOff, 0}).Red(2, Role::kWorker, {0, 0}).Blue(1, Role::kMonarch, {kFarOff, 100});
  study.Blue(2, Role::kWorker, {-kFarOff, 0}).Steps().Red("challenge 1-1");
  Random random(7);
  for (int i = 0; i < 500; ++i) {
    const auto world = study.game().Determinize(v1::OBSERVER_SPECTATOR, random);
    EXPECT_EQ(RolesIn(*world).find("Mo"), std::string::npos);
  }
}

TEST(GogoWorlds, R8_10_AChallengerIsNoTrap) {
  Study study;
  study.Red(1, Role::kMonarch, {kFarOff, 0}).Blue(1, Role::kPeer, {kFarOff, 100}).Blue(2, Role::kPeer, {kFarOff, 0});
  study.Red(2, Role::kWorker, {kFarOff, 0}).Steps().Red("challenge 1-1");
  ASSERT_EQ(study.Pending(), "blue BLOCK");
  Random random(7);
  std::set<std::string> challengers;
  std::set<std::string> others;
  for (int i = 0; i < 1000; ++i) {
    const std::string roles = RolesIn(*study.game().Determinize(v1::OBSERVER_BLUE, random));
    challengers.insert(roles.substr(0, 2));
    others.insert(roles.substr(2, 2));
  }
  EXPECT_EQ(challengers.count("Tr"), 0U);
  EXPECT_EQ(challengers.size(), 9U);
  EXPECT_EQ(others.size(), 10U);
}

TEST(GogoWorlds, R8_10_APlayerThatLetAFlagBeIsATrap) {
  Study study;
  study.Red(1, Role::kTrap, {8000, 500}).Red(2, Role::kPeer, {4000, 0}).Steps();
  Random random(7);
  std::set<std::string> others;
  for (int i = 0; i < 500; ++i) {
    const std::string roles = RolesIn(*study.game().Determinize(v1::OBSERVER_BLUE, random));
    EXPECT_EQ(roles.substr(0, 2), "Tr");
    others.insert(roles.substr(2));
  }
  EXPECT_EQ(others.size(), 10U);
}

TEST(GogoWorlds, R8_10_StepsThatAreInAreDrawnAnewForTheOtherTeam) {
  Study study;
  study.Red("steps enter 1=Monarch@0,500");
  Random random(7);
  std::set<std::string> drawn;
  for (int i = 0; i < 20; ++i) {
    for (const v1::Observer observer : kEventObservers) {
      const auto world = study.game().Determinize(observer, random);
      ASSERT_EQ(world->Pending().size(), 1U);
      v1::Action nobody;
      nobody.mutable_gogo()->mutable_steps();
      ASSERT_TRUE(world->Act(v1::SIDE_BLUE, nobody).ok());
      const std::string red = world->ViewFor(v1::OBSERVER_ALL).gogo().red().ShortDebugString();
      if (observer == v1::OBSERVER_RED) {
        EXPECT_EQ(RolesIn(*world), "Mo");
      } else {
        drawn.insert(red);
      }
    }
  }
  EXPECT_EQ(drawn.size(), 40U);
}

}  // namespace
}  // namespace flagfall::gogo
