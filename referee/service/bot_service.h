#ifndef REFEREE_SERVICE_BOT_SERVICE_H_
#define REFEREE_SERVICE_BOT_SERVICE_H_

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "referee/base/mutex.h"
#include "referee/net/event_loop.h"
#include "referee/net/tls_end.h"
#include "referee/service/blocking_call.h"
#include "referee/service/bot_streams.h"
#include "referee/service/connection_server.h"
#include "referee/service/health.h"
#include "referee/service/lobby.h"
#include "referee/service/local_bot.h"
#include "referee/service/referee.h"
#include "referee/service/reflection.h"
#include "referee/service/token_directory.h"
#include "referee/service/worker_calls.h"

namespace flagfall {

// The referee's server: two loops with a thread each. On the games' loop live the lobby, the bots' streams and the
// bots' own sockets. Whoever dials in at an address for all is served on the other, the public loop, where handshakes
// of TLS and whatever strangers say cost no game anything. A connection on which a bot plays moves to the games' loop
// as soon as its call of Play has shown a good token.
class BotService {
 public:
  // Listens, and serves from now on. UNAVAILABLE when an address cannot be had.
  static absl::StatusOr<std::unique_ptr<BotService>> Start(const RefereeOptions& options, RefereeObserver observer);
  // Ends all streams and calls, and waits for their last words, at most limits::kLinger.
  ~BotService();

  // In the order of the options, with real ports.
  const std::vector<std::string>& addresses() const { return addresses_; }

  // ---- From any thread.

  // Opens and closes the socket of a single bot; see Referee.
  absl::Status ListenFor(const std::string& bot, const std::string& path) ABSL_LOCKS_EXCLUDED(mutex_);
  void StopListeningFor(const std::string& bot) ABSL_LOCKS_EXCLUDED(mutex_);
  // The tokens with which bots may reach the games' loop; the lobby decides once more.
  TokenDirectory& tokens() { return tokens_; }

  EventLoop& loop() { return loop_; }
  // See Referee.
  std::shared_ptr<LocalBot> JoinLocally(const std::string& bot, const v1::Hello& hello, LocalBotObserver observer);

  // ---- On the games' loop.

  Lobby& lobby() { return streams_.lobby(); }
  // The bot plays no more from within this process.
  void OnEnded(LocalBot& bot) { local_bots_.erase(&bot); }

 private:
  BotService(const RefereeOptions& options, RefereeObserver observer);

  absl::Status Listen(const RefereeOptions& options);
  std::shared_ptr<rpc::CallHandler> RoutePublic(rpc::Call& call, ServedConnection& connection);
  std::shared_ptr<rpc::CallHandler> RouteInPlay(rpc::Call& call, ServedConnection& connection);
  // Of all calls but Play.
  std::shared_ptr<rpc::CallHandler> RouteOther(rpc::Call& call, ServedConnection& connection, ConnectionServer& server);
  // Runs a function where the connection is served by then.
  PostToConnection PosterTo(std::uint64_t connection, ConnectionServer& server);

  std::vector<std::string> addresses_;
  TokenDirectory tokens_;
  const Health health_;
  std::optional<const Reflection> reflection_;
  std::map<std::string, BlockingMethod> methods_;
  std::unique_ptr<TlsContext> tls_;

  EventLoop loop_;
  EventLoop public_loop_;
  BotStreams streams_;
  // The bots that play from within this process.
  absl::flat_hash_map<LocalBot*, std::shared_ptr<LocalBot>> local_bots_;
  // Calls beside Play are refused. For both loops.
  std::atomic<bool> is_closing_ = false;

  ConnectionServer connections_;
  ConnectionServer public_connections_;
  std::thread thread_;
  std::thread public_thread_;

  Mutex mutex_;
  // The files of the bots' own sockets.
  std::map<std::string, std::string> own_paths_ ABSL_GUARDED_BY(mutex_);

  // Last, since what its threads do may use all of the above.
  WorkerPool workers_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_SERVICE_H_
