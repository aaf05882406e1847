#ifndef ARENA_CLIENT_ARENA_CLIENT_H_
#define ARENA_CLIENT_ARENA_CLIENT_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena {

// How to reach a server.
struct ServerAddress {
  // `tls:host:port`; `host:port` on this machine; `unix:/path`; `insecure:host:port` in the clear over a network.
  std::string address;
  // Who calls; nobody in particular when empty.
  std::string token;
  // PEM of the roots that the server's certificate is checked against; the system's when empty.
  std::string tls_roots;
};

// ArenaService of a server, as functions. Errors are the service's own; UNAVAILABLE when it cannot be reached.
class ArenaClient {
 public:
  // INVALID_ARGUMENT when the address is not one. Does not dial yet.
  static absl::StatusOr<std::unique_ptr<ArenaClient>> Make(const ServerAddress& server);
  ~ArenaClient();

  absl::StatusOr<v1::ListBotsResponse> Ask(const v1::ListBotsRequest& request);
  absl::StatusOr<v1::Bot> Ask(const v1::GetBotRequest& request);
  absl::StatusOr<v1::GetBotLogResponse> Ask(const v1::GetBotLogRequest& request);
  absl::StatusOr<v1::Bot> Ask(const v1::SuspendBotRequest& request);
  absl::StatusOr<v1::Bot> Ask(const v1::ResumeBotRequest& request);
  absl::StatusOr<v1::Bot> Ask(const v1::RetireBotRequest& request);
  absl::StatusOr<v1::ListSubmissionsResponse> Ask(const v1::ListSubmissionsRequest& request);
  absl::StatusOr<v1::Submission> Ask(const v1::GetSubmissionRequest& request);
  absl::StatusOr<v1::CreateRemoteBotResponse> Ask(const v1::CreateRemoteBotRequest& request);
  absl::StatusOr<v1::NewToken> Ask(const v1::CreateBotTokenRequest& request);
  absl::StatusOr<v1::Tournament> Ask(const v1::CreateTournamentRequest& request);
  absl::StatusOr<v1::ListTournamentsResponse> Ask(const v1::ListTournamentsRequest& request);
  absl::StatusOr<v1::Tournament> Ask(const v1::GetTournamentRequest& request);
  absl::StatusOr<v1::Tournament> Ask(const v1::CancelTournamentRequest& request);
  absl::StatusOr<v1::Tournament> Ask(const v1::ResumeTournamentRequest& request);
  absl::StatusOr<v1::ListGamesResponse> Ask(const v1::ListGamesRequest& request);
  absl::StatusOr<v1::GameRecord> Ask(const v1::GetGameRecordRequest& request);
  absl::StatusOr<v1::GameView> Ask(const v1::GetGameViewRequest& request);
  absl::StatusOr<v1::GetLeaderboardResponse> Ask(const v1::GetLeaderboardRequest& request);
  absl::StatusOr<v1::User> Ask(const v1::CreateUserRequest& request);
  absl::StatusOr<v1::User> Ask(const v1::RemoveUserRequest& request);
  absl::StatusOr<v1::ListUsersResponse> Ask(const v1::ListUsersRequest& request);
  absl::StatusOr<v1::NewToken> Ask(const v1::CreateTokenRequest& request);
  absl::StatusOr<v1::ListTokensResponse> Ask(const v1::ListTokensRequest& request);
  absl::StatusOr<v1::Token> Ask(const v1::RevokeTokenRequest& request);

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
