#ifndef REFEREE_NET_REFUSAL_H_
#define REFEREE_NET_REFUSAL_H_

#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "referee/base/micros.h"

namespace flagfall {

// A connection that was not served or was ended, or a request on one that was not answered, for something that is the
// peer's doing or a limit.
struct Refusal {
  bool is_connection = false;
  // One of kConnectionRefusals or kRequestRefusals.
  absl::string_view reason;
  // As limits count it: an address of IPv4, a network of IPv6, a connection at a Unix socket. Empty for this machine.
  std::string peer = {};
};

// Called on the threads that serve; must not block. Empty where nobody wants to know.
using OnRefusal = std::function<void(const Refusal& refusal)>;

namespace refusals {

// Of connections: as many as all may have, or one peer; more in a second than all may make; bytes that are no protocol;
// more said than anybody who plays says.
inline constexpr absl::string_view kTooMany = "too_many";
inline constexpr absl::string_view kTooManyOfPeer = "too_many_of_peer";
inline constexpr absl::string_view kTooFast = "too_fast";
inline constexpr absl::string_view kProtocolError = "protocol_error";
inline constexpr absl::string_view kFlood = "flood";
inline constexpr absl::string_view kConnectionRefusals[] = {kTooMany, kTooManyOfPeer, kTooFast, kProtocolError, kFlood};

// Of requests, with kProtocolError: too large; more than a peer may ask at once or in a second; more than the server
// does at once for all; one more of something than a user may have; without a token that is good; with one that may not
// do that; under a name that is not the server's.
inline constexpr absl::string_view kTooLarge = "too_large";
inline constexpr absl::string_view kRateLimit = "rate_limit";
inline constexpr absl::string_view kBusy = "busy";
inline constexpr absl::string_view kQuota = "quota";
inline constexpr absl::string_view kUnauthenticated = "unauthenticated";
inline constexpr absl::string_view kDenied = "denied";
inline constexpr absl::string_view kMisdirected = "misdirected";
inline constexpr absl::string_view kRequestRefusals[] = {kProtocolError, kTooLarge,        kRateLimit, kBusy,
                                                         kQuota,         kUnauthenticated, kDenied,    kMisdirected};

}  // namespace refusals

// Called on the threads that serve with what a turn of a connection of that kind cost the thread; must not block. Empty
// where nobody wants to know.
using OnPeerCost = std::function<void(absl::string_view kind, Micros cost)>;

namespace peer_kinds {

// A bot on this machine, which was given a socket of its own; another bot that has shown its token; and whoever else is
// connected, with calls of ArenaService or before it has shown anything.
inline constexpr absl::string_view kLocalBot = "local_bot";
inline constexpr absl::string_view kRemoteBot = "remote_bot";
inline constexpr absl::string_view kCaller = "caller";

}  // namespace peer_kinds
}  // namespace flagfall

#endif  // REFEREE_NET_REFUSAL_H_
