#ifndef REFEREE_GATE_CONNECTION_GUARD_H_
#define REFEREE_GATE_CONNECTION_GUARD_H_

#include "absl/strings/string_view.h"
#include "referee/base/micros.h"
#include "referee/gate/budget.h"
#include "referee/gate/frame_meter.h"
#include "referee/gate/gate_limits.h"

namespace flagfall {

// The 24 bytes that a client says first (RFC 9113, section 3.4).
inline constexpr absl::string_view kClientPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

// Tells a flood from play, by what passes on one connection over HTTP/2. The library that serves it reads a flooded
// connection for as long as there is something to be read, on the thread that all games share, and makes a call of
// whatever begins like one. Knows no sockets.
//
// Example: who takes each call back at once (rapid reset) is through with its 64 calls in the first kilobytes.
class ConnectionGuard {
 public:
  // The calls of all connections of the bot or address, and of all that are guarded together.
  ConnectionGuard(Budget& calls_of_peer, Budget& calls_of_all, Micros now)
      : frames_(limits::kFrameBurst, limits::kFramesPerSecond, now),
        calls_(limits::kCallBurst, limits::kCallsPerSecond, now),
        calls_of_peer_(calls_of_peer),
        calls_of_all_(calls_of_all) {}

  // What was in a piece of bytes.
  enum class Piece { kTooMuch, kNoMessage, kMessage };

  // The client says that, its preface first.
  Piece FromClient(absl::string_view bytes, Micros now) {
    const FrameMeter::Count count = from_client_.Take(bytes);
    if (!Spend(frames_, count.frames, now)) return Piece::kTooMuch;
    // In this order: one address is through with its own calls before it is through with everybody's.
    for (Budget* const calls : {&calls_, &calls_of_peer_, &calls_of_all_}) {
      if (!Spend(*calls, count.calls, now)) return Piece::kTooMuch;
    }
    // Before the next frame these bytes have to come, which is no flood of frames.
    frames_.Earn(static_cast<double>(count.data_bytes) / limits::kBytesForOne);
    return PieceOf(count);
  }
  // The client says something below HTTP/2, so many times. False when that is too much.
  bool FromClientBelow(int records, Micros now) { return Spend(frames_, records, now); }

  // The referee says that. Acknowledgements, which a client can have without end, earn nothing.
  Piece FromReferee(absl::string_view bytes) {
    const FrameMeter::Count count = from_referee_.Take(bytes);
    frames_.Earn(count.data * limits::kFramesForOne);
    return PieceOf(count);
  }

 private:
  static Piece PieceOf(const FrameMeter::Count& count) {
    return count.has_message ? Piece::kMessage : Piece::kNoMessage;
  }
  static bool Spend(Budget& budget, int count, Micros now) {
    for (; count > 0; --count) {
      if (!budget.Spend(now)) return false;
    }
    return true;
  }

  FrameMeter from_client_{kClientPreface.size()};
  FrameMeter from_referee_{0};
  Budget frames_;
  Budget calls_;
  Budget& calls_of_peer_;
  Budget& calls_of_all_;
};

}  // namespace flagfall

#endif  // REFEREE_GATE_CONNECTION_GUARD_H_
