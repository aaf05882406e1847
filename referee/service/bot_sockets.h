#ifndef REFEREE_SERVICE_BOT_SOCKETS_H_
#define REFEREE_SERVICE_BOT_SOCKETS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "referee/base/micros.h"
#include "referee/service/budget.h"
#include "referee/service/connection_guard.h"

namespace flagfall {

// Unix sockets at which one bot each may dial in. A server of gRPC can be given no address once it runs, but
// connections; so a thread of our own accepts these, hands them over, and remembers whose they are. It never reads or
// writes on them; for bots that nobody trusts, a guard does. No gRPC here.
class BotSockets {
 public:
  // `adopt` takes over the descriptor of a new connection. It is called on the thread that accepts, and must not block.
  // `now` may be called on any thread.
  BotSockets(std::function<void(int)> adopt, std::function<Micros()> now);
  // As Stop.
  ~BotSockets();

  BotSockets(const BotSockets&) = delete;
  BotSockets& operator=(const BotSockets&) = delete;

  // Listens at `path` for the bot, and no longer where it listened for it before. Only the
  // file's owner, which is this process's user at first, may connect. `is_guarded`: what comes in there has to pass a
  // ConnectionGuard. UNAVAILABLE when the path cannot be had.
  absl::Status Listen(const std::string& bot, const std::string& path, bool is_guarded) ABSL_LOCKS_EXCLUDED(mutex_);
  // Takes no more connections of the bot; those that are there stay.
  void StopListening(const std::string& bot) ABSL_LOCKS_EXCLUDED(mutex_);

  // Takes no more connections of anybody.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

  // Whose socket the connection with that descriptor came in at; absent when it is none of ours, or has ended.
  std::optional<std::string> BotAt(int descriptor) const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Listener {
    std::string bot;
    std::string path;
    int descriptor = -1;
    Budget connections;
    bool is_guarded;
  };
  struct Connection {
    std::string bot;
    // The number that it was handed over with.
    int descriptor = -1;
    // Our own, by which we learn that it has ended.
    int watched = -1;
  };

  void Run();
  void OnEvent(std::uint64_t id);
  void Accept(Listener& listener) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool Watch(int descriptor, std::uint32_t events, std::uint64_t id);
  void Close(const Listener& listener);
  int ConnectionsOf(const std::string& bot) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::function<void(int)> adopt_;
  const std::function<Micros()> now_;
  int poll_ = -1;
  // Written to wake the thread to its end.
  int wake_ = -1;

  mutable absl::Mutex mutex_;
  std::uint64_t last_id_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::uint64_t, Listener> listeners_ ABSL_GUARDED_BY(mutex_);
  std::map<std::uint64_t, Connection> connections_ ABSL_GUARDED_BY(mutex_);
  // By the descriptor that was handed over; the newest where a number has been given again.
  std::map<int, std::uint64_t> connection_at_ ABSL_GUARDED_BY(mutex_);
  ConnectionGuard guard_ ABSL_GUARDED_BY(mutex_);
  // Runs from the first Listen on.
  std::thread thread_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_SOCKETS_H_
