// What a host that watches a bot's turns is told, and what a game cost.
#include "referee/service/turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/service/service_limits.h"
#include "tests/service/lobby_fixture.h"

namespace flagfall {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr v1::PieceType kAny = v1::PIECE_TYPE_SCOUT;

class TurnsTest : public LobbyTest {
 protected:
  TurnsTest() {
    lobby_.WatchTurns(
        "red", [this](Turn turn) { turns_.push_back(turn); }, now_);
  }

  // Both have come, and have set up; Red is to move.
  void Play(const std::string& id) {
    Start(id);
    if (channels_.empty()) {
      Join("red");
      Join("blue");
    }
    Act("red", id, 1, CountingGame::Placing(kAny));
    Act("blue", id, 1, CountingGame::Placing(kAny));
  }

  std::vector<Turn> Told() { return std::exchange(turns_, {}); }

  // What is told when nothing happens for as long as it takes to end a turn.
  std::vector<Turn> ToldWhenTheTurnHasEnded() {
    EXPECT_THAT(Told(), IsEmpty());
    Pass(limits::kOffTurnAfter - Micros(1));
    EXPECT_THAT(Told(), IsEmpty());
    Pass(Micros(1));
    return Told();
  }

  std::vector<Turn> turns_;
};

TEST_F(TurnsTest, BeginWithADecisionAndEndWithItsAction) {
  Start("game");
  Join("red");
  Join("blue");
  EXPECT_THAT(Told(), IsEmpty()) << "its set-up is awaited";
  Act("red", "game", 1, CountingGame::Placing(kAny));
  EXPECT_THAT(ToldWhenTheTurnHasEnded(), ElementsAre(Turn::kOff));
  Act("blue", "game", 1, CountingGame::Placing(kAny));
  EXPECT_THAT(Told(), ElementsAre(Turn::kOn));
  Act("red", "game", 2, CountingGame::Count(0, 1));
  EXPECT_THAT(ToldWhenTheTurnHasEnded(), ElementsAre(Turn::kOff));
}

TEST_F(TurnsTest, GoOnWhenTheOpponentAnswersAtOnce) {
  Play("game");
  Act("red", "game", 2, CountingGame::Count(0, 1));
  Pass(limits::kOffTurnAfter - Micros(1));
  Act("blue", "game", 2, CountingGame::Count(1, 2));
  Pass(2 * limits::kOffTurnAfter);
  EXPECT_THAT(Told(), IsEmpty());
  Act("red", "game", 3, CountingGame::Count(2, 3));
  EXPECT_THAT(ToldWhenTheTurnHasEnded(), ElementsAre(Turn::kOff));
}

TEST_F(TurnsTest, AnIllegalActionThatIsForgivenEndsNone) {
  Play("game");
  Told();
  Act("red", "game", 7, CountingGame::Count(0, 1));
  EXPECT_THAT(Told(), IsEmpty());
}

TEST_F(TurnsTest, LastAsLongAsAnyGameWaits) {
  Play("one");
  Play("two");
  Told();
  Act("red", "one", 2, CountingGame::Count(0, 1));
  EXPECT_THAT(Told(), IsEmpty());
  Act("red", "two", 2, CountingGame::Count(0, 1));
  EXPECT_THAT(ToldWhenTheTurnHasEnded(), ElementsAre(Turn::kOff));
}

TEST_F(TurnsTest, ABotWithoutAGameIsNotKeptFromAnything) {
  Play("game");
  Act("red", "game", 2, CountingGame::Count(0, 1));
  EXPECT_THAT(ToldWhenTheTurnHasEnded(), ElementsAre(Turn::kOff));
  Resign("blue", "game");
  EXPECT_THAT(Told(), ElementsAre(Turn::kOn));
}

TEST_F(TurnsTest, ABotThatLostItsStreamCanComeBack) {
  Play("game");
  Act("red", "game", 2, CountingGame::Count(0, 1));
  EXPECT_THAT(ToldWhenTheTurnHasEnded(), ElementsAre(Turn::kOff));
  Leave("red");
  EXPECT_THAT(Told(), ElementsAre(Turn::kOn));
  Join("red");
  EXPECT_THAT(ToldWhenTheTurnHasEnded(), ElementsAre(Turn::kOff));
}

TEST_F(TurnsTest, ADismissedBotCanEnd) {
  Play("game");
  Act("red", "game", 2, CountingGame::Count(0, 1));
  EXPECT_THAT(ToldWhenTheTurnHasEnded(), ElementsAre(Turn::kOff));
  lobby_.Dismiss("red", "no longer wanted", now_);
  EXPECT_THAT(Told(), ElementsAre(Turn::kOn));
}

TEST_F(TurnsTest, ABotRunsBrieflyInALongWaitSoThatNobodyTakesItForGone) {
  Play("game");
  Act("red", "game", 2, CountingGame::Count(0, 1));
  EXPECT_THAT(ToldWhenTheTurnHasEnded(), ElementsAre(Turn::kOff));
  Pass(limits::kBriefRunAfter - Micros(1));
  EXPECT_THAT(Told(), IsEmpty());
  Pass(Micros(1));
  EXPECT_THAT(Told(), ElementsAre(Turn::kBriefRun));
  Pass(limits::kBriefRun);
  EXPECT_THAT(Told(), ElementsAre(Turn::kOff));
  Pass(limits::kBriefRunAfter);
  Act("blue", "game", 2, CountingGame::Count(1, 2));
  EXPECT_THAT(Told(), ElementsAre(Turn::kBriefRun, Turn::kOn));
  Pass(limits::kBriefRunAfter);
  EXPECT_THAT(Told(), IsEmpty());
  static_assert(limits::kBriefRunAfter + limits::kBriefRun < limits::kKeepaliveTimeout);
}

TEST_F(TurnsTest, ARecordSaysHowManyBytesTheGameTook) {
  Play("game");
  Act("red", "game", 2, CountingGame::Count(0, 1));
  Resign("blue", "game");
  const v1::GameRecord& record = records_["game"];
  EXPECT_GT(record.red_use().bytes_from_bot(), record.blue_use().bytes_from_bot() / 2);
  EXPECT_GT(record.blue_use().bytes_from_bot(), 0U);
  EXPECT_EQ(record.red_use().bytes_to_bot(), channels_["red"]->bytes_about_games);
  EXPECT_EQ(record.blue_use().bytes_to_bot(), channels_["blue"]->bytes_about_games);
}

}  // namespace
}  // namespace flagfall
