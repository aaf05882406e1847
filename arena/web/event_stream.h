#ifndef ARENA_WEB_EVENT_STREAM_H_
#define ARENA_WEB_EVENT_STREAM_H_

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace flagfall::arena::web {

// The sender's end of a stream of server-sent events: a connection that stays open. Its connection and the
// EventBroadcaster share it. It may be used from any thread and never blocks; only one thread at a time may send.
class EventStream {
 public:
  using Bytes = std::shared_ptr<const std::string>;

  // `send` hands bytes to the connection, or null when the connection is to be closed once all is written.
  explicit EventStream(std::function<void(Bytes)> send) : send_(std::move(send)) {}

  // Whether the client has taken all that was sent. Until then nothing more should be sent: what happens meanwhile
  // goes into one later event.
  bool IsReady() const { return !is_full_ && !is_closed_; }
  // Whether the connection is closed, or about to be.
  bool IsClosed() const { return is_closed_; }

  void Send(Bytes bytes) {
    is_full_ = true;
    send_(std::move(bytes));
  }
  // Nothing may be sent after it.
  void End() {
    is_closed_ = true;
    send_(nullptr);
  }

  // For the connection.
  void MarkTaken() { is_full_ = false; }
  void MarkClosed() { is_closed_ = true; }

 private:
  const std::function<void(Bytes)> send_;
  std::atomic<bool> is_full_ = false;
  std::atomic<bool> is_closed_ = false;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_EVENT_STREAM_H_
