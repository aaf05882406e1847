#ifndef ARENA_SERVER_DESK_H_
#define ARENA_SERVER_DESK_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/hosting/roles.h"
#include "arena/queries/queries.h"
#include "arena/server/admissions.h"
#include "arena/server/submission_queue.h"
#include "arena/server/tournament_queue.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {

// What the server does for those who call it. Each call says for itself whether the caller may have it done to that
// object; whether the caller's role may call it at all has been looked at before. May be used by many threads.
class Desk {
 public:
  // All must outlive the desk. `database` is shared: it is used under its access().
  Desk(Database& database, TournamentQueue& tournaments, SubmissionQueue& submissions, Admissions& admissions)
      : database_(database), tournaments_(tournaments), submissions_(submissions), admissions_(admissions) {}

  // Who shows this token.
  absl::StatusOr<Principal> Authorize(absl::string_view token) const;

  // What the ledger alone answers, from a connection of the call's own.
  template <typename Request>
  auto Do(const Principal& caller, const Request& request) const
      -> decltype(Answer(std::declval<Database&>(), request)) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> reader, Database::OpenForReading(database_.path()));
    return Answer(*reader, request, caller.role == Role::kHost ? Asker::kHost : Asker::kAnybody);
  }

  // Where a bot lies on the host's disk is the host's to know.
  absl::StatusOr<v1::ListBotsResponse> Do(const Principal& caller, const v1::ListBotsRequest& request) const;
  absl::StatusOr<v1::Bot> Do(const Principal& caller, const v1::GetBotRequest& request) const;

  absl::StatusOr<v1::Tournament> Do(const Principal& caller, const v1::CreateTournamentRequest& request);
  absl::StatusOr<v1::Tournament> Do(const Principal& caller, const v1::CancelTournamentRequest& request);
  absl::StatusOr<v1::Tournament> Do(const Principal& caller, const v1::ResumeTournamentRequest& request);

  absl::StatusOr<v1::GetBotLogResponse> Do(const Principal& caller, const v1::GetBotLogRequest& request);
  absl::StatusOr<v1::Bot> Do(const Principal& caller, const v1::SuspendBotRequest& request);
  absl::StatusOr<v1::Bot> Do(const Principal& caller, const v1::ResumeBotRequest& request);
  absl::StatusOr<v1::Bot> Do(const Principal& caller, const v1::RetireBotRequest& request);
  absl::StatusOr<v1::CreateRemoteBotResponse> Do(const Principal& caller, const v1::CreateRemoteBotRequest& request);
  absl::StatusOr<v1::NewToken> Do(const Principal& caller, const v1::CreateBotTokenRequest& request);

  absl::StatusOr<v1::ListSubmissionsResponse> Do(const Principal& caller, const v1::ListSubmissionsRequest& request);
  absl::StatusOr<v1::Submission> Do(const Principal& caller, const v1::GetSubmissionRequest& request);
  // The archive has been received into a file, which is the desk's from now on.
  absl::StatusOr<v1::Submission> Submit(const Principal& caller, const v1::SubmitBotHeader& header,
                                        const std::string& archive);
  // Whose a submission is to be.
  static absl::StatusOr<std::string> OwnerOf(const Principal& caller, absl::string_view method,
                                             const std::string& named);

  absl::StatusOr<v1::User> Do(const Principal& caller, const v1::CreateUserRequest& request);
  absl::StatusOr<v1::User> Do(const Principal& caller, const v1::RemoveUserRequest& request);
  absl::StatusOr<v1::ListUsersResponse> Do(const Principal& caller, const v1::ListUsersRequest& request);
  absl::StatusOr<v1::NewToken> Do(const Principal& caller, const v1::CreateTokenRequest& request);
  absl::StatusOr<v1::ListTokensResponse> Do(const Principal& caller, const v1::ListTokensRequest& request);
  absl::StatusOr<v1::Token> Do(const Principal& caller, const v1::RevokeTokenRequest& request);

  SubmissionQueue& submissions() { return submissions_; }

 private:
  absl::StatusOr<std::unique_ptr<Database>> Reader() const { return Database::OpenForReading(database_.path()); }
  absl::StatusOr<v1::Bot> BotOf(const Principal& caller, const std::string& name) const;
  absl::StatusOr<v1::Tournament> TournamentOf(std::int64_t id) const;
  // Changes a bot that the caller may change.
  absl::StatusOr<v1::Bot> Change(const Principal& caller, absl::string_view method, const std::string& name,
                                 const std::function<absl::StatusOr<Bot>(const std::string& entry)>& change);
  absl::Status UpdateAdmissions() const;

  Database& database_;
  TournamentQueue& tournaments_;
  SubmissionQueue& submissions_;
  Admissions& admissions_;
};

}  // namespace flagfall::arena

#endif  // ARENA_SERVER_DESK_H_
