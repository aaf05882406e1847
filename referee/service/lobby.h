#ifndef REFEREE_SERVICE_LOBBY_H_
#define REFEREE_SERVICE_LOBBY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/base/micros.h"
#include "referee/gate/timer_queue.h"
#include "referee/service/bot_channel.h"
#include "referee/service/game_session.h"
#include "referee/service/referee.h"

namespace flagfall {

// Who may play, who is there, and who sits at which game. Without I/O: streams are BotChannels, and the time is handed
// in.
//
// A game waits until both of its bots are there with a free seat each (hello.concurrent_games_max), and then begins for
// both at once; games of one bot begin in the order in which they were started, as far as their opponents let them.
//
// A bot is at fault in a game that waits when it is not admitted (any more), when it has not been there for the
// `no_show_after` that it was admitted with, or when it is there and does not play the ruleset. It has forfeited the
// game as soon as its opponent is there. When the opponent turns out to be at fault too, nobody can win, and the game
// is void.
class Lobby {
 public:
  Lobby(TimerQueue& timers, RefereeObserver observer);
  ~Lobby();

  // ---- The host's side; as the functions of Referee.
  void Admit(const std::string& bot, const std::string& token_sha256, Micros no_show_after, Micros now);
  void WatchTurns(const std::string& bot, std::function<void(Turn)> watch, Micros now);
  void Dismiss(const std::string& bot, const std::string& detail, Micros now);
  void StartGame(GameRequest request, Micros now);
  void AbortGame(const std::string& game_id, Micros now);

  // ---- The streams' side.

  // The bot with that token; UNAUTHENTICATED when there is none.
  absl::StatusOr<std::shared_ptr<Bot>> Authenticate(absl::string_view token) const;

  // The bot said hello on `channel`: it is welcomed there, its games go on, and those that wait for it begin. A channel
  // that the bot had before is ended. Nothing but the status is told when hello cannot be accepted.
  absl::Status Join(const std::shared_ptr<Bot>& bot, const v1::Hello& hello, BotChannel& channel, Micros now);

  // `channel` has ended without the lobby's doing.
  void Left(const std::shared_ptr<Bot>& bot, BotChannel& channel, const std::string& detail, bool slow_reader,
            Micros now);

  // Anything but hello, that came in so many bytes. `host_delay` as for Match::Acted.
  void Handle(Bot& bot, const v1::PlayRequest& request, std::size_t bytes, Micros now, Micros host_delay);

  // `round_trip`: as for Match::DecisionSent.
  void DecisionSent(const OpenedDecision& decision, Micros now, Micros round_trip);

 private:
  // A call from outside, under way.
  class Visit;

  // The bot of that name; one that is not admitted, and that nobody else knows, when there is none.
  std::shared_ptr<Bot> BotNamed(const std::string& name) const;
  // Until when a bot that is not there may still come.
  Micros NoShowAt(const Bot& bot, const GameTable& table) const;
  // Why the game cannot wait for that bot any longer; empty when it can.
  std::string FaultOf(const Bot& bot, const GameTable& table, Micros now) const;
  void TrySeat(GameTable& table, Micros now);
  void Forfeit(GameTable& table, const std::string& red_fault, const std::string& blue_fault, Micros now);
  void SeatWaiting(Bot& bot, Micros now);
  // Ends the bot's channel, and what follows from that.
  void ShowOut(Bot& bot, const absl::Status& why, const std::string& detail, Micros now);
  // The bot's channel is gone: says so to the observer and to its waiting games.
  void Detach(Bot& bot, const std::string& detail, Micros now);
  // Clears tables whose games are over, and fills the seats that have become free.
  void ClearTables(Micros now);

  const RefereeObserver observer_;
  absl::flat_hash_map<std::string, std::shared_ptr<Bot>> bots_;
  absl::flat_hash_map<std::string, std::shared_ptr<Bot>> bots_by_token_sha256_;
  GameTable::House house_;
  absl::flat_hash_map<std::uint64_t, std::unique_ptr<GameTable>> tables_;
  std::uint64_t last_number_ = 0;
  // The numbers of tables whose games are over; cleared at the end of the outermost visit, since until then somebody
  // may be at work on them.
  std::vector<std::uint64_t> over_;
  int visits_ = 0;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_LOBBY_H_
