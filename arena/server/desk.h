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
#include "arena/queries/answer_cache.h"
#include "arena/queries/queries.h"
#include "arena/server/admissions.h"
#include "arena/server/submission_queue.h"
#include "arena/server/tournament_queue.h"
#include "arena/store/database.h"
#include "arena/store/ledger_watch.h"
#include "arena/store/readers.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {

// What the server does for those who call it. Each call says for itself whether the caller may have it done to that
// object; whether the caller's role may call it at all has been looked at before. What is const is a question: it
// changes nothing, and waits for nobody but who makes the same leaderboard. May be used by many threads.
class Desk {
 public:
  // All must outlive the desk. `database` is shared: it is used under its access().
  Desk(Database& database, TournamentQueue& tournaments, SubmissionQueue& submissions, Admissions& admissions,
       std::size_t cache_bytes)
      : database_(database),
        tournaments_(tournaments),
        submissions_(submissions),
        admissions_(admissions),
        leaderboards_(cache_bytes, [](const auto& answer) { return answer.ByteSizeLong(); }) {}

  // Who shows this token.
  absl::StatusOr<Principal> Authorize(absl::string_view token) const;

  // What the ledger alone answers.
  template <typename Request>
  auto Do(const Principal& caller, const Request& request) const
      -> decltype(Answer(std::declval<Database&>(), request)) {
    FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
    return Answer(*reader, request, caller.role == Role::kHost ? Asker::kHost : Asker::kAnybody);
  }

  // For others than hosts kept as long as AnswerCache says: to fit ratings to a pool's games takes long.
  absl::StatusOr<v1::GetLeaderboardResponse> Do(const Principal& caller,
                                                const v1::GetLeaderboardRequest& request) const;

  // Where a bot lies on the host's disk is the host's to know.
  absl::StatusOr<v1::ListBotsResponse> Do(const Principal& caller, const v1::ListBotsRequest& request) const;
  absl::StatusOr<v1::Bot> Do(const Principal& caller, const v1::GetBotRequest& request) const;

  absl::StatusOr<v1::Tournament> Do(const Principal& caller, const v1::CreateTournamentRequest& request);
  absl::StatusOr<v1::Tournament> Do(const Principal& caller, const v1::CancelTournamentRequest& request);
  absl::StatusOr<v1::Tournament> Do(const Principal& caller, const v1::ResumeTournamentRequest& request);

  absl::StatusOr<v1::GetBotLogResponse> Do(const Principal& caller, const v1::GetBotLogRequest& request) const;
  absl::StatusOr<v1::Bot> Do(const Principal& caller, const v1::SuspendBotRequest& request);
  absl::StatusOr<v1::Bot> Do(const Principal& caller, const v1::ResumeBotRequest& request);
  absl::StatusOr<v1::Bot> Do(const Principal& caller, const v1::RetireBotRequest& request);
  absl::StatusOr<v1::CreateRemoteBotResponse> Do(const Principal& caller, const v1::CreateRemoteBotRequest& request);
  absl::StatusOr<v1::NewToken> Do(const Principal& caller, const v1::CreateBotTokenRequest& request);

  absl::StatusOr<v1::ListSubmissionsResponse> Do(const Principal& caller,
                                                 const v1::ListSubmissionsRequest& request) const;
  absl::StatusOr<v1::Submission> Do(const Principal& caller, const v1::GetSubmissionRequest& request) const;
  // Whose a submission is to be that comes with this header; an error when it may not come.
  absl::StatusOr<std::string> AdmitUpload(const Principal& caller, const v1::SubmitBotHeader& header) const;
  // Of an upload that was admitted as `owner`'s.
  absl::StatusOr<v1::Submission> Submit(const Principal& caller, const std::string& owner, ScratchFile archive);
  // Whose a submission is to be.
  static absl::StatusOr<std::string> OwnerOf(const Principal& caller, absl::string_view method,
                                             const std::string& named);

  absl::StatusOr<v1::User> Do(const Principal& caller, const v1::CreateUserRequest& request);
  absl::StatusOr<v1::User> Do(const Principal& caller, const v1::RemoveUserRequest& request);
  absl::StatusOr<v1::ListUsersResponse> Do(const Principal& caller, const v1::ListUsersRequest& request) const;
  absl::StatusOr<v1::NewToken> Do(const Principal& caller, const v1::CreateTokenRequest& request);
  absl::StatusOr<v1::ListTokensResponse> Do(const Principal& caller, const v1::ListTokensRequest& request) const;
  absl::StatusOr<v1::Token> Do(const Principal& caller, const v1::RevokeTokenRequest& request);

  SubmissionQueue& submissions() { return submissions_; }

 private:
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
  mutable Readers readers_{database_.path()};
  mutable LedgerWatch watch_{database_.path()};
  mutable AnswerCache<v1::GetLeaderboardResponse> leaderboards_;
};

}  // namespace flagfall::arena

#endif  // ARENA_SERVER_DESK_H_
