#include "arena/server/desk.h"

#include <algorithm>
#include <thread>

#include "arena/accounts/tokens.h"
#include "arena/runner/random_bytes.h"
#include "arena/runner/tournament_runner.h"
#include "arena/store/submissions.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/spec.h"

namespace flagfall::arena {
namespace {

absl::StatusOr<std::int64_t> Enter(Database& database, const v1::TournamentSpec& spec) {
  MutexLock lock(database.access());
  FLAGFALL_RETURN_IF_ERROR(CheckEntrants(database, spec));
  return CreateTournament(database, spec, PoolOf(spec), WallNow());
}

}  // namespace

absl::StatusOr<Principal> Desk::Authorize(absl::string_view token) const {
  if (token.empty()) return Principal();
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  return flagfall::arena::Authorize(*reader, token, WallNow());
}

absl::StatusOr<v1::GetLeaderboardResponse> Desk::Do(const Principal& caller,
                                                    const v1::GetLeaderboardRequest& request) const {
  const auto make = [&]() -> absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> {
    FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
    FLAGFALL_ASSIGN_OR_RETURN(v1::GetLeaderboardResponse answer, Answer(*reader, request));
    return std::make_shared<const v1::GetLeaderboardResponse>(std::move(answer));
  };
  // Of anchors there are more than could be kept; and a host is told the newest.
  if (request.anchors_size() != 0 || caller.role == Role::kHost) {
    FLAGFALL_ASSIGN_OR_RETURN(const auto answer, make());
    return *answer;
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t ledger, watch_.Now());
  FLAGFALL_ASSIGN_OR_RETURN(const auto answer,
                            leaderboards_.Get(request.SerializeAsString(), Freshness::kLedger, ledger, make));
  return *answer;
}

absl::StatusOr<v1::Tournament> Desk::Do(const Principal& /*caller*/, const v1::CreateTournamentRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(
      const v1::TournamentSpec spec,
      CompleteSpec(request.spec(), {.cores = std::max(1U, std::thread::hardware_concurrency()), .draw_seed = NewSeed}));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, Enter(database_, spec));
  tournaments_.Wake();
  return TournamentOf(id);
}

absl::StatusOr<v1::Tournament> Desk::Do(const Principal& /*caller*/, const v1::CancelTournamentRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(tournaments_.Cancel(request.id()));
  return TournamentOf(request.id());
}

absl::StatusOr<v1::Tournament> Desk::Do(const Principal& /*caller*/, const v1::ResumeTournamentRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(tournaments_.Resume(request.id()));
  return TournamentOf(request.id());
}

// For who may make, cancel and resume tournaments: hosts.
absl::StatusOr<v1::Tournament> Desk::TournamentOf(std::int64_t id) const {
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(id));
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  return Answer(*reader, request, Asker::kHost);
}

absl::StatusOr<std::string> Desk::AdmitUpload(const Principal& caller, const v1::SubmitBotHeader& header) const {
  FLAGFALL_ASSIGN_OR_RETURN(std::string owner, OwnerFor(caller, "SubmitBot", header.owner()));
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  FLAGFALL_RETURN_IF_ERROR(CheckMaySubmit(*reader, owner));
  return owner;
}

absl::StatusOr<v1::Submission> Desk::Submit(const Principal& caller, const std::string& owner, ScratchFile archive) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, submissions_.Submit(owner, std::move(archive)));
  v1::GetSubmissionRequest request;
  request.set_id(static_cast<std::uint64_t>(id));
  return Do(caller, request);
}

HostedCall Desk::CallOf(const Principal& caller, Database& database) const {
  const SubmissionOptions& options = submissions_.options();
  return {.database = database,
          .caller = caller,
          .folders = options.folders,
          .rulesets_known = options.rulesets_known,
          .now = WallNow()};
}

absl::Status Desk::UpdateAdmissions() const {
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  return admissions_.Update(*reader, WallNow());
}

}  // namespace flagfall::arena
