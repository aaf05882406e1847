#include "arena/checker/check_server.h"

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_posix.h>

#include <chrono>
#include <utility>

#include "arena/checker/check_event_queue.h"
#include "arena/checker/check_stream.h"
#include "flagfall/v1/bot_service.grpc.pb.h"
#include "referee/base/status_macros.h"
#include "referee/gate/gate.h"
#include "referee/gate/gate_limits.h"
#include "referee/gate/listener.h"
#include "referee/gate/visitors.h"
#include "referee/service/service_limits.h"

namespace flagfall::arena::checker {
namespace {

// Above the protocol's own limit, so that a message that is too long arrives and can be reported.
constexpr int kMessageBytesMax = 16 * static_cast<int>(limits::kMessageBytes);
constexpr Quota kOfOneBot{.at_once = limits::kConnectionsPerBot,
                          .burst = limits::kConnectionBurst,
                          .per_second = limits::kConnectionsPerSecond};

class Service final : public v1::BotService::WithRawCallbackMethod_Play<v1::BotService::Service> {
 public:
  explicit Service(CheckEventQueue& events) : events_(events) {}

  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* Play(grpc::CallbackServerContext* context) override {
    return CheckStream::Open(*context, events_).get();
  }

 private:
  CheckEventQueue& events_;
};

}  // namespace

struct CheckServer::Running {
  explicit Running(CheckEventQueue& events) : service(events) {}

  Service service;
  std::unique_ptr<grpc::Server> server;
  Visitors visitors;
  Gate gate{{.peer = kOfOneBot,
             .all = kOfOneBot,
             .call_burst = limits::kCallBurstOfPeer,
             .calls_per_second = limits::kCallsPerSecondOfPeer},
            visitors,
            [this](int connection) { grpc::AddInsecureChannelFromFd(server.get(), connection); },
            SteadyNow};
};

CheckServer::CheckServer(std::string path, bool is_guarded, CheckEventQueue& events)
    : path_(std::move(path)), is_guarded_(is_guarded), events_(events) {}

CheckServer::~CheckServer() { Close(); }

absl::Status CheckServer::Open() {
  if (running_ != nullptr) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(Listener listener, Listener::AtOwnPath(path_));
  auto opened = std::make_unique<Running>(events_);
  grpc::ServerBuilder builder;
  builder.SetMaxReceiveMessageSize(kMessageBytesMax);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits::kStreamsPerConnection);
  builder.RegisterService(&opened->service);
  opened->server = builder.BuildAndStart();
  if (opened->server == nullptr) return absl::UnavailableError("the checker's server cannot be started");
  opened->gate.Open(std::move(listener), {.bot = path_, .is_guarded = is_guarded_, .tls = nullptr});
  running_ = std::move(opened);
  return absl::OkStatus();
}

void CheckServer::Close() {
  if (running_ == nullptr) return;
  running_->gate.Close();
  running_->server->Shutdown(std::chrono::system_clock::now());
  running_->gate.Stop();
  running_.reset();
}

}  // namespace flagfall::arena::checker
