#include "arena/client/arena_client.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <chrono>
#include <fstream>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "flagfall/v1/arena_service.grpc.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

constexpr int kMessageBytesMax = 128 << 20;
constexpr std::size_t kPieceBytes = 32 << 10;
// The server takes a ping every five seconds.
constexpr int kKeepaliveMs = 20'000;
constexpr int kKeepaliveTimeoutMs = 10'000;

// Records of long games are larger than gRPC takes unless told to.
grpc::ChannelArguments Arguments() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMessageBytesMax);
  // Who watches may hear nothing for long; of a network that is cut, nobody hears.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  return arguments;
}

bool IsOnThisMachine(absl::string_view target) {
  return absl::StartsWith(target, "unix:") || absl::StartsWith(target, "127.") ||
         absl::StartsWith(target, "localhost:") || absl::StartsWith(target, "[::1]:");
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> Dial(const ServerAddress& server) {
  absl::string_view target = server.address;
  if (absl::StrContains(target, "://")) {
    return absl::InvalidArgumentError(
        absl::StrCat("the server's address is `", target, "`, which is a web address; write tls:HOST:PORT"));
  }
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

// What the library says of a connection that could not be had, with what is likely to be wrong before it.
std::string Explained(absl::string_view error, const ServerAddress& server) {
  const bool has_tls = absl::StartsWith(server.address, "tls:");
  if (absl::StrContains(error, "certificate verify failed") || absl::StrContains(error, "CERTIFICATE_VERIFY_FAILED")) {
    return absl::StrCat(
        "no root that is trusted here has signed its certificate for that name; give the host's own root "
        "with --tls-ca FILE (or FLAGFALL_TLS_CA) (",
        error, ")");
  }
  if (has_tls && absl::StrContains(error, "wrong version number")) {
    return absl::StrCat("it speaks no TLS there; leave out tls: (", error, ")");
  }
  if (!has_tls && absl::StrContains(error, "Socket closed")) {
    return absl::StrCat("it ended the connection; where it speaks TLS, write tls:", server.address, " (", error, ")");
  }
  return std::string(error);
}

absl::Status StatusOf(const grpc::Status& status, const ServerAddress& server) {
  if (status.ok()) return absl::OkStatus();
  // The codes of both kinds are the same numbers.
  const auto code = static_cast<absl::StatusCode>(status.error_code());
  if (code != absl::StatusCode::kUnavailable) return absl::Status(code, status.error_message());
  return absl::UnavailableError(
      absl::StrCat("cannot reach the server at ", server.address, ": ", Explained(status.error_message(), server)));
}

}  // namespace

using Stub = v1::ArenaService::Stub;

class ArenaClient::Impl {
 public:
  Impl(ServerAddress server, const std::shared_ptr<grpc::Channel>& channel)
      : server_(std::move(server)), stub_(v1::ArenaService::NewStub(channel)) {}

  template <typename Request, typename Response>
  absl::StatusOr<Response> Call(grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                                const Request& request) {
    grpc::ClientContext context;
    Prepare(context);
    context.set_deadline(std::chrono::system_clock::now() + server_.answer_within);
    Response response;
    const grpc::Status status = (stub_.get()->*method)(&context, request, &response);
    // Ours: no call that has one answer has a deadline of the server's.
    if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED) {
      return absl::DeadlineExceededError(absl::StrCat("the server at ", server_.address, " has not answered within ",
                                                      server_.answer_within / std::chrono::seconds(1),
                                                      " s; what was asked of it may have been done all the same"));
    }
    FLAGFALL_RETURN_IF_ERROR(StatusOf(status, server_));
    return response;
  }

  template <typename Event, typename Request>
  absl::Status Watch(std::unique_ptr<grpc::ClientReader<Event>> (Stub::*method)(grpc::ClientContext*, const Request&),
                     const Request& request, const std::function<void(const Event&)>& on_event) {
    grpc::ClientContext context;
    Prepare(context);
    const auto reader = (stub_.get()->*method)(&context, request);
    Event event;
    while (reader->Read(&event)) on_event(event);
    return StatusOf(reader->Finish(), server_);
  }

  absl::StatusOr<v1::Submission> Submit(const std::string& owner, const std::string& archive) {
    std::ifstream file(archive, std::ios::binary | std::ios::ate);
    if (!file) return absl::NotFoundError(absl::StrCat("cannot read ", archive));
    v1::SubmitBotRequest part;
    part.mutable_header()->set_owner(owner);
    part.mutable_header()->set_size(static_cast<std::uint64_t>(file.tellg()));
    file.seekg(0);
    grpc::ClientContext context;
    Prepare(context);
    v1::Submission submission;
    const auto writer = stub_->SubmitBot(&context, &submission);
    std::string piece(kPieceBytes, '\0');
    // A write that fails is explained by the status.
    while (writer->Write(part) && file) {
      file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
      if (file.gcount() == 0) break;
      part.set_piece(piece.data(), static_cast<std::size_t>(file.gcount()));
    }
    writer->WritesDone();
    FLAGFALL_RETURN_IF_ERROR(StatusOf(writer->Finish(), server_));
    return submission;
  }

 private:
  void Prepare(grpc::ClientContext& context) const {
    if (!server_.token.empty()) context.AddMetadata("authorization", "Bearer " + server_.token);
  }

  const ServerAddress server_;
  const std::unique_ptr<Stub> stub_;
};

absl::StatusOr<std::unique_ptr<ArenaClient>> ArenaClient::Make(const ServerAddress& server) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::shared_ptr<grpc::Channel> channel, Dial(server));
  return std::unique_ptr<ArenaClient>(new ArenaClient(std::make_unique<Impl>(server, channel)));
}

ArenaClient::ArenaClient(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ArenaClient::~ArenaClient() = default;

// NOLINTBEGIN(bugprone-macro-parentheses): names of types, which take none.
#define FLAGFALL_ASK(method, response)                                                \
  absl::StatusOr<v1::response> ArenaClient::Ask(const v1::method##Request& request) { \
    return impl_->Call(&Stub::method, request);                                       \
  }
FLAGFALL_ARENA_CALLS(FLAGFALL_ASK)
#undef FLAGFALL_ASK
// NOLINTEND(bugprone-macro-parentheses)

absl::StatusOr<v1::Submission> ArenaClient::Submit(const std::string& owner, const std::string& archive) {
  return impl_->Submit(owner, archive);
}

absl::Status ArenaClient::Watch(const v1::WatchSubmissionRequest& request,
                                const std::function<void(const v1::Submission&)>& on_state) {
  return impl_->Watch<v1::Submission>(&Stub::WatchSubmission, request, on_state);
}

absl::Status ArenaClient::Watch(const v1::WatchTournamentRequest& request,
                                const std::function<void(const v1::TournamentEvent&)>& on_event) {
  return impl_->Watch<v1::TournamentEvent>(&Stub::WatchTournament, request, on_event);
}

}  // namespace flagfall::arena
