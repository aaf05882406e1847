#include "arena/client/channel.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace flagfall::arena::client {
namespace {

constexpr int kMessageBytesMax = 128 << 20;
// The server takes a ping every five seconds.
constexpr int kKeepaliveMs = 20'000;
constexpr int kKeepaliveTimeoutMs = 10'000;

// Records of long games are larger than gRPC takes unless told to.
grpc::ChannelArguments Arguments() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMessageBytesMax);
  // A watch may be silent for long, and nobody reports a network that was cut. Pings find out.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  return arguments;
}

bool IsOnThisMachine(absl::string_view target) {
  return absl::StartsWith(target, "unix:") || absl::StartsWith(target, "127.") ||
         absl::StartsWith(target, "localhost:") || absl::StartsWith(target, "[::1]:");
}

// gRPC's error for a connection that could not be made, after what is likely to be wrong.
std::string Explained(absl::string_view error, const ServerAddress& server) {
  const bool has_tls = absl::StartsWith(server.address, "tls:");
  if (absl::StrContains(error, "certificate verify failed") || absl::StrContains(error, "CERTIFICATE_VERIFY_FAILED")) {
    return absl::StrCat(
        "no root that is trusted here has signed its certificate for that name; give the host's own root "
        "with --tls-ca FILE (or FLAGFALL_TLS_CA) (",
        error, ")");
  }
  if (absl::StrContains(error, "not in peer certificate")) {
    return absl::StrCat(
        "its certificate is for another name; write tls:NAME:PORT with a name that the certificate has (", error, ")");
  }
  if (has_tls && absl::StrContains(error, "wrong version number")) {
    return absl::StrCat("it speaks no TLS there; write insecure: in place of tls: (", error, ")");
  }
  if (!has_tls && absl::StrContains(error, "Socket closed")) {
    return absl::StrCat("it ended the connection; where it speaks TLS, write tls:", server.address, " (", error, ")");
  }
  if (absl::StrContains(error, "http1.x")) {
    return absl::StrCat("a web server answers there, as the web report; give the port of --listen (", error, ")");
  }
  return std::string(error);
}

}  // namespace

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

absl::Status StatusOf(const grpc::Status& status, const ServerAddress& server) {
  if (status.ok()) return absl::OkStatus();
  // The codes of both kinds are the same numbers.
  const auto code = static_cast<absl::StatusCode>(status.error_code());
  if (code != absl::StatusCode::kUnavailable) return absl::Status(code, status.error_message());
  return absl::UnavailableError(
      absl::StrCat("cannot reach the server at ", server.address, ": ", Explained(status.error_message(), server)));
}

void Prepare(const ServerAddress& server, grpc::ClientContext& context) {
  if (!server.token.empty()) context.AddMetadata("authorization", "Bearer " + server.token);
}

}  // namespace flagfall::arena::client
