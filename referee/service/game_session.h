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

#include "absl/container/flat_hash_map.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"
#include "referee/gate/budget.h"
#include "referee/gate/timer_queue.h"
#include "referee/match/match.h"
#include "referee/service/bot_channel.h"
#include "referee/service/turns.h"
#include "referee/spectator/spectator_games.h"

namespace flagfall {

class GameTable;

// A bot that may play, as the lobby knows it.
struct Bot {
  std::string name;
  // SHA-256 of its token; empty when it is not admitted (any more).
  std::string token_sha256;
  // How long a game waits for it while it is not there.
  Micros no_show_after{};
  // What the host said when it dismissed the bot.
  std::string dismissed_because;
  // Absent while the bot is not there.
  BotChannel* channel = nullptr;
  // What it said when it came last.
  v1::Hello hello;
  // From the first on.
  std::optional<Budget> hellos;
  // Since when it has not been there.
  Micros absent_since{};
  // By game id.
  absl::flat_hash_map<std::string, GameTable*> playing;
  // Games that wait to begin, in the order in which they were started.
  std::vector<GameTable*> waiting;

  // Absent unless the host watches it.
  std::unique_ptr<Turns> turns;
  // Games that wait for its action.
  int open_decisions = 0;

  // To be called when any of the above may have changed its turn.
  void TellTurn(Micros now) const {
    if (turns != nullptr) turns->Set(channel == nullptr || playing.empty() || open_decisions > 0, now);
  }
};

// Who asks for a game to be played.
struct GameRequest {
  // Between the bots that its spec names.
  std::unique_ptr<Match> match;
  std::function<void(v1::GameRecord)> on_over;
  // Where what is public is written; null for nowhere.
  std::unique_ptr<SpectatorGames::Log> log = nullptr;
};

// One game with its two bots: carries what the bots say into the match, and the match's messages to the bots, and keeps
// the timer of the match's deadlines. What it is all about, the match knows.
class GameTable {
 public:
  // What is common to all tables.
  struct House {
    TimerQueue& timers;
    // The timer of the table has been; whatever the match had to do by it is done.
    std::function<void(GameTable&, Micros now)> on_timer;
    // The game is over. The table must live on until the call that led here has returned.
    std::function<void(GameTable&)> on_over;
    // Only for the time of a call; kept to be used again.
    std::vector<SeatMessage> messages;
    std::vector<SpectatorEntry> public_entries = {};
  };

  GameTable(House& house, std::uint64_t number, GameRequest request, std::array<std::shared_ptr<Bot>, 2> bots,
            Micros now);

  // Both bots are there; play begins.
  void Begin(Micros now);
  // The bot at that seat is there again.
  void Resume(v1::Side side, Micros now);
  void Leave(v1::Side side, bool for_good, Micros now);
  void SlowReader(v1::Side side, Micros now);
  // An act, resign, offer_draw or accept_draw for this game, of so many bytes.
  void Handle(v1::Side side, const v1::PlayRequest& request, std::size_t bytes, Micros now, Micros host_delay);
  void DecisionSent(const OpenedDecision& decision, Micros now, Micros round_trip);
  void Abort(const v1::Outcome& outcome, Micros now);

  // Only before play begins: on_timer is called then.
  void WaitUntil(Micros time) { timer_.Set(time); }

  std::uint64_t number() const { return number_; }
  const std::string& id() const { return request_.match->Spec().game_id; }
  const std::string& ruleset() const { return request_.match->Spec().ruleset.id(); }
  bool has_begun() const { return has_begun_; }
  bool is_over() const { return request_.match->IsOver(); }
  Micros waiting_since() const { return waiting_since_; }
  const std::shared_ptr<Bot>& bot(v1::Side side) const { return places_[side == v1::SIDE_RED ? 0 : 1].bot; }
  v1::Side side_of(const Bot& bot) const { return places_[0].bot.get() == &bot ? v1::SIDE_RED : v1::SIDE_BLUE; }

  // Tells the one who asked for the game how it ended.
  void Report();

 private:
  // A bot at this table.
  struct Place {
    std::shared_ptr<Bot> bot;
    // Whether the game waits for its action, as the bot's count of open decisions has it.
    bool has_decision = false;
    std::uint64_t bytes_from_bot = 0;
    std::uint64_t bytes_to_bot = 0;
  };

  void OnTimer(Micros now);
  // After anything has happened in the match: sends its messages, sets the timer, says when it is over.
  void Settle(Micros now);
  void Send(const SeatMessage& seat_message, Micros now);
  void WritePublic();
  void SetDecision(v1::Side side, bool has_decision, Micros now);
  Place& At(v1::Side side) { return places_[side == v1::SIDE_RED ? 0 : 1]; }
  static SeatPreferences PreferencesOf(const Bot& bot);

  House& house_;
  const std::uint64_t number_;
  GameRequest request_;
  std::array<Place, 2> places_;
  const Micros waiting_since_;
  Timer timer_;
  bool has_begun_ = false;
  // Settle is under way: a decision reported as sent changes nothing that it will not look at.
  bool is_settling_ = false;
  bool is_reported_over_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_GAME_SESSION_H_
