#include "referee/service/bot_service.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <latch>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "referee/base/status_macros.h"
#include "referee/net/address.h"
#include "referee/net/listener.h"
#include "referee/net/net_limits.h"
#include "referee/service/bearer_token.h"
#include "referee/service/service_limits.h"

namespace flagfall {
namespace {

constexpr char kBotService[] = "flagfall.v1.BotService";
constexpr char kPlay[] = "/flagfall.v1.BotService/Play";
// Numbers of connections at the bots' own sockets begin here; those of the public addresses stay below.
constexpr std::uint64_t kFirstOwnConnection = std::uint64_t{1} << 62;

rpc::ConnectionOptions TransportLimits() {
  return {.message_bytes_max = limits::kMessageBytes,
          .metadata_bytes_max = limits::kMetadataBytes,
          .calls_at_once_max = limits::kStreamsPerConnection,
          .opening_within = limits::kOpeningWithin,
          .idle_after = limits::kIdleConnection,
          .keepalive_time = limits::kKeepaliveTime,
          .keepalive_timeout = limits::kKeepaliveTimeout,
          .linger = limits::kLinger};
}

ConnectionServer::Limits PublicLimits() {
  return {.peer = {limits::kConnectionsPerAddress, limits::kAddressBurst, limits::kAddressPerSecond},
          .all = {limits::ConnectionsInAll(), limits::kArrivalBurst, limits::kArrivalsPerSecond},
          .call_burst = limits::kCallBurstOfAll,
          .calls_per_second = limits::kCallsPerSecondOfAll,
          .paces_cpu = true,
          .sets_trusted_apart = true,
          .connection = TransportLimits()};
}

ConnectionServer::Limits LimitsOfBots() {
  constexpr Quota kOfOneBot{limits::kConnectionsPerBot, limits::kConnectionBurst, limits::kConnectionsPerSecond};
  return {.peer = kOfOneBot,
          .all = kNoQuota,
          .adopted = kOfOneBot,
          .call_burst = kNoQuota.burst,
          .calls_per_second = kNoQuota.per_second,
          .first_number = kFirstOwnConnection,
          .connection = TransportLimits()};
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

// BotService, and those that the methods are of: "/package.Service/Method".
std::vector<std::string> ServicesOf(const RefereeOptions& options) {
  std::vector<std::string> services{kBotService};
  for (const BlockingMethod& method : options.methods) {
    const std::string service = method.path.substr(1, method.path.rfind('/') - 1);
    if (std::find(services.begin(), services.end(), service) == services.end()) services.push_back(service);
  }
  return services;
}

}  // namespace

absl::StatusOr<std::unique_ptr<BotService>> BotService::Start(const RefereeOptions& options, RefereeObserver observer) {
  FLAGFALL_RETURN_IF_ERROR(CheckListen(options));
  std::unique_ptr<BotService> service(new BotService(options, std::move(observer)));
  for (const AdmittedToken& token : options.admitted) {
    service->lobby().Admit(token.bot, token.token_sha256, token.no_show_after, SteadyNow());
    service->tokens_.Set(token.bot, token.token_sha256);
  }
  FLAGFALL_RETURN_IF_ERROR(service->Listen(options));
  service->thread_ = std::thread([&loop = service->loop_] { loop.Run(); });
  service->public_thread_ = std::thread([&loop = service->public_loop_] { loop.Run(); });
  return service;
}

BotService::BotService(const RefereeOptions& options, RefereeObserver observer)
    : health_(ServicesOf(options)),
      streams_(loop_, std::move(observer), options.on_host_delay,
               [this](absl::string_view reason, const std::string& peer) {
                 connections_.NoteRefusal(/*is_connection=*/false, reason, peer);
               }),
      connections_(loop_, LimitsOfBots(),
                   [this](auto& call, auto& connection) { return RouteInPlay(call, connection); }),
      public_connections_(public_loop_, PublicLimits(),
                          [this](auto& call, auto& connection) { return RoutePublic(call, connection); }),
      workers_(limits::kWorkers, limits::kUrgentWorkers) {
  connections_.OnRefused(options.on_refusal);
  public_connections_.OnRefused(options.on_refusal);
  connections_.OnCost(options.on_peer_cost);
  public_connections_.OnCost(options.on_peer_cost);
  for (const BlockingMethod& method : options.methods) methods_.emplace(method.path, method);
  if (options.serves_reflection) reflection_.emplace(ServicesOf(options));
  connections_.OnServe([this](ServedConnection& connection) {
    // At its own socket there is nobody but the bot, whatever it says there.
    if (const auto bot = lobby().Admitted(connection.source().bot)) connection.ChargeTo(bot->cost);
  });
  public_connections_.OnMove([this](ConnectionParts parts) {
    auto moving = std::make_shared<ConnectionParts>(std::move(parts));
    loop_.Post([this, moving] { connections_.Adopt(std::move(*moving)); });
  });
}

BotService::~BotService() {
  const absl::Status why = absl::UnavailableError("the referee is shutting down");
  if (thread_.joinable()) {
    // Calls that wait for something have been told by its owner that it ends, and say so.
    is_closing_ = true;
    workers_.AwaitIdle(std::chrono::steady_clock::now() + limits::kLinger);
    std::latch ended(2);
    public_loop_.Post([&] { public_connections_.Shutdown(why, [&] { ended.count_down(); }); });
    loop_.Post([&] {
      // First, so that the lobby is not told of bots that have gone, and tells them nothing.
      streams_.EndAll(why);
      for (const auto& [key, bot] : local_bots_) bot->End(why);
      connections_.Shutdown(why, [&] { ended.count_down(); });
    });
    ended.wait();
    loop_.Stop();
    public_loop_.Stop();
    thread_.join();
    public_thread_.join();
  }
  MutexLock lock(mutex_);
  for (const auto& [bot, path] : own_paths_) ::unlink(path.c_str());
}

absl::Status BotService::Listen(const RefereeOptions& options) {
  if (options.tls) {
    FLAGFALL_ASSIGN_OR_RETURN(tls_, TlsContext::Make(*options.tls));
  }
  for (const std::string& address : options.listen) {
    FLAGFALL_ASSIGN_OR_RETURN(Listener listener, Listener::At(address));
    addresses_.push_back(listener.address());
    const TlsContext* const tls = listener.is_unix() ? nullptr : tls_.get();
    public_connections_.Open(std::move(listener), {.bot = "", .tls = tls});
  }
  return absl::OkStatus();
}

absl::Status BotService::ListenFor(const std::string& bot, const std::string& path) {
  StopListeningFor(bot);
  FLAGFALL_ASSIGN_OR_RETURN(Listener made, Listener::AtOwnPath(path));
  auto listener = std::make_shared<Listener>(std::move(made));
  {
    // Removed when listening stops and not when the loop comes to it: another may listen at the path by then.
    MutexLock lock(mutex_);
    own_paths_[bot] = listener->ReleasePath();
  }
  loop_.Post([this, bot, listener] { connections_.Open(std::move(*listener), {.bot = bot, .tls = nullptr}); });
  return absl::OkStatus();
}

void BotService::StopListeningFor(const std::string& bot) {
  {
    MutexLock lock(mutex_);
    const auto found = own_paths_.find(bot);
    if (found == own_paths_.end()) return;
    ::unlink(found->second.c_str());
    own_paths_.erase(found);
  }
  loop_.Post([this, bot] { connections_.CloseFor(bot); });
}

std::shared_ptr<LocalBot> BotService::JoinLocally(const std::string& bot, const v1::Hello& hello,
                                                  LocalBotObserver observer) {
  auto local = std::make_shared<LocalBot>(*this, std::move(observer));
  loop_.Post([this, local, bot, hello] {
    local_bots_[local.get()] = local;
    local->Join(bot, hello, streams_.is_ending());
  });
  return local;
}

std::shared_ptr<rpc::CallHandler> BotService::RoutePublic(rpc::Call& call, ServedConnection& connection) {
  if (call.head().path != kPlay) return RouteOther(call, connection, public_connections_);
  // Left open, the call moves its connection to the games' loop.
  if (const auto bot = tokens_.BotOf(BearerToken(call.head()))) {
    connection.MoveAs(*bot);
    return nullptr;
  }
  public_connections_.NoteRefusal(/*is_connection=*/false, refusals::kUnauthenticated, connection.peer());
  call.End(Lobby::NotAdmitted());
  return nullptr;
}

std::shared_ptr<rpc::CallHandler> BotService::RouteInPlay(rpc::Call& call, ServedConnection& connection) {
  if (call.head().path != kPlay) return RouteOther(call, connection, connections_);
  // The bot may have been admitted a moment ago, and its call may have overtaken the news of it.
  loop_.RunPosted();
  return streams_.Route(call, connection.source(),
                        [&connection](const std::shared_ptr<RecentCost>& bot) { connection.ChargeTo(bot); });
}

std::shared_ptr<rpc::CallHandler> BotService::RouteOther(rpc::Call& call, ServedConnection& connection,
                                                         ConnectionServer& server) {
  if (auto handler = health_.Route(call)) return handler;
  if (reflection_) {
    if (auto handler = reflection_->Route(call)) return handler;
  }
  if (const auto method = methods_.find(call.head().path); method != methods_.end()) {
    if (is_closing_) {
      call.End(absl::UnavailableError("the server is shutting down"));
      return nullptr;
    }
    const ConnectionSource& source = connection.source();
    return StartWorkerCall(workers_, method->second, call, source.bot.empty() ? source.address : std::string(),
                           PosterTo(connection.number(), server));
  }
  call.End(absl::UnimplementedError(
      absl::StrCat("no method '", call.head().path.substr(0, limits::kNameBytes), "' here; bots call ", kPlay)));
  return nullptr;
}

PostToConnection BotService::PosterTo(std::uint64_t connection, ConnectionServer& server) {
  return [this, connection, &server](std::function<void()> call) {
    server.loop().Post([this, connection, &server, call = std::move(call)] {
      if (server.CallFor(connection, call) || &server == &connections_) return;
      // It may have moved.
      loop_.Post([this, connection, call] { connections_.CallFor(connection, call); });
    });
  };
}

}  // namespace flagfall
