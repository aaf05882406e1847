#ifndef REFEREE_SERVICE_CONNECTION_GUARD_H_
#define REFEREE_SERVICE_CONNECTION_GUARD_H_

#include <list>
#include <memory>
#include <thread>

namespace flagfall {

// Stands between the connections of bots that nobody trusts and the library that serves them, which reads a flooded
// connection for as long as there is something to be read, on the thread that all games share, and makes a call of
// whatever begins like one. Each connection has a thread of its own here that passes bytes on and counts frames
// (frame_meter.h); it ends a connection that sends more of them than anything that plays would.
//
// The price is a thread's waking for each message and way. Not thread-safe.
class ConnectionGuard {
 public:
  ConnectionGuard();
  // Ends all connections.
  ~ConnectionGuard();
  ConnectionGuard(const ConnectionGuard&) = delete;
  ConnectionGuard& operator=(const ConnectionGuard&) = delete;

  // Takes over the bot's connection and returns the descriptor to be served in its place, not blocking; -1, with the
  // connection closed, when there is none to be had.
  int Guard(int connection);

 private:
  // Closes its descriptors in the end.
  struct Passage;

  void ForgetTheEnded();

  std::list<std::unique_ptr<Passage>> passages_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_CONNECTION_GUARD_H_
