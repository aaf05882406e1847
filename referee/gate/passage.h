#ifndef REFEREE_GATE_PASSAGE_H_
#define REFEREE_GATE_PASSAGE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "referee/base/micros.h"
#include "referee/gate/connection_guard.h"
#include "referee/gate/descriptor.h"
#include "referee/gate/outflow.h"
#include "referee/gate/peer_quotas.h"
#include "referee/gate/tls_end.h"

namespace flagfall {

// The way of one connection through the gate: from the client's socket, out of TLS where there is any, past the guard,
// and to a socket of the referee's server, and back. The server is given its end only once the client has begun to
// speak HTTP/2. Never blocks, and takes no more in of one side than the other takes: what a client does not read waits
// in the referee, and what the referee does not read in the client.
//
//     kOpening ── the client's preface ──► kPassing ── either side has ended, or floods ──► kLeaving ──► kEnded
//
// Whoever owns it watches both sockets (with epoll) and the time, and tells it.
class Passage {
 public:
  enum class Side { kClient, kReferee };

  // `tls`: absent when the client speaks in the clear. `of_peer` is shared by those of one bot or address,
  // `calls_of_all` by all. `hand_over` gets the descriptor that the server is to serve; false when it does not any
  // more. All outlive the passage.
  Passage(Descriptor client, const TlsContext* tls, PeerQuotas::Shared& of_peer, Budget& calls_of_all,
          std::function<bool(Descriptor)> hand_over, Micros now);
  Passage(const Passage&) = delete;
  Passage& operator=(const Passage&) = delete;

  // epoll has reported these events of that side's socket. Whether a message, or a part of one, has come from there.
  bool OnEvents(Side side, std::uint32_t events, Micros now);
  // NextLook() has come.
  void OnTime(Micros now);

  // For which events that side's socket is to be watched now; none: not at all.
  std::uint32_t Wanted(Side side, Micros now) const;
  // When OnTime is to be called, if nothing happens before.
  std::optional<Micros> NextLook(Micros now) const;
  // -1 when there is none.
  int SocketOf(Side side) const { return (side == Side::kClient ? client_ : referee_).get(); }

  bool has_ended() const { return state_ == State::kEnded; }

 private:
  enum class State { kOpening, kPassing, kLeaving, kEnded };

  // Of opening, of leaving, and of what the server has said last.
  bool HasDeadline() const { return state_ != State::kPassing || server_has_ended_; }
  // Whether a part of a message was read.
  bool Read(Side side, Micros now);
  bool TakeFromClient(absl::string_view bytes, Micros now);
  void TakeOpening(absl::string_view plain, Micros now);
  void HandOver(Micros now);
  void SayToClient(absl::string_view plain);
  void Flush(Side side, Micros now);
  void Leave(Micros now);

  State state_ = State::kOpening;
  Descriptor client_;
  Descriptor referee_;
  std::optional<TlsEnd> tls_;
  Pace& pace_;
  const std::function<bool(Descriptor)> hand_over_;
  ConnectionGuard guard_;
  // Of the preface, until all of it is there; and what came with it.
  std::string opening_;
  Outflow to_client_;
  Outflow to_referee_;
  // What the pace was when this passage last read. So those who share it take turns, one piece each.
  Micros read_on_at_;
  Micros deadline_;
  // What it has said last still goes out, as far as the client takes it in time.
  bool server_has_ended_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_GATE_PASSAGE_H_
