#ifndef REFEREE_SERVICE_GAME_SESSION_H_
#define REFEREE_SERVICE_GAME_SESSION_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"
#include "referee/match/match.h"
#include "referee/net/timer_queue.h"
#include "referee/service/admitted_bot.h"
#include "referee/service/bot_channel.h"
#include "referee/service/on_act.h"
#include "referee/spectator/spectator_games.h"

namespace flagfall {

// A game that the host asks for.
struct GameRequest {
  std::unique_ptr<Match> match;
  // As whom the lobby knows Red's and Blue's bot.
  std::array<std::string, 2> bots;
  // Called with the record when the game is over.
  std::function<void(v1::GameRecord)> on_over;
  // As for Referee::StartGame; may be empty.
  OnAct on_act = nullptr;
  // Where what is public is written; null for nowhere.
  std::unique_ptr<SpectatorGames::Log> log = nullptr;
};

// One game with its two bots, from the host's request to its report: carries what the bots say into the match, and the
// match's messages to the bots, keeps the timer of the match's deadlines, and starts the clock of a bot that is away.
// Everything about the game itself is the match's to know.
//
// Belongs to the lobby, on the referee's thread.
class GameSession {
 public:
  // What all sessions of a lobby share.
  struct Context {
    TimerQueue& timers;
    // The session's timer has fired, and what the match had to do by then is done.
    std::function<void(GameSession&, Micros now)> on_timer;
    // The game is over. The session must live on until the call that led here has returned.
    std::function<void(GameSession&)> on_over;
    // The host has found so late that a time had run out; may be empty.
    std::function<void(Micros delay)> on_host_delay = nullptr;
    // Buffers for the time of one call, kept so that their memory is used again.
    std::vector<SeatMessage> messages = {};
    std::vector<SpectatorEntry> public_entries = {};
  };

  // `number` is the game's in the lobby; `bots` are Red's and Blue's. `context` must outlive this.
  GameSession(Context& context, std::uint64_t number, GameRequest request,
              std::array<std::shared_ptr<AdmittedBot>, 2> bots, Micros now);

  // Both bots are there; play begins.
  void Begin(Micros now);
  // The bot of that side is there again.
  void Resume(v1::Side side, Micros now);
  // The bot of that side has gone; `for_good` and SlowReader as for Match.
  void Leave(v1::Side side, bool for_good, Micros now);
  void SlowReader(v1::Side side, Micros now);
  // An act, resign, offer_draw or accept_draw for this game, of so many bytes.
  void Handle(v1::Side side, const v1::PlayRequest& request, std::size_t bytes, Micros now, Micros host_delay);
  // As for Lobby.
  void DecisionSent(const OpenedDecision& opened, const SendReport& report);
  void DecisionLeft(const OpenedDecision& opened, Micros now);
  void Abort(const v1::Outcome& outcome, Micros now);
  // As for Lobby.
  void HostStoodStill(Micros now, Micros stood);

  // Has on_timer called at `time`. Only before play begins.
  void WaitUntil(Micros time) { timer_.Set(time); }

  // Tells the host how the game ended.
  void Report();

  std::uint64_t number() const { return number_; }
  const std::string& id() const { return request_.match->Spec().game_id; }
  const std::string& ruleset() const { return request_.match->Spec().ruleset.id(); }
  bool has_begun() const { return has_begun_; }
  bool is_over() const { return request_.match->IsOver(); }
  Micros waiting_since() const { return waiting_since_; }
  const std::shared_ptr<AdmittedBot>& bot(v1::Side side) const { return players_[side == v1::SIDE_BLUE].bot; }
  v1::Side side_of(const AdmittedBot& bot) const {
    return players_[0].bot.get() == &bot ? v1::SIDE_RED : v1::SIDE_BLUE;
  }
  // What the bot is called in this game.
  const std::string& PlayerOf(const AdmittedBot& bot) const {
    const MatchSpec& spec = request_.match->Spec();
    return side_of(bot) == v1::SIDE_RED ? spec.red.name() : spec.blue.name();
  }

 private:
  // How long something that begins and ends several times has lasted in all.
  struct Stopwatch {
    Micros total{};
    std::optional<Micros> since = std::nullopt;

    void Begin(Micros now) { since = since.value_or(now); }
    void End(Micros now);
  };
  // A bot in this game.
  struct Player {
    std::shared_ptr<AdmittedBot> bot;
    // Whether the game waits for its action, as counted in AdmittedBot::open_decisions.
    bool has_decision = false;
    std::uint64_t bytes_from_bot = 0;
    std::uint64_t bytes_to_bot = 0;
    // A message that opens a decision waits for the bot to take it.
    Stopwatch unsent = {};
    Stopwatch away = {};
  };

  // The match's next deadline; absent before play begins.
  std::optional<Micros> NextDeadline() const;
  void OnTimer(Micros now);
  void Act(v1::Side side, const v1::Act& act, Micros now, Micros host_delay);
  // After anything has happened in the match: sends its messages, sets the timer, and says when the game is over.
  void Settle(Micros now);
  void Send(const SeatMessage& seat_message, Micros now);
  void SetTimer();
  void WritePublic();
  void SetDecision(v1::Side side, bool has_decision, Micros now);
  Player& At(v1::Side side) { return players_[side == v1::SIDE_BLUE]; }
  const Player& At(v1::Side side) const { return players_[side == v1::SIDE_BLUE]; }

  Context& context_;
  const std::uint64_t number_;
  GameRequest request_;
  // Red's and Blue's.
  std::array<Player, 2> players_;
  Micros waiting_since_;
  Timer timer_;
  bool has_begun_ = false;
  bool is_reported_over_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_GAME_SESSION_H_
