#ifndef ARENA_WEB_OUTLET_H_
#define ARENA_WEB_OUTLET_H_

#include <atomic>
#include <functional>
#include <string>
#include <utility>

namespace flagfall::arena {

// The way to one who watches: a connection that stays open. It may be used from any thread, and never blocks.
class Outlet {
 public:
  // `send` gets what is to be written, or an empty text when the connection is to end once all is written.
  explicit Outlet(std::function<void(std::string)> send) : send_(std::move(send)) {}

  // Whether all that was sent has been taken, so that there is room for more. Who has no room gets more in fewer
  // events.
  bool IsReady() const { return !is_full_ && !is_gone_; }
  // The connection has ended, or is about to.
  bool IsGone() const { return is_gone_; }

  void Send(std::string bytes) {
    is_full_ = true;
    send_(std::move(bytes));
  }
  // Nothing may be sent after it.
  void End() {
    is_gone_ = true;
    send_(std::string());
  }

  // For the connection's loop.
  void Taken() { is_full_ = false; }
  void Gone() { is_gone_ = true; }

 private:
  const std::function<void(std::string)> send_;
  std::atomic<bool> is_full_ = false;
  std::atomic<bool> is_gone_ = false;
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_OUTLET_H_
