#include "arena/checker/front_door.h"

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_posix.h>

#include <chrono>
#include <utility>

#include "arena/checker/bot_line.h"
#include "arena/checker/inbox.h"
#include "flagfall/v1/bot_service.grpc.pb.h"
#include "referee/base/status_macros.h"
#include "referee/gate/gate.h"
#include "referee/gate/limits.h"
#include "referee/gate/listener.h"
#include "referee/gate/visitors.h"
#include "referee/service/service_limits.h"

namespace flagfall::arena::checker {
namespace {

// Above the protocol's own limit, so that a message that is too long is seen and can be spoken of.
constexpr int kMessageBytesSeen = 16 * static_cast<int>(limits::kMessageBytes);
constexpr Quota kOfOneBot{.at_once = limits::kConnectionsPerBot,
                          .burst = limits::kConnectionBurst,
                          .per_second = limits::kConnectionsPerSecond};

class Service final : public v1::BotService::WithRawCallbackMethod_Play<v1::BotService::Service> {
 public:
  explicit Service(Inbox& inbox) : inbox_(inbox) {}

  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* Play(grpc::CallbackServerContext* context) override {
    return BotLine::Open(*context, inbox_).get();
  }

 private:
  Inbox& inbox_;
};

}  // namespace

struct FrontDoor::Server {
  explicit Server(Inbox& inbox) : service(inbox) {}

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

FrontDoor::FrontDoor(std::string path, bool is_guarded, Inbox& inbox)
    : path_(std::move(path)), is_guarded_(is_guarded), inbox_(inbox) {}

FrontDoor::~FrontDoor() { Close(); }

absl::Status FrontDoor::Open() {
  if (server_ != nullptr) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(Listener listener, Listener::AtOwnPath(path_));
  auto opened = std::make_unique<Server>(inbox_);
  grpc::ServerBuilder builder;
  builder.SetMaxReceiveMessageSize(kMessageBytesSeen);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits::kStreamsPerConnection);
  builder.RegisterService(&opened->service);
  opened->server = builder.BuildAndStart();
  if (opened->server == nullptr) return absl::UnavailableError("the checker's server cannot be started");
  opened->gate.Open(std::move(listener), {.bot = path_, .is_guarded = is_guarded_, .tls = nullptr});
  server_ = std::move(opened);
  return absl::OkStatus();
}

void FrontDoor::Close() {
  if (server_ == nullptr) return;
  server_->gate.Close();
  server_->server->Shutdown(std::chrono::system_clock::now());
  server_->gate.Stop();
  server_.reset();
}

}  // namespace flagfall::arena::checker
