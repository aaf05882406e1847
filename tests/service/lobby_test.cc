// When games begin, who has forfeited them, and when clocks start.
#include "referee/service/lobby.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/service/service_limits.h"
#include "tests/service/lobby_fixture.h"

namespace flagfall {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(LobbyTest, ABotThatDoesNotComeInTimeHasForfeited) {
  Start("game");
  Join("red");
  Pass(kNoShowAfter - Micros(1));
  EXPECT_EQ(OutcomeOf("game"), "");
  Pass(Micros(1));
  EXPECT_EQ(OutcomeOf("game"), "RESULT_RED_WINS REASON_FORFEIT_NO_SHOW");
  EXPECT_THAT(outcomes_["game"].detail(), HasSubstr("bot blue was not there for 10000 ms"));
}

TEST_F(LobbyTest, EachIsWaitedForAsLongAsItWasAdmittedWith) {
  lobby_.Admit("far", Sha256Of("far"), 6 * kNoShowAfter, now_);
  Join("red");
  Start("near");
  Start("away", "red", "far");
  Pass(kNoShowAfter);
  EXPECT_EQ(OutcomeOf("near"), "RESULT_RED_WINS REASON_FORFEIT_NO_SHOW");
  Pass(5 * kNoShowAfter - Micros(1));
  EXPECT_EQ(OutcomeOf("away"), "");
  Pass(Micros(1));
  EXPECT_EQ(OutcomeOf("away"), "RESULT_RED_WINS REASON_FORFEIT_NO_SHOW");
}

TEST_F(LobbyTest, WhenNobodyComesTheGameIsVoid) {
  Start("game");
  Pass(kNoShowAfter);
  EXPECT_EQ(OutcomeOf("game"), "RESULT_VOID REASON_FORFEIT_NO_SHOW");
}

TEST_F(LobbyTest, ABotThatLeavesBeforeTheGameBeginsHasTheWholeTimeAgain) {
  Start("game");
  Join("red");
  Pass(kNoShowAfter / 2);
  Leave("red");
  Pass(kNoShowAfter / 2);
  // Blue is at fault; whether Red is too is not known yet.
  EXPECT_EQ(OutcomeOf("game"), "");
  Join("red");
  EXPECT_EQ(OutcomeOf("game"), "RESULT_RED_WINS REASON_FORFEIT_NO_SHOW");
}

TEST_F(LobbyTest, DismissedBotForfeitsOnceItsOpponentIsThere) {
  Start("game");
  lobby_.Dismiss("blue", "its process has ended", now_);
  EXPECT_EQ(OutcomeOf("game"), "");
  Join("red");
  EXPECT_EQ(OutcomeOf("game"), "RESULT_RED_WINS REASON_FORFEIT_NO_SHOW");
}

TEST_F(LobbyTest, BotThatIsNotAdmittedForfeitsAtOnce) {
  lobby_.Dismiss("red", "not wanted", now_);
  Join("blue");
  Start("game");
  EXPECT_EQ(OutcomeOf("game"), "RESULT_BLUE_WINS REASON_FORFEIT_NO_SHOW");
  EXPECT_THAT(outcomes_["game"].detail(), HasSubstr("bot red is not admitted"));
}

TEST_F(LobbyTest, BotThatDoesNotPlayTheRulesetForfeits) {
  Start("game");
  Join("red");
  Join("blue", 1, "classic");
  EXPECT_EQ(OutcomeOf("game"), "RESULT_RED_WINS REASON_FORFEIT_NO_SHOW");
  EXPECT_THAT(outcomes_["game"].detail(), HasSubstr("bot blue does not play barrage; it plays: classic"));
}

TEST_F(LobbyTest, GamesBeginInTheirOrderAsSeatsBecomeFree) {
  for (const char* id : {"a", "b", "c", "d"}) Start(id);
  Join("red", 2);
  Join("blue", 3);
  EXPECT_THAT(channels_["red"]->started, ElementsAre("a", "b"));
  Resign("red", "a");
  EXPECT_THAT(channels_["red"]->started, ElementsAre("a", "b", "c"));
  Resign("blue", "c");
  EXPECT_THAT(channels_["blue"]->started, ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(channels_["blue"]->over, ElementsAre("a", "c"));
  // However long it took: both were there all the time.
  Pass(kNoShowAfter * 2);
  EXPECT_EQ(outcomes_.size(), 2u);
}

TEST_F(LobbyTest, DismissedBotLosesWhatItPlaysAndIsToldSo) {
  Start("game");
  Join("red");
  Join("blue");
  lobby_.Dismiss("red", "its process has ended", now_);
  EXPECT_EQ(OutcomeOf("game"), "RESULT_BLUE_WINS REASON_DISCONNECTED");
  EXPECT_THAT(channels_["blue"]->over, ElementsAre("game"));
  ASSERT_TRUE(channels_["red"]->ended.has_value());
  EXPECT_THAT(*channels_["red"]->ended, IsError(absl::StatusCode::kAborted, "its process has ended"));
  EXPECT_THAT(lobby_.Authenticate("red"), IsError(absl::StatusCode::kUnauthenticated, "FLAGFALL_TOKEN"));
}

TEST_F(LobbyTest, ANewTokenEndsTheStreamOfTheOldAndTheGameGoesOnWithTheNew) {
  Start("game");
  Join("red");
  Join("blue");
  // The same once more changes nothing.
  lobby_.Admit("red", Sha256Of("red"), kNoShowAfter, now_);
  EXPECT_FALSE(channels_["red"]->ended.has_value());
  lobby_.Admit("red", Sha256Of("new"), kNoShowAfter, now_);
  ASSERT_TRUE(channels_["red"]->ended.has_value());
  EXPECT_THAT(*channels_["red"]->ended, IsError(absl::StatusCode::kAborted, "new token"));
  EXPECT_THAT(lobby_.Authenticate("red"), IsError(absl::StatusCode::kUnauthenticated, "FLAGFALL_TOKEN"));
  EXPECT_EQ(lobby_.Authenticate("new").value(), bots_["red"]);
  EXPECT_EQ(bots_["red"]->channel, nullptr);
  EXPECT_EQ(OutcomeOf("game"), "");
}

TEST_F(LobbyTest, OneHelloMoreThanTheBudgetIsRefusedAndEndsNothing) {
  for (int i = 1; i < limits::kHelloBurst; ++i) {
    Join("red");
    Leave("red");
  }
  Join("red");
  KeepingChannel too_many;
  EXPECT_THAT(lobby_.Join(bots_["red"], bots_["red"]->hello, too_many, now_),
              IsError(absl::StatusCode::kResourceExhausted, "hello too often"));
  EXPECT_FALSE(channels_["red"]->ended.has_value());
  Pass(std::chrono::seconds(1));
  EXPECT_THAT(lobby_.Join(bots_["red"], bots_["red"]->hello, too_many, now_), IsOk());
  EXPECT_TRUE(channels_["red"]->ended.has_value());
}

TEST_F(LobbyTest, AbortedGameIsVoidWhetherItHasBegunOrNot) {
  Start("waiting");
  lobby_.AbortGame("waiting", now_);
  EXPECT_EQ(OutcomeOf("waiting"), "RESULT_VOID REASON_ABORTED_BY_HOST");
  Start("running");
  Join("red");
  Join("blue");
  lobby_.AbortGame("running", now_);
  EXPECT_EQ(OutcomeOf("running"), "RESULT_VOID REASON_ABORTED_BY_HOST");
  EXPECT_THAT(channels_["red"]->started, ElementsAre("running"));
}

TEST_F(LobbyTest, TheClockRunsFromWhenTheChannelHandedTheDecisionOver) {
  Start("game");
  Join("red").hand_over = {.at = now_ + std::chrono::minutes(10)};
  KeepingChannel& blue = Join("blue");
  Pass(std::chrono::minutes(20));
  // Blue's had to wait until now.
  lobby_.HandedOver(blue.opened.at(0), {.at = now_}, now_);
  Pass(std::chrono::minutes(50));
  EXPECT_EQ(OutcomeOf("game"), "");
  Pass(Micros(1));
  EXPECT_EQ(OutcomeOf("game"), "RESULT_BLUE_WINS REASON_OUT_OF_TIME");
}

TEST_F(LobbyTest, TheClockOfADecisionThatWaitedRunsFromItsHandOver) {
  Start("game");
  Join("red").hand_over = {.at = now_};
  KeepingChannel& blue = Join("blue");
  Act("red", "game", 1, CountingGame::Placing(v1::PIECE_TYPE_SPY));
  Pass(std::chrono::minutes(20));
  lobby_.HandedOver(blue.opened.at(0), {.at = now_}, now_);
  Pass(std::chrono::minutes(60));
  EXPECT_EQ(OutcomeOf("game"), "");
  Pass(Micros(1));
  EXPECT_EQ(OutcomeOf("game"), "RESULT_RED_WINS REASON_OUT_OF_TIME");
}

TEST_F(LobbyTest, ADecisionHandedOverAfterItsGameIsIgnored) {
  Start("game");
  KeepingChannel& red = Join("red");
  Join("blue");
  Resign("red", "game");
  ASSERT_EQ(OutcomeOf("game"), "RESULT_BLUE_WINS REASON_RESIGNED");
  lobby_.HandedOver(red.opened.at(0), {.at = now_}, now_);
  EXPECT_EQ(records_["game"].entries_size(), 3) << "both have come, and Red has resigned";
}

}  // namespace
}  // namespace flagfall
