#ifndef REFEREE_SERVICE_REFEREE_H_
#define REFEREE_SERVICE_REFEREE_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/match/match.h"
#include "referee/net/refusal.h"
#include "referee/net/tls_end.h"
#include "referee/service/blocking_call.h"
#include "referee/service/local_bot.h"
#include "referee/service/on_act.h"
#include "referee/service/turns.h"
#include "referee/spectator/spectator_games.h"

namespace flagfall {

class BotService;

// As whom the referee knows Red's and Blue's bot in a game.
struct GameBots {
  std::string red;
  std::string blue;
};

// A bot that may dial in with a token of which only the SHA-256 (32 bytes) is known.
struct AdmittedToken {
  std::string bot;
  std::string token_sha256;
  // For so long a game waits for the bot.
  Micros no_show_after{};
};

struct RefereeOptions {
  // Where to listen for all bots: "unix:/path/to/socket", "127.0.0.1:0" (port 0: one that is free). May be empty: see
  // ListenFor.
  std::vector<std::string> listen;
  // Spoken on every TCP address of `listen`. Without it only addresses that no other machine reaches are listened on...
  std::optional<TlsIdentity> tls;
  // ...unless tokens and games may cross the network in the clear.
  bool allows_plain_tcp = false;
  // Methods beside the referee's, served on the same addresses, each call on a worker thread. What they refer to must
  // outlive the referee, which waits at its end for all that are under way.
  std::vector<BlockingMethod> methods;
  // Whether gRPC's tools may ask the server what services it has and how they are called.
  bool serves_reflection = false;
  // How long a game waits for a bot that has not dialled in before the bot has forfeited it. A bot that is admitted by
  // its token's SHA-256 has a time of its own.
  Micros no_show_after = std::chrono::seconds(10);
  // As by AdmitBySha256, before anybody is listened to: bots that wait for the referee dial in as soon as it listens,
  // and one that is told that its token is unknown does not come again.
  std::vector<AdmittedToken> admitted;
  // Where what is public of the games is written while they are played; null for nowhere. It must outlive the referee.
  SpectatorGames* spectator_games = nullptr;
  // Called on the referee's threads, must not block, and may be empty: whoever was refused what; and by how much the
  // host itself was late for each message of a bot and for each time that had run out, which is what a game's
  // `host_delay_max_micros` is about.
  OnRefusal on_refusal = nullptr;
  std::function<void(Micros delay)> on_host_delay = nullptr;
  OnPeerCost on_peer_cost = nullptr;
};

// Functions that tell the host about bots. They are called on the referee's thread and must not block.
struct RefereeObserver {
  // The bot said hello, and was welcomed.
  std::function<void(const std::string& bot, const v1::Hello& hello)> on_connected;
  std::function<void(const std::string& bot, const std::string& detail)> on_disconnected;
  // The bot's hello was not accepted; its stream has ended.
  std::function<void(const std::string& bot, const std::string& detail)> on_refused;
};

// The referee service: plays games between the bots that dial in. One thread owns all streams, matches and deadlines;
// all calls here may come from any thread and return at once, save when limits::kPostedCalls of them wait.
class Referee {
 public:
  static absl::StatusOr<std::unique_ptr<Referee>> Start(const RefereeOptions& options, RefereeObserver observer);
  // Ends all streams; games that still run are dropped without a result.
  ~Referee();

  // The addresses in force, in the order of the options, with real ports.
  const std::vector<std::string>& Addresses() const;

  // A client that dials in with `token` is the bot `bot` from now on. A bot has one token; a new one replaces the old
  // one, and ends the stream that was opened with it.
  void Admit(const std::string& bot, absl::string_view token);
  // The same for a token of which only the SHA-256 (32 bytes) is known. Games wait for the bot for `no_show_after`.
  void AdmitBySha256(const std::string& bot, const std::string& token_sha256, Micros no_show_after);
  // Listens on the Unix socket at `path` for this bot alone, until it is dismissed: at most limits::kConnectionsPerBot
  // connections at once, and whoever presents another bot's token there is refused. So what a bot does to its
  // connection stays its own trouble. Only the file's owner, at first this process's user, may connect. UNAVAILABLE
  // when the path cannot be had.
  absl::Status ListenFor(const std::string& bot, const std::string& path);
  // Calls `watch` whenever the admitted bot's turn begins or ends, until the bot is dismissed. A turn begins before the
  // bot's clock starts. `watch` is called on the referee's thread and must not block. At first the turn is Turn::kOn,
  // and `watch` is not called for that.
  void WatchTurns(std::string bot, std::function<void(Turn)> watch);
  // Makes the bot's token void, closes its own socket and ends its stream. The games that it still plays are lost, as
  // `disconnected`, or as `forfeit_no_show` when it never came. The host also calls this when a launched bot's process
  // has ended.
  void Dismiss(std::string bot, std::string detail);

  // The bot plays from within this process from now on, as if it had dialled in and said `hello`: a stream that it had
  // ends. It must be admitted. The result must not outlive the referee.
  std::shared_ptr<LocalBot> JoinLocally(const std::string& bot, const v1::Hello& hello, LocalBotObserver observer);

  // Starts a game between the two different admitted bots that the spec names, or between `bots`, where the host has
  // admitted them under other names than those that their opponents see; it begins once both are there and have room
  // for it among the games that their hellos take at once. A bot that does not come in time, is not admitted, or does
  // not play the ruleset has forfeited (`forfeit_no_show`); when both have, the game is void. `on_over` is called with
  // the record, once, on the referee's thread: it must not block, and must not destroy the referee. An error of
  // Match::Create is returned and nothing is started; ALREADY_EXISTS for the id of a game that is running. `on_act` may
  // be empty; an exam uses it to note what a bot would play and to play what was played once.
  absl::Status StartGame(MatchSpec spec, std::function<void(v1::GameRecord)> on_over,
                         std::optional<GameBots> bots = std::nullopt, OnAct on_act = nullptr)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends the game, if it is running, as void for this reason, which must be the host's (DeclarableByHost). `detail` is
  // for people.
  void AbortGame(std::string game_id, v1::Reason reason = v1::REASON_ABORTED_BY_HOST, std::string detail = "");

 private:
  Referee(std::unique_ptr<BotService> service, const RefereeOptions& options);

  // Has `call` called with the lobby and the time, on the referee's thread.
  template <typename Call>
  void Do(Call call);

  SpectatorGames* const spectator_games_;
  const Micros no_show_after_;

  Mutex mutex_;
  // The ids of games that are not over.
  absl::flat_hash_set<std::string> running_ ABSL_GUARDED_BY(mutex_);

  // Last, since its thread uses the others.
  const std::unique_ptr<BotService> service_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_REFEREE_H_
