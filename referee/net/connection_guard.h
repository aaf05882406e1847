#ifndef REFEREE_NET_CONNECTION_GUARD_H_
#define REFEREE_NET_CONNECTION_GUARD_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "referee/base/micros.h"
#include "referee/net/budget.h"
#include "referee/net/frame_meter.h"
#include "referee/net/net_limits.h"

namespace flagfall {

// Tells a flood from play, by what passes on one connection over HTTP/2: whatever is said costs the thread that serves
// it something, and nobody who plays says nearly as much. Knows no sockets.
//
// Example: who takes each call back at once (rapid reset) is through with its 64 calls in the first kilobytes.
class ConnectionGuard {
 public:
  // `calls_of_peer`: of all connections of the bot or address.
  ConnectionGuard(Budget& calls_of_peer, Micros now, double frame_burst = limits::kFrameBurst)
      : frames_(frame_burst, limits::kFramesPerSecond, now),
        calls_(limits::kCallBurst, limits::kCallsPerSecond, now),
        calls_of_peer_(&calls_of_peer) {}

  // The connection is another server's from now on.
  void Rebind(Budget& calls_of_peer) { calls_of_peer_ = &calls_of_peer; }

  // The client says that, its preface first. False when that is too much.
  bool FromClient(absl::string_view bytes, Micros now) {
    const FrameMeter::Count count = from_client_.Take(bytes);
    if (!Spend(frames_, count.frames, now)) return false;
    if (!Spend(calls_, count.calls, now) || !Spend(*calls_of_peer_, count.calls, now)) return false;
    // Before the next frame these bytes have to come, which is no flood of frames.
    frames_.Earn(static_cast<double>(count.data_bytes) / limits::kBytesForOne);
    return true;
  }
  // The client says something below HTTP/2, so many times. False when that is too much.
  bool FromClientBelow(int records, Micros now) { return Spend(frames_, records, now); }

  // The client was sent so many messages in all. Acknowledgements, which a client can have without end, earn nothing.
  void ToClient(std::uint64_t messages) {
    frames_.Earn(static_cast<double>(messages - messages_to_client_) * limits::kFramesForOne);
    messages_to_client_ = messages;
  }
  // So many of its calls in all have turned out to be a trusted caller's, and give back what they took.
  void Trust(std::uint64_t calls) {
    calls_.Earn(static_cast<double>(calls - calls_trusted_));
    calls_of_peer_->Earn(static_cast<double>(calls - calls_trusted_));
    calls_trusted_ = calls;
  }

 private:
  static bool Spend(Budget& budget, int count, Micros now) {
    for (; count > 0; --count) {
      if (!budget.Spend(now)) return false;
    }
    return true;
  }

  // What a client says before its first frame (RFC 9113, section 3.4).
  static constexpr std::size_t kPrefaceBytes = 24;

  FrameMeter from_client_{kPrefaceBytes};
  std::uint64_t messages_to_client_ = 0;
  std::uint64_t calls_trusted_ = 0;
  Budget frames_;
  Budget calls_;
  Budget* calls_of_peer_;
};

}  // namespace flagfall

#endif  // REFEREE_NET_CONNECTION_GUARD_H_
