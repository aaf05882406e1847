#include "arena/client/arena_client.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "flagfall/v1/arena_service.grpc.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

constexpr int kMessageBytesMax = 128 << 20;

// Records of long games are larger than gRPC takes unless told to.
grpc::ChannelArguments Arguments() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMessageBytesMax);
  return arguments;
}

bool IsOnThisMachine(absl::string_view target) {
  return absl::StartsWith(target, "unix:") || absl::StartsWith(target, "127.") ||
         absl::StartsWith(target, "localhost:") || absl::StartsWith(target, "[::1]:");
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> Dial(const ServerAddress& server) {
  absl::string_view target = server.address;
  std::shared_ptr<grpc::ChannelCredentials> credentials = grpc::InsecureChannelCredentials();
  if (absl::ConsumePrefix(&target, "tls:")) {
    grpc::SslCredentialsOptions ssl;
    ssl.pem_root_certs = server.tls_roots;
    credentials = grpc::SslCredentials(ssl);
  } else if (!absl::ConsumePrefix(&target, "insecure:") && !IsOnThisMachine(target)) {
    return absl::InvalidArgumentError(absl::StrCat("the server's address is `", server.address,
                                                   "`; write tls:", server.address, ", or insecure:", server.address,
                                                   " where token and games may cross the network in the clear"));
  }
  return grpc::CreateCustomChannel(std::string(target), credentials, Arguments());
}

absl::Status StatusOf(const grpc::Status& status, const ServerAddress& server) {
  if (status.ok()) return absl::OkStatus();
  // The codes of both kinds are the same numbers.
  const auto code = static_cast<absl::StatusCode>(status.error_code());
  if (code != absl::StatusCode::kUnavailable) return absl::Status(code, status.error_message());
  return absl::UnavailableError(
      absl::StrCat("cannot reach the server at ", server.address, ": ", status.error_message()));
}

}  // namespace

class ArenaClient::Impl {
 public:
  Impl(ServerAddress server, const std::shared_ptr<grpc::Channel>& channel)
      : server_(std::move(server)), stub_(v1::ArenaService::NewStub(channel)) {}

  template <typename Request, typename Response>
  absl::StatusOr<Response> Call(grpc::Status (v1::ArenaService::Stub::*method)(grpc::ClientContext*, const Request&,
                                                                               Response*),
                                const Request& request) {
    grpc::ClientContext context;
    Prepare(context);
    Response response;
    FLAGFALL_RETURN_IF_ERROR(StatusOf((stub_.get()->*method)(&context, request, &response), server_));
    return response;
  }

  absl::Status Watch(const v1::WatchTournamentRequest& request,
                     const std::function<void(const v1::TournamentEvent&)>& on_event) {
    grpc::ClientContext context;
    Prepare(context);
    const auto reader = stub_->WatchTournament(&context, request);
    v1::TournamentEvent event;
    while (reader->Read(&event)) on_event(event);
    return StatusOf(reader->Finish(), server_);
  }

 private:
  void Prepare(grpc::ClientContext& context) const {
    if (!server_.token.empty()) context.AddMetadata("authorization", "Bearer " + server_.token);
  }

  const ServerAddress server_;
  const std::unique_ptr<v1::ArenaService::Stub> stub_;
};

absl::StatusOr<std::unique_ptr<ArenaClient>> ArenaClient::Make(const ServerAddress& server) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::shared_ptr<grpc::Channel> channel, Dial(server));
  return std::unique_ptr<ArenaClient>(new ArenaClient(std::make_unique<Impl>(server, channel)));
}

ArenaClient::ArenaClient(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ArenaClient::~ArenaClient() = default;

using Stub = v1::ArenaService::Stub;

absl::StatusOr<v1::ListBotsResponse> ArenaClient::Ask(const v1::ListBotsRequest& request) {
  return impl_->Call(&Stub::ListBots, request);
}
absl::StatusOr<v1::Bot> ArenaClient::Ask(const v1::GetBotRequest& request) {
  return impl_->Call(&Stub::GetBot, request);
}
absl::StatusOr<v1::Tournament> ArenaClient::Ask(const v1::CreateTournamentRequest& request) {
  return impl_->Call(&Stub::CreateTournament, request);
}
absl::StatusOr<v1::ListTournamentsResponse> ArenaClient::Ask(const v1::ListTournamentsRequest& request) {
  return impl_->Call(&Stub::ListTournaments, request);
}
absl::StatusOr<v1::Tournament> ArenaClient::Ask(const v1::GetTournamentRequest& request) {
  return impl_->Call(&Stub::GetTournament, request);
}
absl::StatusOr<v1::Tournament> ArenaClient::Ask(const v1::CancelTournamentRequest& request) {
  return impl_->Call(&Stub::CancelTournament, request);
}
absl::StatusOr<v1::ListGamesResponse> ArenaClient::Ask(const v1::ListGamesRequest& request) {
  return impl_->Call(&Stub::ListGames, request);
}
absl::StatusOr<v1::GameRecord> ArenaClient::Ask(const v1::GetGameRecordRequest& request) {
  return impl_->Call(&Stub::GetGameRecord, request);
}
absl::StatusOr<v1::GameView> ArenaClient::Ask(const v1::GetGameViewRequest& request) {
  return impl_->Call(&Stub::GetGameView, request);
}
absl::StatusOr<v1::GetLeaderboardResponse> ArenaClient::Ask(const v1::GetLeaderboardRequest& request) {
  return impl_->Call(&Stub::GetLeaderboard, request);
}

absl::Status ArenaClient::Watch(const v1::WatchTournamentRequest& request,
                                const std::function<void(const v1::TournamentEvent&)>& on_event) {
  return impl_->Watch(request, on_event);
}

}  // namespace flagfall::arena
