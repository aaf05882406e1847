#ifndef REFEREE_SERVICE_SERVED_CONNECTION_H_
#define REFEREE_SERVICE_SERVED_CONNECTION_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/micros.h"
#include "referee/net/connection_guard.h"
#include "referee/net/connection_source.h"
#include "referee/net/event_loop.h"
#include "referee/net/peer_quotas.h"
#include "referee/net/recent_cost.h"
#include "referee/net/socket_end.h"
#include "referee/net/timer_queue.h"
#include "referee/rpc/connection.h"

namespace flagfall {

class ConnectionServer;

// What a connection is made of apart from the server that serves it: what moves from one server to another.
struct ConnectionParts {
  std::uint64_t number = 0;
  ConnectionSource source;
  // Whom the server that serves it counts it for: the source's address, the bot for which it moved, or itself alone
  // where its caller is trusted.
  std::string peer = {};
  // Who else counts the connection, and is to be told when it has ended.
  std::function<void()> on_ended = nullptr;
  std::unique_ptr<SocketEnd> socket;
  // Absent before a server has made them.
  std::unique_ptr<rpc::Connection> connection = nullptr;
  std::unique_ptr<ConnectionGuard> guard = nullptr;
};

// One connection on a ConnectionServer: carries bytes between its socket and its state machine, and holds it to its
// budgets. What a peer does too much of first waits in the peer (nothing more is read); a flood ends the connection.
// It belongs to the server, on the thread of the server's loop.
class ServedConnection final : public Watched, public rpc::CallRouter {
 public:
  // `of_peer` is the server's, and outlives this.
  ServedConnection(ConnectionServer& server, ConnectionParts parts, PeerQuotas::Shared& of_peer);
  ~ServedConnection() override;

  std::uint64_t number() const { return parts_.number; }
  const ConnectionSource& source() const { return parts_.source; }
  const std::string& peer() const { return parts_.peer; }
  // What this connection costs the thread is that bot's from now on, this turn included. Where several bots share a
  // connection, each has cost all of it.
  void ChargeTo(const std::shared_ptr<RecentCost>& bot);

  // ---- For the server.

  // The server counts it for that peer from now on, whose `of_peer` outlives this.
  void CountFor(std::string peer, PeerQuotas::Shared& of_peer);
  // A caller whom the host trusts has called by it.
  bool IsTrusted() const { return parts_.connection->calls_vouched_for() > 0; }
  // It came in at the server, which did not adopt it.
  bool CameInHere() const { return parts_.on_ended == nullptr; }
  // Takes what the connection has to route. To be called once, before anything else.
  void Begin();

  void OnEvents(std::uint32_t events) override;
  std::shared_ptr<rpc::CallHandler> Route(rpc::Call& call) override;
  // Sends what there is to be sent, as far as the client takes it.
  void Flush();
  // Whether nothing more can come of it.
  bool HasEnded() const { return has_ended_; }
  // Its turn ended then and cost the thread so much; `is_paced`: the peer has to wait when it is too much.
  void Pay(Micros ended, Micros cost, bool is_paced);
  // One of peer_kinds.
  absl::string_view KindOfPeer() const;
  // When it moves, it is counted for that bot there. The first one that it is said of.
  void MoveAs(const std::string& bot);
  // Whether it has a call that another server is to route.
  bool WantsToMove() const { return parts_.connection->HasUnroutedCall(); }
  // Gives the connection away; this is then to be destroyed.
  ConnectionParts TakeParts();
  // Ends all calls with that status and takes no more.
  void End(const absl::Status& status);
  // Ends it without a word.
  void Drop();

 private:
  void Read();
  // There is nothing more to be said or heard.
  void Leave(Micros now);
  void OnTime(Micros now);
  // Has epoll and the timer do what the connection wants of them by now.
  void Follow();
  void MarkForFlush();

  ConnectionServer& server_;
  ConnectionParts parts_;
  PeerQuotas::Shared* of_peer_;
  std::string moves_as_;
  // The bots that have shown themselves on this connection.
  std::vector<std::shared_ptr<RecentCost>> payers_;
  std::uint64_t watch_ = 0;
  Timer timer_;
  // What the pace was when this connection last read: so those who share it take turns, one piece each.
  Micros read_on_at_;
  // Since when there is nothing more to be said or heard: the client has until then to take the last words.
  std::optional<Micros> close_at_;
  // The client has all that was said, and is told by the socket that this was all.
  bool is_shut_ = false;
  bool is_marked_ = false;
  bool has_ended_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_SERVED_CONNECTION_H_
