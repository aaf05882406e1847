#ifndef REFEREE_SERVICE_CONNECTION_SERVER_H_
#define REFEREE_SERVICE_CONNECTION_SERVER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "referee/net/acceptor.h"
#include "referee/net/budget.h"
#include "referee/net/event_loop.h"
#include "referee/net/listener.h"
#include "referee/net/net_limits.h"
#include "referee/net/peer_quotas.h"
#include "referee/net/refusal.h"
#include "referee/service/served_connection.h"

namespace flagfall {

inline constexpr Quota kNoQuota{.at_once = std::numeric_limits<std::size_t>::max(),
                                .burst = std::numeric_limits<double>::infinity(),
                                .per_second = 0};

// Serves gRPC's connections on one loop: accepts them within limits for each peer and for all, and has each call
// routed. All of its methods are for the loop's thread, or for before it runs and after it.
//
// At the end of each turn every connection sends, with one call of the kernel, what the turn has made for it.
class ConnectionServer {
 public:
  struct Limits {
    // Of one bot, or one address.
    Quota peer;
    // Of all together.
    Quota all;
    // Of one bot, or one address, among those that come from another server.
    Quota adopted = kNoQuota;
    // The calls of all together, as limits::kCallBurst and kCallsPerSecond are of one connection.
    double call_burst = 0;
    double calls_per_second = 0;
    // Whether a peer that costs the thread more than rates.cpu_micros waits.
    bool paces_cpu = false;
    // Whether a connection by which a trusted caller has called (rpc::Call::Vouch) is a peer of its own from then on:
    // it counts among all connections, and not among those of its address, which a whole cluster may share.
    bool sets_trusted_apart = false;
    PeerRates rates = {};
    // Below all numbers of connections that come in here; two servers between which connections move share none.
    std::uint64_t first_number = 0;
    // As limits::kFrameBurst.
    double frame_burst = limits::kFrameBurst;
    rpc::ConnectionOptions connection = {};
  };
  // What holds for those who come in at a listener.
  struct ListenerOptions {
    // Whose own socket it is; empty for all.
    std::string bot;
    // Spoken there; null for none. Outlives the server.
    const TlsContext* tls = nullptr;
  };
  // The handler of a call, as rpc::CallRouter::Route. A call that is left open without one has its connection moved
  // (OnMove).
  using RouteCall = std::function<std::shared_ptr<rpc::CallHandler>(rpc::Call& call, ServedConnection& connection)>;

  ConnectionServer(EventLoop& loop, const Limits& limits, RouteCall route);
  ~ConnectionServer();
  ConnectionServer(const ConnectionServer&) = delete;
  ConnectionServer& operator=(const ConnectionServer&) = delete;

  // Lets in who dials in there.
  void Open(Listener listener, ListenerOptions options);
  // Lets in nobody more at the bot's own listener; those that are in stay.
  void CloseFor(absl::string_view bot);

  // Has connections that want to move given to `move`, which takes them to another server's Adopt. Until it calls
  // `parts.on_ended`, the connection counts here.
  void OnMove(std::function<void(ConnectionParts parts)> move) { move_ = std::move(move); }
  // Has `call` called with each connection before anything that came by it is handled here.
  void OnServe(std::function<void(ServedConnection& connection)> call) { told_.of_served = std::move(call); }
  // Has `call` told of each connection and each call that is refused.
  void OnRefused(OnRefusal call) { told_.of_refusal = std::move(call); }
  // Has `call` told of what each turn of a connection cost.
  void OnCost(OnPeerCost call) { told_.of_cost = std::move(call); }
  // Serves a connection that came in at another server, or closes it when its peer has too many. What came by it before
  // is handled at once, at its own cost.
  void Adopt(ConnectionParts parts);

  // Calls `call` if the connection is served here. False when it is not.
  bool CallFor(std::uint64_t number, const std::function<void()>& call);

  // Lets in nobody more, ends all calls with that status, and calls `on_ended` when all connections have ended, at most
  // ConnectionOptions::linger later.
  void Shutdown(const absl::Status& status, std::function<void()> on_ended);

  // Ends all connections without a word, at the end of this turn.
  void DropAll();

  EventLoop& loop() { return loop_; }

  // ---- For a ServedConnection.

  std::shared_ptr<rpc::CallHandler> Route(rpc::Call& call, ServedConnection& connection);
  void MarkForFlush(ServedConnection& connection) { marked_.push_back(&connection); }
  // The turn is that connection's from `began` on: what it costs, with what is deferred to its end and without what the
  // thread stands still in it, is its bot's and its peer's.
  void TurnOf(ServedConnection& connection, Micros began) {
    turn_ = {.of = &connection, .began = began, .stood_still_before = loop_.StoodStill()};
  }
  const Limits& limits() const { return limits_; }
  void NoteRefusal(bool is_connection, absl::string_view reason, const std::string& peer) const {
    if (told_.of_refusal != nullptr) told_.of_refusal({.is_connection = is_connection, .reason = reason, .peer = peer});
  }

 private:
  // A listener that is watched.
  struct WatchedListener;
  // Who is told of what happens here.
  struct Told {
    std::function<void(ServedConnection&)> of_served;
    OnRefusal of_refusal;
    OnPeerCost of_cost;
  };
  // Of whom the turn is, if it is anybody's, since when, and for how long the thread had stood still until then.
  struct Turn {
    ServedConnection* of = nullptr;
    Micros began{};
    Micros stood_still_before{};
  };

  void Accept(WatchedListener& watched);
  void Admit(Descriptor socket, const ListenerOptions& options, const std::string& peer, bool is_tcp);
  // The connection has yet to Begin.
  ServedConnection& Serve(ConnectionParts parts);
  void EndTurnOf();
  // Sends what the turn has made, and removes what has ended.
  void Flush();
  void Settle(ServedConnection& connection);
  // Counts the connection for itself alone.
  void SetApart(ServedConnection& connection);
  void Remove(std::uint64_t number);
  // A connection from there that came in here has ended.
  void Forget(const std::string& peer);
  void EndShutdown();

  EventLoop& loop_;
  const Limits limits_;
  const RouteCall route_;
  std::function<void(ConnectionParts)> move_;
  Told told_;
  PeerQuotas peers_;
  // Of connections that came from another server, which has counted them.
  PeerQuotas adopted_peers_;
  Budget arrivals_;
  Budget calls_;
  Acceptor acceptor_;
  std::vector<std::unique_ptr<WatchedListener>> listeners_;
  std::uint64_t last_number_ = 0;
  // Those that came in here, moved ones included.
  std::size_t admitted_ = 0;
  absl::flat_hash_map<std::uint64_t, std::unique_ptr<ServedConnection>> connections_;
  std::vector<ServedConnection*> marked_;
  // Those that have ended or move, to be removed at the end of the turn.
  absl::flat_hash_set<std::uint64_t> leaving_;
  // Those that count for themselves alone.
  absl::flat_hash_set<std::uint64_t> apart_;
  Turn turn_;
  std::function<void()> on_shutdown_ended_;
  Timer shutdown_timer_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_CONNECTION_SERVER_H_
