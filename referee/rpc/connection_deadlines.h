#ifndef REFEREE_RPC_CONNECTION_DEADLINES_H_
#define REFEREE_RPC_CONNECTION_DEADLINES_H_

#include <algorithm>
#include <cstdint>
#include <optional>

#include "referee/base/micros.h"
#include "referee/rpc/connection_options.h"

namespace flagfall::rpc {

// Until when a connection waits for its client: to open, to call, to give a sign of life, to take what is said to it,
// and to go. Those of single calls are not known here.
class ConnectionDeadlines {
 public:
  enum class Due {
    kNothing,
    // The client is to be asked for a sign of life.
    kPing,
    // It has not come to say its settings.
    kOpening,
    // It has had no call for a while.
    kIdle,
    // It says nothing, takes nothing, or has had the time to take its last words.
    kGone,
  };

  ConnectionDeadlines(const ConnectionOptions& options, Micros now)
      : options_(options), open_by_(now + options.opening_within), heard_at_(now), idle_since_(now) {}

  // Any byte came.
  void Heard(Micros now) {
    heard_at_ = now;
    pinged_at_.reset();
  }
  // The client has said its preface and its settings.
  void Opened() { open_by_ = Micros::max(); }
  void CallBegan() { idle_since_.reset(); }
  void LastCallEnded(Micros now) { idle_since_ = now; }
  // So many bytes have left in all, and `has_more`: others wait for the client to take them.
  void Left(std::uint64_t bytes, bool has_more, Micros now) {
    if (!has_more) {
      stuck_since_.reset();
    } else if (!stuck_since_ || bytes > left_bytes_) {
      stuck_since_ = now;
    }
    left_bytes_ = bytes;
  }
  // The connection ends: nothing more is heard, and only the last words are to be said.
  void Ends(Micros now) { gone_by_ = std::min(gone_by_, now + options_.linger); }

  Micros NextLook() const { return std::min({GoneAt(), PingAt(), open_by_, IdleAt()}); }
  // What is to be done by `now`, the gravest first; each but kGone is named once.
  Due Next(Micros now) {
    if (now >= GoneAt()) return Due::kGone;
    if (now >= open_by_) return open_by_ = Micros::max(), Due::kOpening;
    if (now >= IdleAt()) return Due::kIdle;
    if (now < PingAt()) return Due::kNothing;
    pinged_at_ = now;
    return Due::kPing;
  }

 private:
  bool IsEnding() const { return gone_by_ != Micros::max(); }
  Micros PingAt() const { return pinged_at_ ? Micros::max() : heard_at_ + options_.keepalive_time; }
  Micros IdleAt() const { return idle_since_ && !IsEnding() ? *idle_since_ + options_.idle_after : Micros::max(); }
  Micros GoneAt() const {
    Micros at = gone_by_;
    if (pinged_at_) at = std::min(at, *pinged_at_ + options_.keepalive_timeout);
    if (stuck_since_) at = std::min(at, *stuck_since_ + options_.keepalive_time + options_.keepalive_timeout);
    return at;
  }

  const ConnectionOptions options_;
  Micros open_by_;
  Micros heard_at_;
  std::optional<Micros> pinged_at_;
  // Absent while there are calls.
  std::optional<Micros> idle_since_;
  // Since when the client has taken nothing of what waits for it.
  std::optional<Micros> stuck_since_;
  std::uint64_t left_bytes_ = 0;
  Micros gone_by_ = Micros::max();
};

}  // namespace flagfall::rpc

#endif  // REFEREE_RPC_CONNECTION_DEADLINES_H_
