#include "arena/server/arena_service.h"

#include <chrono>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "arena/server/run_behind.h"
#include "arena/server/upload.h"
#include "arena/store/errors.h"
#include "referee/base/status_macros.h"
#include "referee/service/grpc_status.h"

namespace flagfall::arena {
namespace {

// How often a watcher looks whether it is still there to be told.
constexpr std::chrono::seconds kWatchBeat{1};

// What stands behind "Bearer"; empty when there is nothing of the kind.
std::string TokenIn(const grpc::ServerContext& context) {
  const auto& metadata = context.client_metadata();
  const auto it = metadata.find("authorization");
  if (it == metadata.end()) return "";
  absl::string_view value(it->second.data(), it->second.size());
  if (!absl::StartsWithIgnoreCase(value, "Bearer ")) return "";
  value.remove_prefix(7);
  return std::string(value);
}

}  // namespace

absl::StatusOr<ArenaService::Caller> ArenaService::Admit(const grpc::ServerContext& context,
                                                         absl::string_view method) const {
  const Referee* const referee = referee_;
  if (referee == nullptr) return absl::UnavailableError("the server is not ready yet");
  std::optional<std::string> address = referee->PublicAddressOf(context.peer());
  if (!address.has_value()) {
    return absl::PermissionDeniedError("a bot's own socket is for playing; ask the server at its address");
  }
  FLAGFALL_ASSIGN_OR_RETURN(Principal caller, desk_.Authorize(TokenIn(context)));
  FLAGFALL_RETURN_IF_ERROR(Permit(caller, method, /*owner=*/std::nullopt));
  return Caller{.principal = std::move(caller), .address = *std::move(address)};
}

grpc::Status ArenaService::Told(absl::string_view method, const absl::Status& status) const {
  if (!IsLedgerFailure(status)) return ToGrpcStatus(status);
  log_(absl::StrCat(method, ": ", status.message()));
  // Of all that ails a ledger a lock alone goes by.
  return grpc::Status(absl::IsUnavailable(status) ? grpc::StatusCode::UNAVAILABLE : grpc::StatusCode::INTERNAL,
                      kHostKnowsWhy);
}

template <typename Request>
auto ArenaService::Ask(const Caller& caller, const Request& request)
    -> decltype(std::declval<Desk&>().Do(caller.principal, request)) {
  std::optional<Places::Place> place;
  if (caller.principal.role != Role::kHost) {
    FLAGFALL_ASSIGN_OR_RETURN(Places::Place taken, questions_.Take(caller.name()));
    place.emplace(std::move(taken));
  }
  // What changes something holds the ledger, for which games wait: it is not put behind them.
  if constexpr (requires(const Desk& desk) { desk.Do(caller.principal, request); }) {
    decltype(desk_.Do(caller.principal, request)) answer = absl::UnknownError("not asked yet");
    RunBehind([&] { answer = std::as_const(desk_).Do(caller.principal, request); });
    return answer;
  } else {
    return desk_.Do(caller.principal, request);
  }
}

template <typename Request, typename Response>
grpc::Status ArenaService::Serve(const grpc::ServerContext& context, absl::string_view method, const Request& request,
                                 Response* response) {
  const absl::StatusOr<Caller> caller = Admit(context, method);
  if (!caller.ok()) return Told(method, caller.status());
  absl::StatusOr<Response> answer = Ask(*caller, request);
  if (!answer.ok()) return Told(method, answer.status());
  *response = *std::move(answer);
  return grpc::Status::OK;
}

// NOLINTBEGIN(bugprone-macro-parentheses): names of types, which take none.
#define FLAGFALL_SERVE(method, response)                                                              \
  grpc::Status ArenaService::method(grpc::ServerContext* context, const v1::method##Request* request, \
                                    v1::response* answer) {                                           \
    return Serve(*context, #method, *request, answer);                                                \
  }
FLAGFALL_ARENA_CALLS(FLAGFALL_SERVE)
#undef FLAGFALL_SERVE
// NOLINTEND(bugprone-macro-parentheses)

grpc::Status ArenaService::SubmitBot(grpc::ServerContext* context, grpc::ServerReader<v1::SubmitBotRequest>* reader,
                                     v1::Submission* response) {
  absl::StatusOr<v1::Submission> submission = Receive(*context, *reader);
  if (!submission.ok()) return Told("SubmitBot", submission.status());
  *response = *std::move(submission);
  return grpc::Status::OK;
}

absl::StatusOr<v1::Submission> ArenaService::Receive(grpc::ServerContext& context,
                                                     grpc::ServerReader<v1::SubmitBotRequest>& reader) {
  FLAGFALL_ASSIGN_OR_RETURN(const Caller caller, Admit(context, "SubmitBot"));
  FLAGFALL_ASSIGN_OR_RETURN(const Places::Place place, uploads_.Take(caller.name()));
  const CallDeadline deadline(context, upload_within_);
  std::string owner;
  Upload upload(absl::StrCat(upload_folder_, "/", ++last_upload_), desk_.submissions().options().limits);
  v1::SubmitBotRequest part;
  while (reader.Read(&part)) {
    // Before a byte is taken.
    if (part.has_header()) {
      FLAGFALL_ASSIGN_OR_RETURN(owner, desk_.AdmitUpload(caller.principal, part.header()));
    }
    FLAGFALL_RETURN_IF_ERROR(upload.Add(part));
  }
  if (deadline.has_passed()) {
    return absl::DeadlineExceededError(
        absl::StrCat("the upload took more than ", absl::FormatDuration(absl::FromChrono(upload_within_))));
  }
  if (context.IsCancelled()) return absl::CancelledError("the caller has gone");
  FLAGFALL_ASSIGN_OR_RETURN(ScratchFile archive, upload.Finish());
  return desk_.Submit(caller.principal, owner, std::move(archive));
}

absl::StatusOr<std::pair<Places::Place, TournamentFeed::Watcher>> ArenaService::Sit(const Caller& caller,
                                                                                    std::uint32_t tournament) {
  Places& places = caller.is_stranger() ? watches_of_strangers_ : watches_of_users_;
  FLAGFALL_ASSIGN_OR_RETURN(Places::Place place, places.Take(caller.name()));
  FLAGFALL_ASSIGN_OR_RETURN(TournamentFeed::Watcher seat, feed_.Watch(tournament));
  return std::pair(std::move(place), std::move(seat));
}

grpc::Status ArenaService::WatchSubmission(grpc::ServerContext* context, const v1::WatchSubmissionRequest* request,
                                           grpc::ServerWriter<v1::Submission>* writer) {
  return Told("WatchSubmission", Watch(*context, *request, *writer));
}

absl::Status ArenaService::Watch(grpc::ServerContext& context, const v1::WatchSubmissionRequest& request,
                                 grpc::ServerWriter<v1::Submission>& writer) {
  FLAGFALL_ASSIGN_OR_RETURN(const Caller caller, Admit(context, "WatchSubmission"));
  // A watch of submissions counts like one of tournaments, and ends with them.
  FLAGFALL_ASSIGN_OR_RETURN(auto seat, Sit(caller, /*tournament=*/0));
  v1::GetSubmissionRequest get;
  get.set_id(request.id());
  std::uint64_t seen = 0;
  int steps_told = 0;
  for (;;) {
    seen = desk_.submissions().AwaitChange(seen, std::chrono::steady_clock::now() + kWatchBeat);
    FLAGFALL_RETURN_IF_ERROR(seat.second.Next(std::chrono::steady_clock::now()).status());
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Submission submission, desk_.Do(caller.principal, get));
    if (submission.steps_size() != steps_told) {
      steps_told = submission.steps_size();
      if (!writer.Write(submission)) return absl::CancelledError("the watcher has gone");
    }
    const bool is_over =
        submission.state() == v1::Submission::STATE_READY || submission.state() == v1::Submission::STATE_FAILED;
    if (is_over) return absl::OkStatus();
    if (context.IsCancelled()) return absl::CancelledError("the watcher has gone");
  }
}

grpc::Status ArenaService::WatchTournament(grpc::ServerContext* context, const v1::WatchTournamentRequest* request,
                                           grpc::ServerWriter<v1::TournamentEvent>* writer) {
  return Told("WatchTournament", Watch(*context, *request, *writer));
}

absl::Status ArenaService::Watch(grpc::ServerContext& context, const v1::WatchTournamentRequest& request,
                                 grpc::ServerWriter<v1::TournamentEvent>& writer) {
  FLAGFALL_ASSIGN_OR_RETURN(const Caller caller, Admit(context, "WatchTournament"));
  // The seat first: what happens after the look at the ledger is told by events.
  FLAGFALL_ASSIGN_OR_RETURN(auto seat, Sit(caller, request.id()));
  v1::GetTournamentRequest get;
  get.set_id(request.id());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, Ask(caller, get));
  v1::TournamentEvent first;
  first.set_games_stored(tournament.games_stored());
  first.set_games_total(tournament.games_total());
  if (tournament.state() != v1::Tournament::STATE_RUNNING) first.set_ended(tournament.state());
  if (!writer.Write(first)) return absl::CancelledError("the watcher has gone");
  bool is_over = first.has_ended();
  while (!is_over) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::optional<v1::TournamentEvent> event,
                              seat.second.Next(std::chrono::steady_clock::now() + kWatchBeat));
    if (context.IsCancelled()) return absl::CancelledError("the watcher has gone");
    if (!event.has_value()) continue;
    is_over = event->has_ended();
    if (!writer.Write(*event)) return absl::CancelledError("the watcher has gone");
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena
