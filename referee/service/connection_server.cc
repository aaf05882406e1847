#include "referee/service/connection_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/net/address.h"
#include "referee/net/net_limits.h"

namespace flagfall {
namespace {

// Then those who are in have their turn.
constexpr int kAcceptedAtOnce = 8;

}  // namespace

struct ConnectionServer::WatchedListener final : Watched {
  WatchedListener(ConnectionServer& owner, Listener its_listener, ListenerOptions its_options)
      : server(owner), listener(std::move(its_listener)), options(std::move(its_options)) {
    for (const Descriptor& socket : listener.sockets()) {
      watches.push_back(server.loop_.Watch(socket.get(), EPOLLIN, *this));
    }
  }
  ~WatchedListener() {
    for (const std::uint64_t watch : watches) server.loop_.Unwatch(watch);
  }
  void OnEvents(std::uint32_t /*events*/) override { server.Accept(*this); }
  void Watch(std::uint32_t events) {
    for (const std::uint64_t watch : watches) server.loop_.Rewatch(watch, events);
  }

  ConnectionServer& server;
  const Listener listener;
  const ListenerOptions options;
  std::vector<std::uint64_t> watches;
  // The listener looks again, when it had to look away.
  Timer again{server.loop_.timers(), [this](Micros /*now*/) { Watch(EPOLLIN); }};
};

ConnectionServer::ConnectionServer(EventLoop& loop, const Limits& limits, RouteCall route)
    : loop_(loop),
      limits_(limits),
      route_(std::move(route)),
      peers_(limits.peer, limits.rates),
      adopted_peers_(limits.adopted, limits.rates),
      arrivals_(limits.all.burst, limits.all.per_second, loop.TurnTime()),
      calls_(limits.call_burst, limits.calls_per_second, loop.TurnTime()),
      last_number_(limits.first_number),
      shutdown_timer_(loop.timers(), [this](Micros /*now*/) { DropAll(); }) {
  loop_.SetFlush([this] { Flush(); });
}

ConnectionServer::~ConnectionServer() { loop_.SetFlush(nullptr); }

void ConnectionServer::Open(Listener listener, ListenerOptions options) {
  listeners_.push_back(std::make_unique<WatchedListener>(*this, std::move(listener), std::move(options)));
}

void ConnectionServer::CloseFor(absl::string_view bot) {
  std::erase_if(listeners_, [&](const auto& watched) { return watched->options.bot == bot; });
}

void ConnectionServer::Accept(WatchedListener& watched) {
  const bool is_tcp = !watched.listener.is_unix();
  for (const Descriptor& socket : watched.listener.sockets()) {
    for (int i = 0; i < kAcceptedAtOnce; ++i) {
      sockaddr_storage name{};
      Descriptor connection = acceptor_.AcceptAt(socket.get(), name);
      if (acceptor_.IsExhausted()) {
        watched.Watch(0);
        return watched.again.Set(loop_.TurnTime() + limits::kAcceptAgainAfter);
      }
      if (!connection.is_valid()) break;
      // Each connection at a Unix socket for all is a peer of its own: they have no address, and the host lets them in.
      const std::string peer = is_tcp                        ? PeerOf(name)
                               : watched.options.bot.empty() ? absl::StrCat("unix:", last_number_ + 1)
                                                             : watched.listener.address();
      Admit(std::move(connection), watched.options, peer, is_tcp);
    }
  }
}

void ConnectionServer::Admit(Descriptor socket, const ListenerOptions& options, const std::string& peer, bool is_tcp) {
  const Micros now = loop_.TurnTime();
  if (admitted_ >= limits_.all.at_once) return NoteRefusal(/*is_connection=*/true, refusals::kTooMany, peer);
  if (!peers_.Enter(peer, now)) return NoteRefusal(/*is_connection=*/true, refusals::kTooManyOfPeer, peer);
  if (!arrivals_.Spend(now)) {
    NoteRefusal(/*is_connection=*/true, refusals::kTooFast, peer);
    return peers_.Leave(peer);
  }
  ++admitted_;
  const int on = 1;
  if (is_tcp) ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  Serve({.number = ++last_number_,
         .source = {.bot = options.bot, .address = peer, .is_tcp = is_tcp},
         .peer = peer,
         .socket = std::make_unique<SocketEnd>(std::move(socket), options.tls)})
      .Begin();
}

void ConnectionServer::Adopt(ConnectionParts parts) {
  if (on_shutdown_ended_ != nullptr) return parts.on_ended();
  if (!adopted_peers_.Enter(parts.peer, loop_.TurnTime())) {
    NoteRefusal(/*is_connection=*/true, refusals::kTooManyOfPeer, parts.peer);
    return parts.on_ended();
  }
  ServedConnection& adopted = Serve(std::move(parts));
  // In the midst of another's turn, that one pays for its own part of it.
  ServedConnection* const interrupted = turn_.of;
  EndTurnOf();
  TurnOf(adopted, loop_.Now());
  adopted.Begin();
  if (interrupted == nullptr) return;
  EndTurnOf();
  TurnOf(*interrupted, loop_.Now());
}

ServedConnection& ConnectionServer::Serve(ConnectionParts parts) {
  PeerQuotas& peers = parts.on_ended == nullptr ? peers_ : adopted_peers_;
  const std::uint64_t number = parts.number;
  PeerQuotas::Shared& of_peer = peers.SharedOf(parts.peer);
  auto served = std::make_unique<ServedConnection>(*this, std::move(parts), of_peer);
  ServedConnection& connection = *(connections_[number] = std::move(served));
  if (told_.of_served != nullptr) told_.of_served(connection);
  return connection;
}

void ConnectionServer::EndTurnOf() {
  if (turn_.of == nullptr) return;
  const Micros ended = loop_.Now();
  const Turn turn = std::exchange(turn_, {});
  const Micros cost = ended - turn.began - (loop_.StoodStill() - turn.stood_still_before);
  turn.of->Pay(ended, cost, limits_.paces_cpu);
  if (told_.of_cost != nullptr) told_.of_cost(turn.of->KindOfPeer(), cost);
}

std::shared_ptr<rpc::CallHandler> ConnectionServer::Route(rpc::Call& call, ServedConnection& connection) {
  // Others have used up what all have together, which is no reason to end this connection.
  if (!calls_.Spend(loop_.TurnTime())) {
    NoteRefusal(/*is_connection=*/false, refusals::kBusy, connection.peer());
    call.End(absl::ResourceExhaustedError("the server gets more calls than it takes; try again in a moment"));
    return nullptr;
  }
  return route_(call, connection);
}

bool ConnectionServer::CallFor(std::uint64_t number, const std::function<void()>& call) {
  const auto found = connections_.find(number);
  if (found == connections_.end()) return false;
  call();
  return true;
}

void ConnectionServer::Flush() {
  // To flush one connection may give another something to send: a clock that starts may end a game.
  for (std::size_t i = 0; i < marked_.size(); ++i) Settle(*marked_[i]);
  marked_.clear();
  EndTurnOf();
  for (const std::uint64_t number : std::exchange(leaving_, {})) Remove(number);
  if (on_shutdown_ended_ != nullptr && connections_.empty()) EndShutdown();
}

void ConnectionServer::Settle(ServedConnection& connection) {
  connection.Flush();
  if (limits_.sets_trusted_apart && connection.CameInHere() && connection.IsTrusted()) SetApart(connection);
  if (connection.HasEnded() || (move_ != nullptr && connection.WantsToMove())) leaving_.insert(connection.number());
}

void ConnectionServer::SetApart(ServedConnection& connection) {
  if (!apart_.insert(connection.number()).second) return;
  const std::string before = connection.peer();
  const std::string alone = absl::StrCat("trusted:", connection.number());
  // Nobody has had this peer before.
  if (!peers_.Enter(alone, loop_.TurnTime())) return;
  connection.CountFor(alone, peers_.SharedOf(alone));
  peers_.Leave(before);
}

void ConnectionServer::Remove(std::uint64_t number) {
  apart_.erase(number);
  const auto found = connections_.find(number);
  const std::unique_ptr<ServedConnection> connection = std::move(found->second);
  connections_.erase(found);
  const std::string peer = connection->peer();
  ConnectionParts parts = connection->TakeParts();
  if (!connection->HasEnded()) {
    parts.on_ended = [this, peer] { loop_.Post([this, peer] { Forget(peer); }); };
    return move_(std::move(parts));
  }
  if (parts.on_ended == nullptr) return Forget(peer);
  adopted_peers_.Leave(peer);
  parts.on_ended();
}

void ConnectionServer::Forget(const std::string& peer) {
  --admitted_;
  peers_.Leave(peer);
}

void ConnectionServer::Shutdown(const absl::Status& status, std::function<void()> on_ended) {
  listeners_.clear();
  on_shutdown_ended_ = std::move(on_ended);
  for (const auto& [number, connection] : connections_) connection->End(status);
  shutdown_timer_.Set(loop_.TurnTime() + limits_.connection.linger);
}

void ConnectionServer::DropAll() {
  for (const auto& [number, connection] : connections_) {
    connection->Drop();
    MarkForFlush(*connection);
  }
}

void ConnectionServer::EndShutdown() {
  shutdown_timer_.Clear();
  std::exchange(on_shutdown_ended_, [] {})();
}

}  // namespace flagfall
