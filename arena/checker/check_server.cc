#include "arena/checker/check_server.h"

#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/checker/check_event_queue.h"
#include "arena/checker/check_stream.h"
#include "referee/base/status_macros.h"
#include "referee/net/event_loop.h"
#include "referee/net/listener.h"
#include "referee/net/net_limits.h"
#include "referee/service/connection_server.h"
#include "referee/service/service_limits.h"

namespace flagfall::arena::checker {
namespace {

// Above the protocol's own limit, so that a message that is too long arrives and can be reported.
constexpr std::size_t kMessageBytesMax = 16 * limits::kMessageBytes;
// Likewise for messages that nothing asked for.
constexpr double kFrameBurst = 64 * limits::kFrameBurst;
constexpr Quota kOfOneBot{.at_once = limits::kConnectionsPerBot,
                          .burst = limits::kConnectionBurst,
                          .per_second = limits::kConnectionsPerSecond};

ConnectionServer::Limits CheckLimits() {
  return {.peer = kOfOneBot,
          .all = kOfOneBot,
          .call_burst = limits::kCallBurstOfPeer,
          .calls_per_second = limits::kCallsPerSecondOfPeer,
          .frame_burst = kFrameBurst,
          .connection = {.message_bytes_max = kMessageBytesMax, .calls_at_once_max = limits::kStreamsPerConnection}};
}

}  // namespace

// The loop, its server and its thread.
struct CheckServer::Running {
  Running(Listener listener, CheckEventQueue& events)
      : connections(*loop, CheckLimits(), [this, &events](rpc::Call& call, ServedConnection& /*connection*/) {
          return Route(call, events);
        }) {
    connections.Open(std::move(listener), {.bot = "the checked bot", .tls = nullptr});
    thread = std::thread([this] { loop->Run(); });
  }
  ~Running() {
    loop->Post([this] { connections.DropAll(); });
    loop->Stop();
    thread.join();
  }

  std::shared_ptr<rpc::CallHandler> Route(rpc::Call& call, CheckEventQueue& events) {
    if (call.head().path == "/flagfall.v1.BotService/Play") return CheckStream::Open(call, loop, events);
    call.End(
        absl::UnimplementedError(absl::StrCat("a bot calls /flagfall.v1.BotService/Play, not ", call.head().path)));
    return nullptr;
  }

  // Streams that the check still holds share it.
  const std::shared_ptr<EventLoop> loop = std::make_shared<EventLoop>();
  ConnectionServer connections;
  std::thread thread;
};

CheckServer::CheckServer(std::string path, CheckEventQueue& events) : path_(std::move(path)), events_(events) {}

CheckServer::~CheckServer() { Close(); }

absl::Status CheckServer::Open() {
  if (running_ != nullptr) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(Listener listener, Listener::AtOwnPath(path_));
  running_ = std::make_unique<Running>(std::move(listener), events_);
  return absl::OkStatus();
}

void CheckServer::Close() { running_.reset(); }

bool CheckServer::CatchUp(Micros at) {
  if (running_ == nullptr) return false;
  EventLoop& loop = *running_->loop;
  // The first call is made in a round that looked at the sockets after now, but maybe before these have had their turn
  // in it; the second one in a later round.
  loop.Post(
      [this, &loop, at] { loop.Post([this, at] { events_.Put({.kind = CheckEvent::Kind::kCaughtUp, .at = at}); }); });
  return true;
}

}  // namespace flagfall::arena::checker
