#include "referee/service/bot_service.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_posix.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "referee/gate/address.h"
#include "referee/gate/descriptor.h"
#include "referee/gate/gate_limits.h"
#include "referee/service/service_limits.h"

namespace flagfall {
namespace {

int Millis(Micros time) { return static_cast<int>(time / std::chrono::milliseconds(1)); }

// Reflection must be set up once in a process, before any server is built.
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
}

// How many connections may be open at once, so that descriptors are left for everything else in the process.
std::size_t ConnectionsInAll() {
  return std::min(limits::kConnections, DescriptorsMax() / 2 / limits::kDescriptorsPerConnection);
}

// INVALID_ARGUMENT when an address that others reach has neither TLS nor leave to do without.
absl::Status CheckListen(const RefereeOptions& options) {
  for (const std::string& address : options.listen) {
    if (IsLocalAddress(address) || options.tls.has_value() || options.allows_plain_tcp) continue;
    return absl::InvalidArgumentError(absl::StrCat("others reach ", address,
                                                   ", and tokens must not cross a network in the clear: give a TLS "
                                                   "certificate and key, or say that it shall be insecure"));
  }
  return absl::OkStatus();
}

constexpr Quota kNoQuota{.at_once = std::numeric_limits<std::size_t>::max(),
                         .burst = std::numeric_limits<double>::infinity(),
                         .per_second = 0};

}  // namespace

absl::StatusOr<std::unique_ptr<BotService>> BotService::Start(const RefereeOptions& options, RefereeObserver observer) {
  if (absl::Status status = CheckListen(options); !status.ok()) return status;
  InitPlugins();
  std::unique_ptr<BotService> service(new BotService());
  std::vector<Listener> listeners;
  if (absl::Status status = service->Listen(options, listeners); !status.ok()) return status;
  grpc::ServerBuilder builder;
  SetLimits(builder);
  builder.RegisterService(&service->raw_service_);
  builder.RegisterService(&service->health_.service());
  for (grpc::Service* const other : options.services) builder.RegisterService(other);
  service->loop_ = std::make_unique<EventLoop>(builder.AddCompletionQueue());
  service->lobby_ = std::make_unique<Lobby>(service->loop_->timers(), std::move(observer));
  service->server_ = builder.BuildAndStart();
  if (service->server_ == nullptr) {
    service->loop_->Stop();
    service->loop_->Run();
    return absl::UnavailableError("the referee's server cannot be started");
  }
  service->OpenGates(std::move(listeners));
  return service;
}

absl::Status BotService::Listen(const RefereeOptions& options, std::vector<Listener>& listeners) {
  if (options.tls) {
    auto tls = TlsContext::Make(*options.tls);
    if (!tls.ok()) return tls.status();
    tls_ = *std::move(tls);
  }
  for (const std::string& address : options.listen) {
    auto listener = Listener::At(address);
    if (!listener.ok()) return listener.status();
    addresses_.push_back(listener->address());
    listeners.push_back(*std::move(listener));
  }
  return absl::OkStatus();
}

void BotService::OpenGates(std::vector<Listener> listeners) {
  const auto hand_over = [server = server_.get()](int connection) {
    grpc::AddInsecureChannelFromFd(server, connection);
  };
  const Gate::Limits of_all{.peer = {limits::kConnectionsPerAddress, limits::kAddressBurst, limits::kAddressPerSecond},
                            .all = {ConnectionsInAll(), limits::kArrivalBurst, limits::kArrivalsPerSecond},
                            .call_burst = limits::kCallBurstOfAll,
                            .calls_per_second = limits::kCallsPerSecondOfAll};
  const Gate::Limits of_bots{
      .peer = {limits::kConnectionsPerBot, limits::kConnectionBurst, limits::kConnectionsPerSecond},
      .all = kNoQuota,
      .call_burst = kNoQuota.burst,
      .calls_per_second = kNoQuota.per_second};
  public_gate_ = std::make_unique<Gate>(of_all, visitors_, hand_over, SteadyNow);
  bots_gate_ = std::make_unique<Gate>(of_bots, visitors_, hand_over, SteadyNow);
  for (Listener& listener : listeners) {
    const TlsContext* const tls = listener.is_unix() ? nullptr : tls_.get();
    public_gate_->Open(std::move(listener), {.bot = "", .is_guarded = true, .tls = tls});
  }
}

absl::Status BotService::ListenFor(const std::string& bot, const std::string& path, bool is_guarded) {
  StopListeningFor(bot);
  auto listener = Listener::AtOwnPath(path);
  if (!listener.ok()) return listener.status();
  bots_gate_->Open(*std::move(listener), {.bot = bot, .is_guarded = is_guarded, .tls = nullptr});
  return absl::OkStatus();
}

void BotService::StopListeningFor(const std::string& bot) { bots_gate_->CloseFor(bot); }

void BotService::TakeCalls() {
  WaitForCall();
  health_.Start(*loop_);
}

void BotService::WaitForCall() {
  auto stream = std::make_unique<BotStream>(*this);
  BotStream* const key = stream.get();
  streams_.emplace(key, std::move(stream));
}

absl::Status BotService::OnAccepted() {
  // While the referee shuts down no stream waits for a further call.
  if (is_ending_) return absl::UnavailableError("the referee is shutting down");
  const bool is_full = streams_.size() > limits::kStreams;
  WaitForCall();
  if (is_full) return absl::ResourceExhaustedError(absl::StrCat("more than ", limits::kStreams, " streams are open"));
  return absl::OkStatus();
}

void BotService::OnIdle(BotStream& stream) { streams_.erase(&stream); }

// gRPC calls the peer of a connection that it was handed over "fd:" with the number.
std::optional<ConnectionSource> BotService::SourceOf(const std::string& peer) const {
  absl::string_view number = peer;
  int descriptor = -1;
  if (!absl::ConsumePrefix(&number, "fd:") || !absl::SimpleAtoi(number, &descriptor)) return std::nullopt;
  return visitors_.At(descriptor);
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
  public_gate_->Close();
  bots_gate_->Close();
  server_->Shutdown(std::chrono::system_clock::now() + limits::kLinger);
  public_gate_->Stop();
  bots_gate_->Stop();
}

}  // namespace flagfall
