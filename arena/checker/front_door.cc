#include "arena/checker/front_door.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/checker/bot_line.h"
#include "arena/checker/inbox.h"
#include "flagfall/v1/bot_service.grpc.pb.h"
#include "referee/service/limits.h"

namespace flagfall::arena::checker {
namespace {

// Above the protocol's own limit, so that a message that is too long is seen and can be spoken of.
constexpr int kMessageBytesSeen = 16 * static_cast<int>(limits::kMessageBytes);

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
};

FrontDoor::FrontDoor(std::string address, Inbox& inbox) : address_(std::move(address)), inbox_(inbox) {}

FrontDoor::~FrontDoor() { Close(); }

absl::Status FrontDoor::Open() {
  if (server_ != nullptr) return absl::OkStatus();
  auto opened = std::make_unique<Server>(inbox_);
  grpc::ServerBuilder builder;
  builder.SetMaxReceiveMessageSize(kMessageBytesSeen);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits::kStreamsPerConnection);
  builder.AddListeningPort(address_, grpc::InsecureServerCredentials());
  builder.RegisterService(&opened->service);
  opened->server = builder.BuildAndStart();
  if (opened->server == nullptr) return absl::UnavailableError(absl::StrCat("the checker cannot listen on ", address_));
  server_ = std::move(opened);
  return absl::OkStatus();
}

void FrontDoor::Close() {
  if (server_ == nullptr) return;
  server_->server->Shutdown(std::chrono::system_clock::now());
  server_.reset();
}

}  // namespace flagfall::arena::checker
