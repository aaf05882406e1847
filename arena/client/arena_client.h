#ifndef ARENA_CLIENT_ARENA_CLIENT_H_
#define ARENA_CLIENT_ARENA_CLIENT_H_

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/base/arena_calls.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena {

// How to reach a server.
struct ServerAddress {
  // `tls:host:port`; `host:port` on this machine; `unix:/path`; `insecure:host:port` in the clear over a network.
  std::string address;
  // Who calls; nobody in particular when empty.
  std::string token = {};
  // PEM of the roots that the server's certificate is checked against; the system's when empty.
  std::string tls_roots = {};
  // For an answer. Ratings of a large pool take seconds.
  std::chrono::seconds answer_within = std::chrono::seconds(120);
};

// ArenaService of a server, as functions. Errors are the service's own; UNAVAILABLE when it cannot be reached,
// DEADLINE_EXCEEDED when it does not answer.
class ArenaClient {
 public:
  // INVALID_ARGUMENT when the address is not one. Does not dial yet.
  static absl::StatusOr<std::unique_ptr<ArenaClient>> Make(const ServerAddress& server);
  ~ArenaClient();

// NOLINTBEGIN(bugprone-macro-parentheses): names of types, which take none.
#define FLAGFALL_ASK(method, response) absl::StatusOr<v1::response> Ask(const v1::method##Request& request);
  FLAGFALL_ARENA_CALLS(FLAGFALL_ASK)
#undef FLAGFALL_ASK
  // NOLINTEND(bugprone-macro-parentheses)

  // Sends the archive in the file in pieces. NOT_FOUND when it cannot be read.
  absl::StatusOr<v1::Submission> Submit(const std::string& owner, const std::string& archive);

  // Calls `on_state` with each state until the last.
  absl::Status Watch(const v1::WatchSubmissionRequest& request,
                     const std::function<void(const v1::Submission&)>& on_state);
  // Calls `on_event` with each event until the last.
  absl::Status Watch(const v1::WatchTournamentRequest& request,
                     const std::function<void(const v1::TournamentEvent&)>& on_event);

 private:
  class Impl;
  explicit ArenaClient(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace flagfall::arena

#endif  // ARENA_CLIENT_ARENA_CLIENT_H_
