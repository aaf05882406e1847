#include "tests/whole_host/served_link.h"

#include <utility>

#include "referee/net/net_limits.h"
#include "referee/service/service_limits.h"

namespace flagfall::whole_host {
namespace {

// As ServedConnection and BotService have them.
constexpr std::size_t kTakenAtOnce = 64 * 1024;

rpc::ConnectionOptions TransportLimitsOfBots() {
  return {.message_bytes_max = limits::kMessageBytes,
          .metadata_bytes_max = limits::kMetadataBytes,
          .calls_at_once_max = limits::kStreamsPerConnection,
          .opening_within = limits::kOpeningWithin,
          .idle_after = limits::kIdleConnection,
          .keepalive_time = limits::kKeepaliveTime,
          .keepalive_timeout = limits::kKeepaliveTimeout,
          .linger = limits::kLinger};
}

}  // namespace

ServedLink::ServedLink(VirtualLoop& loop, std::shared_ptr<Link> link, ConnectionSource source, rpc::CallRouter& router,
                       std::function<void()> on_output)
    : loop_(loop),
      link_(std::move(link)),
      source_(std::move(source)),
      on_output_(std::move(on_output)),
      calls_of_peer_(limits::kCallBurstOfPeer, limits::kCallsPerSecondOfPeer, loop.TurnTime()),
      guard_(calls_of_peer_, loop.TurnTime()),
      connection_(std::make_unique<rpc::Connection>(router, TransportLimitsOfBots(), on_output_, loop.TurnTime())),
      timer_(loop.timers(), [this](Micros now) { OnTime(now); }) {
  link_->Attach(
      Side::kServer,
      {.on_bytes = [this](const std::string& bytes) { loop_.Take(WhileAlive([this, bytes] { Receive(bytes); })); },
       .on_closed =
           [this] {
             loop_.Take(WhileAlive([this] {
               connection_->Break();
               has_ended_ = true;
               on_output_();
             }));
           },
       .on_room = [this] { loop_.Take(WhileAlive([this] { on_output_(); })); }});
  on_output_();
}

ServedLink::~ServedLink() {
  link_->Close(Side::kServer);
  connection_->Break();
}

void ServedLink::Receive(const std::string& bytes) {
  if (close_at_.has_value() || has_ended_ || connection_->IsDeaf()) return;
  const Micros now = loop_.TurnTime();
  if (!guard_.FromClient(bytes, now)) {
    was_flood_ = true;
    connection_->RefuseFlood(now);
  } else {
    connection_->Receive(bytes, now);
  }
  on_output_();
}

void ServedLink::Flush() {
  if (has_ended_) return;
  bool has_more = true;
  while (has_more && link_->Room(Side::kServer) > 0) {
    has_more = connection_->TakeOutput(unsent_, kTakenAtOnce);
    const std::size_t taken = link_->Send(Side::kServer, unsent_);
    left_ += taken;
    unsent_.erase(0, taken);
    if (!unsent_.empty()) break;
  }
  guard_.ToClient(connection_->messages_out());
  const Micros now = loop_.Now();
  connection_->Flushed(left_, now);
  if (connection_->IsOver()) {
    if (!close_at_.has_value()) close_at_ = now + limits::kLinger;
    has_ended_ |= unsent_.empty();
  }
  timer_.Set(close_at_.value_or(connection_->NextLook()));
}

void ServedLink::OnTime(Micros now) {
  if (close_at_.has_value() && now >= *close_at_) has_ended_ = true;
  if (!close_at_.has_value()) connection_->OnTime(now);
  on_output_();
}

}  // namespace flagfall::whole_host
