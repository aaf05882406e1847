// What a lobby does when its host stood still, and with a bot that does not read, as one does that is stopped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/service/lobby_fixture.h"

namespace flagfall {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr Micros kStopped = seconds(3);
// As Start gives it for a set-up.
constexpr Micros kSetUp = std::chrono::hours(1);

class StandstillLobbyTest : public LobbyTest {
 protected:
  // The loop comes to itself after it was stopped: before it fires a timer, it tells of that.
  void StandStill(Micros stood) {
    now_ += stood;
    timers_.Postpone(stood);
    lobby_.HostStoodStill(now_, stood);
    timers_.FireDue(now_, now_);
  }
};

TEST_F(StandstillLobbyTest, NoGameIsLostOnTimeByIt_2_2) {
  Start("game");
  Join("red");
  Join("blue");
  SendDecisions("red");
  SendDecisions("blue");
  Act("blue", "game", 1, CountingGame::Placing(v1::PIECE_TYPE_MINER));
  Pass(kSetUp - seconds(1));
  StandStill(kStopped);
  EXPECT_EQ(OutcomeOf("game"), "");
  Pass(seconds(1) - Micros(1));
  EXPECT_EQ(OutcomeOf("game"), "");
  Pass(Micros(2));
  EXPECT_EQ(OutcomeOf("game"), "RESULT_BLUE_WINS REASON_OUT_OF_TIME");
}

TEST_F(StandstillLobbyTest, ABotThatIsAwaitedHasTheTimeAgain_4_3) {
  Start("game");
  Join("red");
  Pass(kNoShowAfter - seconds(1));
  StandStill(kStopped);
  EXPECT_EQ(OutcomeOf("game"), "");
  Pass(seconds(1));
  EXPECT_EQ(OutcomeOf("game"), "RESULT_RED_WINS REASON_FORFEIT_NO_SHOW");
}

TEST_F(StandstillLobbyTest, GamesAreWatchedForItAndNothingElse) {
  EXPECT_FALSE(lobby_.HasGames());
  Join("red");
  EXPECT_FALSE(lobby_.HasGames());
  Start("game");
  EXPECT_TRUE(lobby_.HasGames());
  Join("blue");
  Resign("red", "game");
  EXPECT_FALSE(lobby_.HasGames());
}

TEST_F(StandstillLobbyTest, NoGameBeginsWithABotThatDoesNotRead) {
  KeepingChannel& red = Join("red");
  Join("blue");
  red.is_stuck = true;
  Start("game");
  EXPECT_THAT(red.started, IsEmpty());
  Pass(kNoShowAfter / 2);
  EXPECT_THAT(red.started, IsEmpty());
  red.is_stuck = false;
  lobby_.ReadsAgain(*bots_["red"], red, now_);
  EXPECT_THAT(red.started, ElementsAre("game"));
  EXPECT_EQ(OutcomeOf("game"), "");
}

TEST_F(StandstillLobbyTest, AGameBeginsWithABotThatDoesNotReadWhenItHasWaitedLongEnough) {
  KeepingChannel& red = Join("red");
  Join("blue");
  red.is_stuck = true;
  Start("game");
  Pass(kNoShowAfter - Micros(1));
  EXPECT_THAT(red.started, IsEmpty());
  Pass(Micros(1));
  EXPECT_THAT(red.started, ElementsAre("game"));
}

TEST_F(StandstillLobbyTest, AChannelThatTheBotHasNoLongerBeginsNothing) {
  KeepingChannel& old = Join("red");
  Join("blue");
  old.is_stuck = true;
  Start("game");
  const std::unique_ptr<KeepingChannel> kept = std::move(channels_["red"]);
  lobby_.Left(bots_["red"], old, "test", false, now_);
  old.is_stuck = false;
  lobby_.ReadsAgain(*bots_["red"], old, now_);
  EXPECT_THAT(old.started, IsEmpty());
  EXPECT_THAT(Join("red").started, ElementsAre("game"));
}

}  // namespace
}  // namespace flagfall
