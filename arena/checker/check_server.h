#ifndef ARENA_CHECKER_CHECK_SERVER_H_
#define ARENA_CHECKER_CHECK_SERVER_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "referee/base/micros.h"

namespace flagfall::arena::checker {

class CheckEventQueue;

// The server that the checked bot dials in to: BotService on a Unix socket, through which the checker can send any
// message at any time. It can be closed and opened again, like a referee that restarts. The bot's connections have the
// limits that a referee sets them, since the checker may run in the same process as a referee.
//
// The session owns the server and calls it on the thread of the check; the server's own thread only puts events into
// the queue.
class CheckServer {
 public:
  // Does not listen yet. `path` is the socket's; `events` must outlive this object.
  CheckServer(std::string path, CheckEventQueue& events);
  // As Close.
  ~CheckServer();

  CheckServer(const CheckServer&) = delete;
  CheckServer& operator=(const CheckServer&) = delete;

  // Listens; does nothing when it listens already. UNAVAILABLE when it cannot.
  absl::Status Open();
  // Breaks all streams and stops listening.
  void Close();
  // Has the event kCaughtUp with this time follow all that had come in when this was called. False when the server does
  // not listen, so that nothing can have come.
  bool CatchUp(Micros at);

 private:
  struct Running;

  const std::string path_;
  CheckEventQueue& events_;
  std::unique_ptr<Running> running_;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_CHECK_SERVER_H_
