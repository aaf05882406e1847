// Protocol 1.2 to 1.4 and R1.3, R1.5: how a match opens decisions and takes actions.
#include "tests/match/driver.h"

namespace flagfall {
namespace {

TEST(Decisions, PlayBeginsWhenBothHaveCome_1_2) {
  Driver driver;
  driver.Connect(kRed);
  EXPECT_TRUE(driver.Take(kRed).empty());
  driver.Connect(kBlue);
  for (const v1::Side side : {kRed, kBlue}) {
    const auto messages = driver.Take(side);
    ASSERT_EQ(messages.size(), 2u);
    EXPECT_TRUE(messages[0].has_game_started());
    ASSERT_TRUE(messages[1].has_decision_required());
    EXPECT_EQ(messages[1].decision_required().decision(), 1u);
    EXPECT_EQ(messages[1].decision_required().kind(), v1::DECISION_KIND_SET_UP);
  }
}

TEST(Decisions, AreCountedFromOneForEachSide_1_3) {
  Driver driver;
  driver.BeginPlay();
  driver.Ply();
  const v1::PlayResponse blue = driver.TakeOne(kBlue);
  EXPECT_EQ(blue.decision_required().decision(), 2u);
  EXPECT_EQ(blue.decision_required().kind(), v1::DECISION_KIND_PLY);
  driver.Ply();
  EXPECT_EQ(driver.TakeOne(kRed).decision_required().decision(), 3u);
}

TEST(Decisions, SetUpsAreSimultaneousAndSecret_R1_3) {
  Driver driver;
  driver.Begin();
  driver.SetUp(kBlue);
  EXPECT_TRUE(driver.Take(kRed).empty());
  EXPECT_TRUE(driver.Take(kBlue).empty());
  driver.SetUp(kRed);
  EXPECT_EQ(driver.TakeOne(kRed).decision_required().kind(), v1::DECISION_KIND_PLY);
  EXPECT_TRUE(driver.Take(kBlue).empty());
}

TEST(Decisions, AnActionForADecisionNotOpenIsAnError_1_4) {
  Driver driver;
  driver.BeginPlay();
  driver.Ply();
  driver.Take(kBlue);
  driver.Ply();
  driver.Take(kRed);
  const int entries = driver.Record().entries_size();
  // Red's decision 3 is open; 1 is stale, 2 the one just taken, 4 to come.
  for (const std::uint32_t decision : {0u, 1u, 4u, 4'000'000'000u}) {
    driver.Act(kRed, decision, CountingGame::Count(2, 3));
    const v1::PlayResponse message = driver.TakeOne(kRed);
    EXPECT_EQ(message.game_error().code(), v1::GameError::CODE_DECISION_NOT_OPEN);
    EXPECT_EQ(message.game_error().decision(), decision);
  }
  // Blue has none open.
  driver.Act(kBlue, 3, CountingGame::Count(2, 3));
  EXPECT_EQ(driver.TakeError(kBlue), v1::GameError::CODE_DECISION_NOT_OPEN);
  EXPECT_EQ(driver.Record().entries_size(), entries);
}

TEST(Decisions, ARepeatedActionForTheDecisionJustTakenIsIgnored_1_4) {
  Driver driver;
  driver.Begin();
  driver.SetUp(kRed);
  driver.SetUp(kRed);
  EXPECT_TRUE(driver.Take(kRed).empty());
  driver.SetUp(kBlue);
  driver.Take(kRed);
  const int entries = driver.Record().entries_size();
  driver.SetUp(kRed);
  EXPECT_TRUE(driver.Take(kRed).empty()) << "also when the next decision is open already";
  EXPECT_EQ(driver.Record().entries_size(), entries);
}

TEST(Decisions, AnActionOfAnotherGameIsAnError_1_4) {
  Driver driver;
  driver.BeginPlay();
  v1::Act act;
  act.set_game_id("game-2");
  act.set_decision(2);
  *act.mutable_action() = CountingGame::Count(0, 1);
  driver.Act(kRed, act);
  EXPECT_EQ(driver.TakeError(kRed), v1::GameError::CODE_UNKNOWN_GAME);
}

TEST(Decisions, BeforeTheGameHasBegunThereIsNoGame) {
  Driver driver;
  driver.Connect(kRed);
  driver.SetUp(kRed);
  EXPECT_EQ(driver.TakeError(kRed), v1::GameError::CODE_UNKNOWN_GAME);
  driver.Resign(kRed);
  EXPECT_EQ(driver.TakeError(kRed), v1::GameError::CODE_UNKNOWN_GAME);
  driver.Offer(kRed);
  EXPECT_EQ(driver.TakeError(kRed), v1::GameError::CODE_UNKNOWN_GAME);
  driver.Accept(kRed);
  EXPECT_EQ(driver.TakeError(kRed), v1::GameError::CODE_UNKNOWN_GAME);
  // Who is not there cannot speak at all.
  driver.Resign(kBlue);
  EXPECT_FALSE(driver.match().IsOver());
}

TEST(Decisions, LegalActionsAreListedWhenAskedForAndListable_1_3) {
  Driver driver;
  driver.Begin({.wants_legal_actions = true});
  driver.SetUp(kBlue);
  driver.SetUp(kRed);
  EXPECT_EQ(driver.TakeOne(kRed).decision_required().legal_actions_size(), 3);
  driver.Ply();
  EXPECT_EQ(driver.TakeOne(kBlue).decision_required().legal_actions_size(), 0);
}

TEST(Decisions, TheGamesOwnEndEndsTheMatch) {
  Driver driver;
  driver.BeginPlay();
  for (int i = 0; i < 7; ++i) driver.Ply(3);
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_FLAG_CAPTURED);
  for (const v1::Side side : {kRed, kBlue}) {
    const v1::GameOver over = driver.Take(side).back().game_over();
    EXPECT_EQ(over.outcome().reason(), v1::REASON_FLAG_CAPTURED);
    EXPECT_EQ(over.seed(), std::string(32, 's'));
    EXPECT_EQ(over.view().observer(), v1::OBSERVER_ALL);
    EXPECT_EQ(over.view().board().pieces_size(), 2);
  }
}

TEST(Decisions, AVoidGameTellsNothingOfWhatIsHidden) {
  Driver driver;
  driver.BeginPlay();
  driver.Ply();
  driver.Abort(v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST);
  for (const v1::Side side : {kRed, kBlue}) {
    const v1::GameOver over = driver.Take(side).back().game_over();
    EXPECT_EQ(over.outcome().result(), v1::RESULT_VOID);
    EXPECT_EQ(over.seed(), "");
    EXPECT_FALSE(over.has_view());
  }
}

TEST(Decisions, AfterTheEndNothingHasAnEffect) {
  Driver driver;
  driver.BeginPlay();
  driver.Resign(kRed);
  driver.Take(kRed);
  driver.Take(kBlue);
  const std::string record = driver.Record().SerializeAsString();
  driver.Ply();
  driver.Resign(kBlue);
  driver.Offer(kRed);
  driver.Accept(kBlue);
  driver.Disconnect(kRed);
  driver.Connect(kRed);
  driver.SlowReader(kBlue);
  driver.Disconnect(kBlue, /*for_good=*/true);
  driver.now += seconds(100);
  driver.TimePassed();
  driver.Abort(v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST);
  EXPECT_EQ(driver.Record().SerializeAsString(), record);
  EXPECT_TRUE(driver.Take(kRed).empty());
  EXPECT_TRUE(driver.Take(kBlue).empty());
}

TEST(Decisions, AWholeGameCostsOneEntryAPly) {
  Driver driver;
  driver.BeginPlay();
  const int before = driver.Record().entries_size();
  for (int i = 0; i < 7; ++i) {
    driver.now += milliseconds(3);
    driver.Ply(3);
  }
  EXPECT_EQ(driver.Record().entries_size(), before + 7);
  EXPECT_EQ(driver.LastEntry().acted().sent_micros() + 3'000, driver.LastEntry().at_micros());
}

}  // namespace
}  // namespace flagfall
