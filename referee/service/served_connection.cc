#include "referee/service/served_connection.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/net/refusal.h"
#include "referee/service/connection_server.h"

namespace flagfall {
namespace {

// What is taken from the state machine at once; the rest waits there, where it is counted, until the socket has room.
constexpr std::size_t kOutputBytes = 64 * 1024;
constexpr std::uint32_t kHangUp = EPOLLRDHUP | EPOLLHUP | EPOLLERR;

}  // namespace

ServedConnection::ServedConnection(ConnectionServer& server, ConnectionParts parts, PeerQuotas::Shared& of_peer)
    : server_(server),
      parts_(std::move(parts)),
      of_peer_(&of_peer),
      timer_(server.loop().timers(), [this](Micros now) { OnTime(now); }),
      read_on_at_(server.loop().TurnTime()) {}

void ServedConnection::Begin() {
  const Micros now = server_.loop().TurnTime();
  watch_ = server_.loop().Watch(parts_.socket->socket(), EPOLLIN, *this);
  const auto on_output = [this] { MarkForFlush(); };
  if (parts_.connection == nullptr) {
    parts_.guard = std::make_unique<ConnectionGuard>(of_peer_->calls, now, server_.limits().frame_burst);
    parts_.connection = std::make_unique<rpc::Connection>(*this, server_.limits().connection, on_output, now);
  } else {
    parts_.guard->Rebind(of_peer_->calls);
    parts_.connection->Reroute(*this, on_output, now);
  }
  MarkForFlush();
}

ServedConnection::~ServedConnection() {
  if (watch_ != 0) server_.loop().Unwatch(watch_);
  // Handlers of calls hear of the end while there is a connection.
  if (parts_.connection != nullptr) parts_.connection->Break();
}

void ServedConnection::CountFor(std::string peer, PeerQuotas::Shared& of_peer) {
  parts_.peer = std::move(peer);
  parts_.guard->Rebind(of_peer.calls);
  of_peer_ = &of_peer;
  read_on_at_ = server_.loop().TurnTime();
}

void ServedConnection::ChargeTo(const std::shared_ptr<RecentCost>& bot) {
  if (std::find(payers_.begin(), payers_.end(), bot) == payers_.end()) payers_.push_back(bot);
}

void ServedConnection::OnEvents(std::uint32_t events) {
  server_.TurnOf(*this, server_.loop().TurnTime());
  const Micros now = server_.loop().TurnTime();
  if (close_at_) {
    has_ended_ |= (events & kHangUp) != 0;
  } else if ((events & ~std::uint32_t{EPOLLOUT}) != 0 && !parts_.connection->IsDeaf() && read_on_at_ <= now) {
    Read();
  } else if ((events & (EPOLLHUP | EPOLLERR)) != 0) {
    Drop();
  }
  MarkForFlush();
}

void ServedConnection::Read() {
  const Micros now = server_.loop().TurnTime();
  const SocketEnd::Received received = parts_.socket->Receive();
  of_peer_->pace.Read(received.wire_bytes, now);
  read_on_at_ = of_peer_->pace.ReadOnAt();
  if (!received.plain.empty() || received.empty_records > 0) {
    const bool is_flood =
        !parts_.guard->FromClientBelow(received.empty_records, now) || !parts_.guard->FromClient(received.plain, now);
    if (is_flood) {
      server_.NoteRefusal(/*is_connection=*/true, refusals::kFlood, parts_.peer);
      return parts_.connection->RefuseFlood(now);
    }
    parts_.connection->Receive(received.plain, now);
    if (parts_.connection->IsBroken()) {
      server_.NoteRefusal(/*is_connection=*/true, refusals::kProtocolError, parts_.peer);
    }
  }
  if (received.goes_on) return;
  // The client has gone, or has said what is no TLS; then it is still told so.
  parts_.connection->Break();
  has_ended_ |= !parts_.socket->IsBlocked();
}

void ServedConnection::Pay(Micros ended, Micros cost, bool is_paced) {
  for (const std::shared_ptr<RecentCost>& payer : payers_) payer->Add(ended, cost);
  if (!is_paced) return;
  of_peer_->cpu.Read(static_cast<std::size_t>(cost.count()), ended);
  read_on_at_ = std::max(read_on_at_, of_peer_->cpu.ReadOnAt());
}

absl::string_view ServedConnection::KindOfPeer() const {
  if (payers_.empty()) return peer_kinds::kCaller;
  return parts_.source.is_tcp ? peer_kinds::kRemoteBot : peer_kinds::kLocalBot;
}

std::shared_ptr<rpc::CallHandler> ServedConnection::Route(rpc::Call& call) { return server_.Route(call, *this); }

void ServedConnection::MarkForFlush() {
  if (std::exchange(is_marked_, true)) return;
  server_.MarkForFlush(*this);
}

void ServedConnection::Flush() {
  is_marked_ = false;
  if (has_ended_) return;
  // What waited goes first; there may be room for more after it.
  if (!parts_.socket->Flush()) return Drop();
  static thread_local std::string output;
  bool has_more = true;
  while (has_more && !parts_.socket->IsBlocked()) {
    output.clear();
    has_more = parts_.connection->TakeOutput(output, kOutputBytes);
    if (!output.empty() && !parts_.socket->Send(output)) return Drop();
    if (!parts_.socket->Flush()) return Drop();
  }
  parts_.guard->ToClient(parts_.connection->messages_out());
  parts_.guard->Trust(parts_.connection->calls_vouched_for());
  // A standstill that ends here is told of before the clocks start that it does not concern.
  const Micros now = server_.loop().Now();
  parts_.connection->Flushed(parts_.socket->plain_left(), now);
  if (parts_.connection->IsOver()) Leave(now);
  Follow();
}

void ServedConnection::Leave(Micros now) {
  if (!close_at_) {
    close_at_ = now + server_.limits().connection.linger;
    parts_.socket->Close();
    if (!parts_.socket->Flush()) return Drop();
  }
  if (parts_.socket->IsBlocked() || std::exchange(is_shut_, true)) return;
  // Who has broken the protocol is not waited for. For others, closing a socket with unread input would take the last
  // words away, so they are asked to go first.
  has_ended_ = parts_.connection->IsBroken();
  ::shutdown(parts_.socket->socket(), SHUT_WR);
}

void ServedConnection::Follow() {
  if (has_ended_) return;
  const Micros now = server_.loop().TurnTime();
  std::uint32_t events = parts_.socket->IsBlocked() ? EPOLLOUT : 0U;
  if (close_at_) {
    events |= EPOLLRDHUP;
  } else if (!parts_.connection->IsDeaf() && read_on_at_ <= now) {
    events |= EPOLLIN;
  }
  server_.loop().Rewatch(watch_, events);
  Micros next = close_at_ ? *close_at_ : parts_.connection->NextLook();
  if (read_on_at_ > now) next = std::min(next, read_on_at_);
  timer_.Set(next);
}

void ServedConnection::OnTime(Micros now) {
  if (close_at_ && now >= *close_at_) has_ended_ = true;
  if (!close_at_) parts_.connection->OnTime(now);
  MarkForFlush();
}

void ServedConnection::MoveAs(const std::string& bot) {
  if (moves_as_.empty()) moves_as_ = absl::StrCat("bot:", bot);
}

ConnectionParts ServedConnection::TakeParts() {
  if (!moves_as_.empty()) parts_.peer = moves_as_;
  server_.loop().Unwatch(std::exchange(watch_, 0));
  timer_.Clear();
  return std::move(parts_);
}

void ServedConnection::End(const absl::Status& status) {
  parts_.connection->EndCalls(status, server_.loop().TurnTime());
  parts_.connection->GoAway();
  MarkForFlush();
}

void ServedConnection::Drop() {
  parts_.connection->Break();
  has_ended_ = true;
}

}  // namespace flagfall
