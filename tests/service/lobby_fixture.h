#ifndef TESTS_SERVICE_LOBBY_FIXTURE_H_
#define TESTS_SERVICE_LOBBY_FIXTURE_H_

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/sha256.h"
#include "referee/match/match_spec.h"
#include "referee/service/lobby.h"
#include "tests/support/counting_game.h"
#include "tests/support/status_matchers.h"

namespace flagfall {

inline constexpr Micros kNoShowAfter = std::chrono::seconds(10);

// Keeps what the lobby says to a bot.
class KeepingChannel final : public BotChannel {
 public:
  std::size_t Send(const v1::PlayResponse& message, const OpenedDecision& opens) override {
    if (!message.has_welcome()) bytes_about_games += message.ByteSizeLong();
    if (message.has_game_started()) started.push_back(message.game_started().game_id());
    if (message.has_game_over()) over.push_back(message.game_over().game_id());
    if (message.has_game_error()) errors.push_back(message.game_error().code());
    if (opens.decision != 0) opened.push_back(opens);
    return message.ByteSizeLong();
  }
  bool IsStuck(Micros /*now*/) const override { return is_stuck; }
  void End(const absl::Status& why) override { ended = why; }

  // Whether the bot does not read.
  bool is_stuck = false;
  std::vector<std::string> started;
  std::vector<std::string> over;
  std::vector<v1::GameError::Code> errors;
  // The decisions that messages opened, in the order in which they were sent, and how many of them the lobby was told
  // of.
  std::vector<OpenedDecision> opened;
  std::size_t decisions_sent = 0;
  std::size_t bytes_about_games = 0;
  std::optional<absl::Status> ended;
};

// The lobby with real matches, of the counting game, and a time of the test's own; what it says to a bot is kept.
class LobbyTest : public testing::Test {
 protected:
  LobbyTest() {
    lobby_.Admit("red", Sha256Of("red"), kNoShowAfter, now_);
    lobby_.Admit("blue", Sha256Of("blue"), kNoShowAfter, now_);
  }

  void Start(const std::string& id, const std::string& red = "red", const std::string& blue = "blue") {
    MatchSpec spec;
    spec.game_id = id;
    spec.ruleset.set_id("barrage");
    spec.red.set_name(red);
    spec.blue.set_name(blue);
    spec.seed = std::string(32, 's');
    spec.time_control.set_base_micros(3'600'000'000);
    spec.time_control.set_set_up_micros(3'600'000'000);
    spec.policy.set_disconnect_grace_micros(3'600'000'000);
    GameRequest request;
    request.bots = {red, blue};
    request.match = Match::Create(spec, NewCountingGame, now_).value();
    request.on_act = on_act_;
    request.log = spectator_games_.NewLog(SpectatorHeaderOf(request.match->Spec()), now_);
    request.on_over = [this](const v1::GameRecord& record) {
      records_[record.game_id()] = record;
      outcomes_[record.game_id()] = record.outcome();
    };
    lobby_.StartGame(std::move(request), now_);
  }

  KeepingChannel& Join(const std::string& bot, std::uint32_t games = 256, const std::string& ruleset = "barrage") {
    v1::Hello hello;
    hello.set_protocol_version(1);
    hello.set_bot_name(bot);
    hello.add_rulesets(ruleset);
    hello.set_concurrent_games_max(games);
    // The lobby may still use the channel that the bot had before.
    auto channel = std::make_unique<KeepingChannel>();
    bots_[bot] = lobby_.Authenticate(bot).value();
    EXPECT_THAT(lobby_.Join(bots_[bot], hello, *channel, now_), IsOk());
    channels_[bot] = std::move(channel);
    return *channels_[bot];
  }

  void Leave(const std::string& bot) { lobby_.Left(bots_[bot], *channels_[bot], "test", false, now_); }

  void Resign(const std::string& bot, const std::string& id) {
    v1::PlayRequest request;
    request.mutable_resign()->set_game_id(id);
    lobby_.Handle(*bots_[bot], request, request.ByteSizeLong(), now_, Micros(0));
  }

  // The end of a turn, in which what was sent to the bot was written, or waits for the bot.
  void SendDecisions(const std::string& bot, bool has_left = true) {
    KeepingChannel& channel = *channels_[bot];
    while (channel.decisions_sent < channel.opened.size()) {
      lobby_.DecisionSent(channel.opened[channel.decisions_sent++], {.at = now_, .has_left = has_left});
    }
  }

  // The bot acts, after it was sent all that waited for the end of the turn.
  void Act(const std::string& bot, const std::string& id, std::uint32_t decision, const v1::Action& action) {
    SendDecisions(bot);
    v1::PlayRequest request;
    request.mutable_act()->set_game_id(id);
    request.mutable_act()->set_decision(decision);
    *request.mutable_act()->mutable_action() = action;
    lobby_.Handle(*bots_[bot], request, request.ByteSizeLong(), now_, Micros(0));
  }

  // Time passes, and the referee looks at its timers that much later.
  void Pass(Micros time, Micros late = Micros(0)) {
    now_ += time + late;
    timers_.FireDue(now_, now_);
  }

  // "result reason" of a game that is over; empty while it is not.
  std::string OutcomeOf(const std::string& id) {
    if (outcomes_.count(id) == 0) return "";
    return v1::Result_Name(outcomes_[id].result()) + " " + v1::Reason_Name(outcomes_[id].reason());
  }

  TimerQueue timers_;
  Micros now_ = std::chrono::hours(1);
  SpectatorGames spectator_games_{Micros(0), [this] { return now_; }};
  Lobby lobby_{timers_, {}};
  // Of the games that are started.
  OnAct on_act_;
  std::map<std::string, std::unique_ptr<KeepingChannel>> channels_;
  std::map<std::string, std::shared_ptr<AdmittedBot>> bots_;
  std::map<std::string, v1::GameRecord> records_;
  std::map<std::string, v1::Outcome> outcomes_;
};

}  // namespace flagfall

#endif  // TESTS_SERVICE_LOBBY_FIXTURE_H_
