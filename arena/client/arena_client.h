#ifndef ARENA_CLIENT_ARENA_CLIENT_H_
#define ARENA_CLIENT_ARENA_CLIENT_H_

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/api/arena_api.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::client {

// A server, and how to reach it.
struct ServerAddress {
  // `tls:host:port`; `host:port` on this machine; `unix:/path`; `insecure:host:port` in the clear over a network.
  std::string address;
  // The token that says who calls; an anonymous caller has none.
  std::string token = {};
  // PEM of the roots that the server's certificate is checked against; the system's when empty.
  std::string tls_roots = {};
  // An answer must come within this time. Ratings of a large pool take seconds.
  std::chrono::seconds answer_within = std::chrono::seconds(120);
};

// The ArenaApi of a server: each method is a call of its ArenaService over gRPC. Errors are the service's own;
// UNAVAILABLE when the server cannot be reached, DEADLINE_EXCEEDED when it does not answer. INVALID_ARGUMENT when the
// address is not one. Does not dial before the first call.
absl::StatusOr<std::unique_ptr<api::ArenaApi>> ConnectToServer(const ServerAddress& server);

}  // namespace flagfall::arena::client

#endif  // ARENA_CLIENT_ARENA_CLIENT_H_
