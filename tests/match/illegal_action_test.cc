// R10.3: illegal actions, by each policy.
#include "referee/match/match_limits.h"
#include "tests/match/driver.h"

namespace flagfall {
namespace {

MatchSpec Retrying(std::uint32_t retries) {
  MatchSpec spec = CountingSpec();
  spec.policy.set_illegal_retries(retries);
  return spec;
}

v1::Act Empty(std::uint32_t decision) {
  v1::Act act;
  act.set_game_id("game-1");
  act.set_decision(decision);
  return act;
}

TEST(IllegalAction, LosesAtOnceByDefault_R10_3) {
  Driver driver;
  driver.BeginPlay();
  driver.Act(kRed, 2, CountingGame::Count(0, 4), Micros(0), "forgive me");
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_ILLEGAL_ACTION);
  EXPECT_EQ(driver.Record().outcome().detail(), "red R2.2: counts on from 0 by one to three");
  EXPECT_EQ(driver.LastEntry().acted().action().ply().to(), 4u) << "the offending action is in the record";
  EXPECT_EQ(driver.LastEntry().acted().comment(), "forgive me");
}

TEST(IllegalAction, AnIllegalSetUpIsOne_R1_4) {
  Driver driver;
  driver.Begin();
  driver.Act(kBlue, 1, CountingGame::Placing(v1::PIECE_TYPE_UNSPECIFIED));
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_ILLEGAL_ACTION);
}

TEST(IllegalAction, MayBeMendedWhereThePolicyAllowsIt_R10_3) {
  Driver driver(Retrying(2));
  driver.BeginPlay();
  const auto deadline = driver.match().NextDeadline();
  for (int i = 0; i < 2; ++i) {
    driver.now += seconds(1);
    driver.Act(kRed, 2, CountingGame::Count(0, 4));
    const v1::PlayResponse message = driver.TakeOne(kRed);
    EXPECT_EQ(message.game_error().code(), v1::GameError::CODE_ILLEGAL_ACTION);
    EXPECT_EQ(message.game_error().clause(), "R2.2");
    EXPECT_EQ(message.game_error().decision(), 2u);
    EXPECT_TRUE(driver.Take(kBlue).empty());
    EXPECT_EQ(driver.match().NextDeadline(), deadline) << "the clock runs on";
  }
  driver.Ply();
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 8'000'000);
  EXPECT_EQ(driver.TakeOne(kBlue).decision_required().red_clock_micros(), 8'000'000);
}

TEST(IllegalAction, RetriesAreCountedPerPlayerAndGame_R10_3) {
  Driver driver(Retrying(1));
  driver.BeginPlay();
  driver.Act(kRed, 2, CountingGame::Count(0, 4));
  driver.Ply();
  driver.Act(kBlue, 2, CountingGame::Count(0, 4));
  EXPECT_FALSE(driver.match().IsOver());
  driver.Ply();
  driver.Act(kRed, 3, CountingGame::Count(0, 4));
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_ILLEGAL_ACTION);
}

TEST(IllegalAction, NoActionOrOneOfAnUnknownKindIsOne_R10_3) {
  v1::Act unknown = Empty(2);
  // Field 15 of Action, which nobody has defined.
  ASSERT_TRUE(unknown.mutable_action()->ParseFromString(std::string("\x7a\x01x", 3)));
  v1::Act absent = Empty(2);
  v1::Act empty = Empty(2);
  empty.mutable_action();
  for (const v1::Act& act : {unknown, absent, empty}) {
    Driver driver;
    driver.BeginPlay();
    driver.Act(kRed, act);
    driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_ILLEGAL_ACTION);
    EXPECT_THAT(driver.Record().outcome().detail(), testing::HasSubstr("R10.3"));
    EXPECT_EQ(driver.LastEntry().acted().action().SerializeAsString(), act.action().SerializeAsString());
  }
}

TEST(IllegalAction, OneOfTheWrongKindIsOne_R10_3) {
  Driver set_up;
  set_up.Begin();
  set_up.Act(kRed, 1, CountingGame::Count(0, 1));
  set_up.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_ILLEGAL_ACTION);
  Driver ply;
  ply.BeginPlay();
  ply.Act(kRed, 2, CountingGame::Placing(v1::PIECE_TYPE_SPY));
  ply.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_ILLEGAL_ACTION);
}

TEST(IllegalAction, AnOversizedOneIsNotKept_R10_3) {
  Driver driver(Retrying(1));
  driver.BeginPlay();
  v1::Act act = Empty(2);
  while (act.action().ByteSizeLong() <= kActionBytesMax) {
    act.mutable_action()->mutable_set_up()->add_placements()->set_square(7);
  }
  driver.Act(kRed, act);
  EXPECT_EQ(driver.TakeOne(kRed).game_error().clause(), "R10.3");
  EXPECT_EQ(driver.LastEntry().acted().oversized_action_bytes(), act.action().ByteSizeLong());
  EXPECT_FALSE(driver.LastEntry().acted().has_action());
  driver.Act(kRed, act);
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_ILLEGAL_ACTION);
}

}  // namespace
}  // namespace flagfall
