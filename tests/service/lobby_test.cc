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
  EXPECT_THAT(*channels_["red"]->ended, IsError(absl::StatusCode::kPermissionDenied, "its process has ended"));
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
  EXPECT_THAT(*channels_["red"]->ended, IsError(absl::StatusCode::kUnauthenticated, "new token"));
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

// Time controls and the grace of the fixture's games are an hour, and the host may never be late.
class LobbyClockTest : public LobbyTest {
 protected:
  void SetUp() override {
    Start("game");
    Join("red");
    Join("blue");
  }
  // Both set up at once; Red's first ply is open, and was sent.
  void BeginPlay() {
    Act("red", "game", 1, CountingGame::Placing(v1::PIECE_TYPE_SPY));
    Act("blue", "game", 1, CountingGame::Placing(v1::PIECE_TYPE_SPY));
    SendDecisions("red");
  }
  // What an action has left on its player's clock.
  static Micros ClockAfter(const v1::GameRecord& record, v1::Side side, std::uint32_t decision) {
    Micros clock(-1);
    for (const v1::RecordEntry& entry : record.entries()) {
      if (entry.side() != side || entry.acted().decision() != decision) continue;
      clock = Micros(entry.acted().clock_micros());
    }
    return clock;
  }
};

TEST_F(LobbyClockTest, AClockRunsFromTheSendingOfItsDecision) {
  const auto public_entries = [this] { return spectator_games_.Read("game", 0)->end(); };
  Pass(std::chrono::minutes(10));
  EXPECT_EQ(public_entries(), 0u);
  SendDecisions("red");
  EXPECT_EQ(public_entries(), 1u) << "that Red was asked";
  Pass(std::chrono::minutes(10));
  SendDecisions("blue");
  Pass(std::chrono::minutes(50));
  EXPECT_EQ(OutcomeOf("game"), "");
  Pass(Micros(1));
  EXPECT_EQ(OutcomeOf("game"), "RESULT_BLUE_WINS REASON_OUT_OF_TIME");
}

TEST_F(LobbyClockTest, AMessageThatTheBotDoesNotTakeStopsNoClock) {
  BeginPlay();
  SendDecisions("blue");
  Act("red", "game", 2, CountingGame::Count(0, 1));
  SendDecisions("blue", /*has_left=*/false);
  Pass(std::chrono::minutes(20));
  Act("blue", "game", 2, CountingGame::Count(1, 2));
  EXPECT_THAT(channels_["blue"]->errors, ElementsAre(v1::GameError::CODE_DECISION_NOT_OPEN));
  Pass(std::chrono::minutes(5));
  lobby_.DecisionLeft(channels_["blue"]->opened.at(1), now_);
  Pass(std::chrono::minutes(5));
  Act("blue", "game", 2, CountingGame::Count(1, 2));
  Resign("red", "game");
  EXPECT_EQ(OutcomeOf("game"), "RESULT_BLUE_WINS REASON_RESIGNED");
  EXPECT_EQ(ClockAfter(records_["game"], v1::SIDE_BLUE, 2), std::chrono::minutes(30));
  EXPECT_EQ(Micros(records_["game"].blue_use().unsent_micros()), std::chrono::minutes(25));
  EXPECT_EQ(records_["game"].red_use().unsent_micros(), 0);
}

TEST_F(LobbyClockTest, ABotThatLeavesAfterItsPlyPaysForItsAbsence) {
  BeginPlay();
  Leave("blue");
  Pass(std::chrono::minutes(10));
  Act("red", "game", 2, CountingGame::Count(0, 1));
  Pass(std::chrono::minutes(40));
  Join("blue");
  Act("blue", "game", 2, CountingGame::Count(1, 2));
  Resign("red", "game");
  EXPECT_EQ(ClockAfter(records_["game"], v1::SIDE_BLUE, 2), std::chrono::minutes(20));
  EXPECT_EQ(Micros(records_["game"].blue_use().away_micros()), std::chrono::minutes(50));
  EXPECT_EQ(records_["game"].blue_use().unsent_micros(), 0);
  EXPECT_EQ(records_["game"].red_use().away_micros(), 0);
}

TEST_F(LobbyClockTest, LeavingBeforeADecisionWasSentStartsItsClock) {
  SendDecisions("red");
  Pass(std::chrono::minutes(10));
  Leave("blue");
  Pass(std::chrono::minutes(20));
  Join("blue");
  Act("blue", "game", 1, CountingGame::Placing(v1::PIECE_TYPE_SPY));
  Act("red", "game", 1, CountingGame::Placing(v1::PIECE_TYPE_SPY));
  Resign("red", "game");
  const v1::GameRecord& record = records_["game"];
  ASSERT_EQ(record.entries_size(), 9) << record.DebugString();
  const v1::RecordEntry& sent = record.entries(4);
  EXPECT_EQ(sent.decision_sent().decision(), 1u) << "an ordinary entry, after that of the leaving";
  EXPECT_EQ(sent.at_micros(), 600'000'000);
  EXPECT_EQ(sent.side(), v1::SIDE_BLUE);
}

TEST_F(LobbyClockTest, WaitingEndsWithTheStreamAndWithTheGame) {
  BeginPlay();
  Act("red", "game", 2, CountingGame::Count(0, 1));
  SendDecisions("blue", /*has_left=*/false);
  Pass(std::chrono::minutes(1));
  Leave("blue");
  // The old stream has nothing to say any more.
  lobby_.DecisionSent(channels_["blue"]->opened.at(1), {.at = now_});
  Pass(std::chrono::minutes(2));
  Join("blue");
  SendDecisions("blue", /*has_left=*/false);
  Pass(std::chrono::minutes(4));
  lobby_.DecisionLeft({.game = 1, .side = v1::SIDE_BLUE, .decision = 1}, now_);
  Pass(std::chrono::minutes(8));
  Leave("red");
  Pass(std::chrono::minutes(16));
  Resign("blue", "game");
  EXPECT_EQ(OutcomeOf("game"), "RESULT_RED_WINS REASON_RESIGNED");
  EXPECT_EQ(Micros(records_["game"].blue_use().unsent_micros()), std::chrono::minutes(1 + 4 + 8 + 16));
  EXPECT_EQ(Micros(records_["game"].blue_use().away_micros()), std::chrono::minutes(2));
  EXPECT_EQ(Micros(records_["game"].red_use().away_micros()), std::chrono::minutes(16));
}

TEST_F(LobbyClockTest, ADecisionSentAfterItsGameIsIgnored) {
  Resign("red", "game");
  ASSERT_EQ(OutcomeOf("game"), "RESULT_BLUE_WINS REASON_RESIGNED");
  lobby_.DecisionSent(channels_["red"]->opened.at(0), {.at = now_});
  lobby_.DecisionLeft(channels_["red"]->opened.at(0), now_);
  EXPECT_EQ(records_["game"].entries_size(), 3) << "both have come, and Red has resigned";
}

// The referee looks at Red's flag 300 ms late, and the bots' own input is a part of why.
class HostDelayTest : public LobbyClockTest {
 protected:
  static constexpr Micros kLate = std::chrono::milliseconds(300);
  // The bot's input costs that much after the deadline, and more before it.
  void Cost(const std::string& bot, Micros cost) {
    BeginPlayOnce();
    RecentCost& of_bot = *lobby_.Admitted(bot)->cost;
    of_bot.Add(deadline_, kLate);
    of_bot.Add(deadline_ + Micros(1), cost);
  }
  void BeginPlayOnce() {
    if (deadline_ != Micros(0)) return;
    BeginPlay();
    deadline_ = now_ + std::chrono::hours(1) + Micros(1);
  }

  Micros deadline_{};
};

TEST_F(HostDelayTest, LatenessByThePlayersOwnInputVoidsNothing) {
  Cost("red", kLate - std::chrono::milliseconds(10));
  Cost("blue", std::chrono::milliseconds(10));
  Pass(std::chrono::hours(1) + Micros(1), kLate);
  EXPECT_EQ(OutcomeOf("game"), "RESULT_BLUE_WINS REASON_OUT_OF_TIME");
  const v1::GameRecord& record = records_["game"];
  EXPECT_EQ(record.entries(record.entries_size() - 1).time_passed().host_delay_micros(), 0);
}

TEST_F(HostDelayTest, LatenessByAnythingElseStillDoes) {
  Cost("red", kLate - Micros(1));
  Pass(std::chrono::hours(1) + Micros(1), kLate);
  EXPECT_EQ(OutcomeOf("game"), "RESULT_VOID REASON_HOST_LATE");
}

TEST_F(HostDelayTest, MoreCostThanLatenessIsNoNegativeDelay) {
  Cost("red", 2 * kLate);
  Pass(std::chrono::hours(1) + Micros(1), kLate);
  EXPECT_EQ(OutcomeOf("game"), "RESULT_BLUE_WINS REASON_OUT_OF_TIME");
}

TEST_F(HostDelayTest, NeitherLeavingNorANewStreamMakesItTheHosts) {
  Cost("red", kLate);
  now_ = deadline_ + kLate;
  Join("red");
  Leave("red");
  Pass(Micros(0));
  EXPECT_EQ(OutcomeOf("game"), "RESULT_BLUE_WINS REASON_OUT_OF_TIME");
}

TEST_F(HostDelayTest, WhatAThirdBotCostsIsTheHosts) {
  lobby_.Admit("green", Sha256Of("green"), kNoShowAfter, now_);
  Cost("green", kLate);
  Pass(std::chrono::hours(1) + Micros(1), kLate);
  EXPECT_EQ(OutcomeOf("game"), "RESULT_VOID REASON_HOST_LATE");
}

}  // namespace
}  // namespace flagfall
