#ifndef ARENA_SERVER_DESK_H_
#define ARENA_SERVER_DESK_H_

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/accounts/answers.h"
#include "arena/accounts/roles.h"
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

  // What the ledger alone answers: queries and hosting's questions.
  template <typename Request>
  auto Do(const Principal& caller, const Request& request) const
      -> decltype(Answer(std::declval<Database&>(), request)) {
    FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
    return Answer(*reader, request, caller.role == Role::kHost ? Asker::kHost : Asker::kAnybody);
  }

  template <typename Request>
  auto Do(const Principal& caller, const Request& request) const
      -> decltype(Answer(std::declval<const HostedCall&>(), request)) {
    FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
    return Answer(CallOf(caller, *reader), request);
  }

  // What hosting changes.
  template <typename Request>
  auto Do(const Principal& caller, const Request& request)
      -> decltype(Apply(std::declval<const HostedCall&>(), request)) {
    decltype(Apply(std::declval<const HostedCall&>(), request)) changed = absl::UnknownError("not asked yet");
    {
      MutexLock lock(database_.access());
      changed = Apply(CallOf(caller, database_), request);
    }
    // Users' tokens admit no bot, and a token that is shown once must not be lost to an error after it was made.
    constexpr bool kMayAdmit =
        !std::is_same_v<Request, v1::CreateTokenRequest> && !std::is_same_v<Request, v1::CreateUserRequest>;
    if (kMayAdmit && changed.ok()) FLAGFALL_RETURN_IF_ERROR(UpdateAdmissions());
    return changed;
  }

  // For others than hosts kept as long as AnswerCache says: to fit ratings to a pool's games takes long.
  absl::StatusOr<v1::GetLeaderboardResponse> Do(const Principal& caller,
                                                const v1::GetLeaderboardRequest& request) const;

  absl::StatusOr<v1::Tournament> Do(const Principal& caller, const v1::CreateTournamentRequest& request);
  absl::StatusOr<v1::Tournament> Do(const Principal& caller, const v1::CancelTournamentRequest& request);
  absl::StatusOr<v1::Tournament> Do(const Principal& caller, const v1::ResumeTournamentRequest& request);

  // Whose a submission is to be that comes with this header; an error when it may not come.
  absl::StatusOr<std::string> AdmitUpload(const Principal& caller, const v1::SubmitBotHeader& header) const;
  // Of an upload that was admitted as `owner`'s.
  absl::StatusOr<v1::Submission> Submit(const Principal& caller, const std::string& owner, ScratchFile archive);
  SubmissionQueue& submissions() { return submissions_; }

 private:
  absl::StatusOr<v1::Tournament> TournamentOf(std::int64_t id) const;
  HostedCall CallOf(const Principal& caller, Database& database) const;
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
