#include "referee/service/bot_service.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_posix.h>

#include <chrono>
#include <mutex>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "referee/service/limits.h"
#include "referee/service/listen.h"

namespace flagfall {
namespace {

int Millis(Micros time) { return static_cast<int>(time / std::chrono::milliseconds(1)); }

// What reflection needs is set up once a process, before any server is built.
void InitPlugins() {
  static std::once_flag once;
  std::call_once(once, [] {
    grpc::EnableDefaultHealthCheckService(false);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  });
}

void SetLimits(grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(limits::kMessageBytes);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, limits::kMetadataBytes);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits::kStreamsPerConnection);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_WRITE_BUFFER_SIZE, limits::kTransportBufferBytes);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, Millis(limits::kIdleConnection));
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, Millis(limits::kKeepaliveTime));
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, Millis(limits::kKeepaliveTimeout));
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  // A bot may ask for signs of life as often as the referee does.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, Millis(limits::kKeepaliveTimeout));
  // Two referees on one port would share the bots between them.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
}

// "127.0.0.1:0" with the port that was found; a Unix socket's address as it is.
std::string RealAddress(const std::string& address, int port) {
  if (IsUnixAddress(address)) return address;
  return absl::StrCat(address.substr(0, address.rfind(':')), ":", port);
}

}  // namespace

absl::StatusOr<std::unique_ptr<BotService>> BotService::Start(const RefereeOptions& options, RefereeObserver observer) {
  if (absl::Status status = CheckListen(options); !status.ok()) return status;
  InitPlugins();
  std::unique_ptr<BotService> service(new BotService());
  grpc::ServerBuilder builder;
  SetLimits(builder);
  // Filled when the server starts.
  std::vector<int> ports(options.listen.size(), 0);
  for (std::size_t i = 0; i < options.listen.size(); ++i) {
    builder.AddListeningPort(options.listen[i], CredentialsOf(options, options.listen[i]), &ports[i]);
  }
  builder.RegisterService(&service->service_);
  builder.RegisterService(&service->health_.service());
  for (grpc::Service* const other : options.services) builder.RegisterService(other);
  service->loop_ = std::make_unique<EventLoop>(builder.AddCompletionQueue());
  service->lobby_ = std::make_unique<Lobby>(service->loop_->timers(), options.no_show_after, std::move(observer));
  service->server_ = builder.BuildAndStart();
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (service->server_ != nullptr && ports[i] != 0) {
      service->addresses_.push_back(RealAddress(options.listen[i], ports[i]));
      continue;
    }
    if (service->server_ != nullptr) service->server_->Shutdown();
    service->loop_->Stop();
    service->loop_->Run();
    return absl::UnavailableError(absl::StrCat("the referee cannot listen on ", options.listen[i],
                                               ": it is in use, or not an address of this machine"));
  }
  if (service->server_ == nullptr) {
    service->loop_->Stop();
    service->loop_->Run();
    return absl::UnavailableError("the referee's server cannot be started");
  }
  service->sockets_ = std::make_unique<BotSockets>(
      [server = service->server_.get()](int connection) { grpc::AddInsecureChannelFromFd(server, connection); },
      EventLoop::Now);
  return service;
}

void BotService::TakeCalls() {
  WaitForCall();
  health_.Start(*loop_);
}

void BotService::WaitForCall() {
  auto stream = std::make_unique<BotStream>(*this);
  BotStream* const key = stream.get();
  streams_.emplace(key, std::move(stream));
}

absl::Status BotService::OnAccepted(BotStream& /*stream*/) {
  // One of them waits for the next call.
  if (is_ending_) return absl::UnavailableError("the referee is shutting down");
  loop_->SetStreams(streams_.size());
  const bool is_full = streams_.size() > limits::kStreams;
  WaitForCall();
  if (is_full) return absl::ResourceExhaustedError(absl::StrCat("more than ", limits::kStreams, " streams are open"));
  return absl::OkStatus();
}

void BotService::OnIdle(BotStream& stream) {
  streams_.erase(&stream);
  loop_->SetStreams(streams_.size());
}

// gRPC calls the peer of a connection that it was handed over "fd:" with the number.
absl::Status BotService::CheckSocket(const std::string& peer, const std::string& bot) {
  absl::string_view number = peer;
  int descriptor = -1;
  if (!absl::ConsumePrefix(&number, "fd:") || !absl::SimpleAtoi(number, &descriptor)) return absl::OkStatus();
  if (sockets_->BotAt(descriptor) == bot) return absl::OkStatus();
  return absl::UnauthenticatedError("this socket is another bot's; use the address that came with the token");
}

v1::PlayRequest& BotService::NewRequest() {
  request_arena_.Reset();
  return *google::protobuf::Arena::CreateMessage<v1::PlayRequest>(&request_arena_);
}

void BotService::EndStreams() {
  is_ending_ = true;
  for (const auto& [key, stream] : streams_) stream->End(absl::UnavailableError("the referee is shutting down"));
}

void BotService::Shutdown() {
  sockets_->Stop();
  server_->Shutdown(std::chrono::system_clock::now() + limits::kLinger);
}

}  // namespace flagfall
