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
#include "referee/net/timer_queue.h"
#include "referee/service/admitted_bot.h"
#include "referee/service/bot_channel.h"
#include "referee/service/game_session.h"
#include "referee/service/referee.h"

namespace flagfall {

// Knows which bots may play, which of them are there, and which games they play or wait for. Without I/O: streams are
// BotChannels, and the time is handed in. On the referee's thread only; none of the calls that it makes, to a channel,
// the observer, a watcher of turns or a game's on_over, may call the lobby.
//
// A game waits until both of its bots are there and have room for it (hello.concurrent_games_max), and then begins for
// both at once; games of one bot begin in the order in which they were started, as far as their opponents let them.
//
// A bot is at fault in a game that waits when it is not admitted (any more), when it has not been there for the
// `no_show_after` that it was admitted with, or when it is there and does not play the ruleset. It has forfeited the
// game as soon as its opponent is there. When the opponent turns out to be at fault too, nobody can win, and the game
// is void. With a bot that is there and does not read, a game waits as long; then it begins, and its clock decides.
class Lobby {
 public:
  // `on_host_delay`: as in RefereeOptions.
  Lobby(TimerQueue& timers, RefereeObserver observer, std::function<void(Micros delay)> on_host_delay = nullptr);
  ~Lobby();

  // ---- Calls of the host, as the functions of Referee.
  void Admit(const std::string& bot, const std::string& token_sha256, Micros no_show_after, Micros now);
  void WatchTurns(const std::string& bot, std::function<void(Turn)> watch, Micros now);
  void Dismiss(const std::string& bot, const std::string& detail, Micros now);
  void StartGame(GameRequest request, Micros now);
  void AbortGame(const std::string& game_id, Micros now, v1::Reason reason = v1::REASON_ABORTED_BY_HOST,
                 const std::string& detail = "");

  // The referee ends, and with it all streams: nobody is there any more, and what is played or waits ends without a
  // word to anybody. Nothing begins from then on.
  void Close();

  // ---- Calls of the streams.

  // UNAUTHENTICATED: what somebody is told who comes without a bot's token.
  static absl::Status NotAdmitted();
  // The bot with that token; NotAdmitted when there is none.
  absl::StatusOr<std::shared_ptr<AdmittedBot>> Authenticate(absl::string_view token) const;

  // The bot that is admitted under that name; null when none is.
  std::shared_ptr<AdmittedBot> Admitted(const std::string& bot) const;

  // The bot said hello on `channel`: it is welcomed there, its games go on, and those that wait for it begin. A channel
  // that the bot had before is ended. When the hello cannot be accepted, an error is returned and the channel is not
  // used.
  absl::Status Join(const std::shared_ptr<AdmittedBot>& bot, const v1::Hello& hello, BotChannel& channel, Micros now);

  // `channel` has ended, and not by the lobby's doing.
  void Left(const std::shared_ptr<AdmittedBot>& bot, BotChannel& channel, const std::string& detail, bool slow_reader,
            Micros now);

  // The bot did not read, and now takes messages on `channel` again: what has waited for that begins.
  void ReadsAgain(AdmittedBot& bot, const BotChannel& channel, Micros now);

  // A message other than hello, of so many bytes. `host_delay` as for Match::Acted.
  void Handle(AdmittedBot& bot, const v1::PlayRequest& request, std::size_t bytes, Micros now, Micros host_delay);

  // The host's part in sending a message that opens a decision is done (BotChannel::Send): its clock starts.
  void DecisionSent(const OpenedDecision& opened, const SendReport& report);
  // The host's thread stood still for so long up to `now`: no game and no absence loses time by it. All timers are due
  // so much later already.
  void HostStoodStill(Micros now, Micros stood);

  // Whether any games are played or wait, so that somebody would lose time by a standstill that is not noticed.
  bool HasGames() const { return !sessions_.empty(); }

  // A message that had not left this machine by DecisionSent has left it since.
  void DecisionLeft(const OpenedDecision& opened, Micros now);

 private:
  // The bot of that name. When none is admitted under it, a new one that is not admitted and that the lobby does not
  // keep.
  std::shared_ptr<AdmittedBot> BotNamed(const std::string& name) const;
  // The moment until which a bot that is not there, or does not read, may still come to itself.
  Micros NoShowAt(const AdmittedBot& bot, const GameSession& session) const;
  // Why the game cannot wait for that bot any longer; empty when it can.
  std::string FaultOf(const AdmittedBot& bot, const GameSession& session, Micros now) const;
  // Begins the game, ends it as forfeited, or leaves it waiting.
  void TryBegin(GameSession& session, Micros now);
  void Forfeit(GameSession& session, const std::string& red_fault, const std::string& blue_fault, Micros now);
  void TryBeginWaiting(AdmittedBot& bot, Micros now);
  // Ends the channel of a bot that is there, and does what follows from that.
  void Evict(AdmittedBot& bot, const absl::Status& why, const std::string& detail, Micros now);
  // The bot's channel is gone: tells the observer and the bot's games.
  void Detach(AdmittedBot& bot, const std::string& detail, Micros now);
  // Reports and removes the sessions whose games are over, and begins what waited for the room that they leave. The
  // last step of each call from outside: before it, somebody may be at work on a session.
  void RemoveOver(Micros now);

  const RefereeObserver observer_;
  absl::flat_hash_map<std::string, std::shared_ptr<AdmittedBot>> bots_;
  absl::flat_hash_map<std::string, std::shared_ptr<AdmittedBot>> bots_by_token_sha256_;
  GameSession::Context context_;
  absl::flat_hash_map<std::uint64_t, std::unique_ptr<GameSession>> sessions_;
  std::uint64_t last_number_ = 0;
  // The numbers of the sessions whose games are over.
  std::vector<std::uint64_t> over_;
  bool is_closed_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_LOBBY_H_
