// The lobby with real matches and a time of the test's own; what it says to a bot is kept.
#include "referee/service/lobby.h"
#include "referee/base/sha256.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Micros kNoShowAfter = std::chrono::seconds(10);

class KeepingChannel final : public BotChannel {
 public:
  void Send(const v1::PlayResponse& message, const OpenedDecision&) override {
    if (message.has_game_started()) started.push_back(message.game_started().game_id());
    if (message.has_game_over()) over.push_back(message.game_over().game_id());
  }
  void End(const absl::Status& why) override { ended = why; }

  std::vector<std::string> started;
  std::vector<std::string> over;
  std::optional<absl::Status> ended;
};

class LobbyTest : public testing::Test {
 protected:
  LobbyTest() {
    lobby_.Admit("red", Sha256Of("red"));
    lobby_.Admit("blue", Sha256Of("blue"));
  }

  void Start(const std::string& id) {
    MatchSpec spec;
    spec.game_id = id;
    spec.ruleset.set_id("barrage");
    spec.seed = std::string(32, 's');
    spec.time_control.set_base_micros(3'600'000'000);
    spec.time_control.set_set_up_micros(3'600'000'000);
    spec.policy.set_disconnect_grace_micros(3'600'000'000);
    GameRequest request;
    request.game_id = id;
    request.ruleset = "barrage";
    request.match = Match::Create(spec, now_).value();
    request.red_bot = "red";
    request.blue_bot = "blue";
    request.on_over = [this](v1::GameRecord record) { outcomes_[record.game_id()] = record.outcome(); };
    lobby_.StartGame(std::move(request), now_);
  }

  KeepingChannel& Join(const std::string& bot, std::uint32_t games = 256, const std::string& ruleset = "barrage") {
    v1::Hello hello;
    hello.set_protocol_version(1);
    hello.set_bot_name(bot);
    hello.add_rulesets(ruleset);
    hello.set_concurrent_games_max(games);
    channels_[bot] = std::make_unique<KeepingChannel>();
    bots_[bot] = lobby_.Authenticate(bot).value();
    EXPECT_THAT(lobby_.Join(bots_[bot], hello, *channels_[bot], now_), IsOk());
    return *channels_[bot];
  }

  void Leave(const std::string& bot) { lobby_.Left(bots_[bot], *channels_[bot], "test", false, now_); }

  void Resign(const std::string& bot, const std::string& id) {
    v1::PlayRequest request;
    request.mutable_resign()->set_game_id(id);
    lobby_.Handle(*bots_[bot], request, now_, Micros(0));
  }

  void Pass(Micros time) {
    now_ += time;
    timers_.FireDue(now_, now_);
  }

  // "result reason" of a game that is over; empty while it is not.
  std::string OutcomeOf(const std::string& id) {
    if (outcomes_.count(id) == 0) return "";
    return v1::Result_Name(outcomes_[id].result()) + " " + v1::Reason_Name(outcomes_[id].reason());
  }

  TimerQueue timers_;
  Micros now_ = std::chrono::hours(1);
  Lobby lobby_{timers_, kNoShowAfter, {}};
  std::map<std::string, std::unique_ptr<KeepingChannel>> channels_;
  std::map<std::string, std::shared_ptr<Bot>> bots_;
  std::map<std::string, v1::Outcome> outcomes_;
};

TEST_F(LobbyTest, WhoDoesNotComeInTimeHasForfeited) {
  Start("game");
  Join("red");
  Pass(kNoShowAfter - Micros(1));
  EXPECT_EQ(OutcomeOf("game"), "");
  Pass(Micros(1));
  EXPECT_EQ(OutcomeOf("game"), "RESULT_RED_WINS REASON_FORFEIT_NO_SHOW");
  EXPECT_THAT(outcomes_["game"].detail(), HasSubstr("bot blue was not there for 10000 ms"));
}

TEST_F(LobbyTest, WhenNobodyComesTheGameIsVoid) {
  Start("game");
  Pass(kNoShowAfter);
  EXPECT_EQ(OutcomeOf("game"), "RESULT_VOID REASON_FORFEIT_NO_SHOW");
}

TEST_F(LobbyTest, WhoLeavesBeforeTheGameBeginsHasTheWholeTimeAgain) {
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

}  // namespace
}  // namespace flagfall
