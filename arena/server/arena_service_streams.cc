// The calls of ArenaService with streams: uploads and watches.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "arena/base/tournament_states.h"
#include "arena/queries/secrets.h"
#include "arena/server/arena_service.h"
#include "arena/server/call_messages.h"
#include "arena/server/low_priority.h"
#include "arena/server/upload.h"
#include "arena/store/submissions.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {
namespace {

// How often a watch looks whether its caller is still there.
constexpr std::chrono::seconds kWatchBeat{1};

// How far the tournament has come by now, as the first event of a watch.
v1::TournamentEvent EventOfNow(const v1::Tournament& now) {
  v1::TournamentEvent event;
  event.set_games_stored(now.games_stored());
  event.set_games_total(now.games_total());
  if (!IsUnderWay(now.state())) {
    event.set_ended(now.state());
  } else if (now.has_waiting()) {
    *event.mutable_waiting() = now.waiting();
  }
  return event;
}

}  // namespace

absl::Status ArenaService::SubmitBot(BlockingCall& call) {
  FLAGFALL_ASSIGN_OR_RETURN(const Caller caller, Authorize(call, "SubmitBot"));
  return token_watch_.Serve(call, caller.token, [&] { return TakeBot(call, caller); });
}

absl::Status ArenaService::TakeBot(BlockingCall& call, const Caller& caller) {
  FLAGFALL_ASSIGN_OR_RETURN(const CallerQuota::Slot slot, uploads_.Acquire(caller.name()));
  const auto deadline = std::chrono::steady_clock::now() + upload_within_;
  std::string owner;
  Upload upload(absl::StrCat(upload_folder_, "/", ++last_upload_), parts_.submissions.options().limits);
  while (const std::optional<std::string> message = call.ReadUntil(deadline)) {
    v1::SubmitBotRequest part;
    FLAGFALL_RETURN_IF_ERROR(ParseMessage(*message, part));
    // Before a byte of the archive is taken.
    if (part.has_header()) {
      FLAGFALL_ASSIGN_OR_RETURN(owner, accounts::OwnerFor(caller.principal, "SubmitBot", part.header().owner()));
      FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader ledger, readers_.Take());
      FLAGFALL_RETURN_IF_ERROR(store::CheckMaySubmit(*ledger, owner));
    }
    FLAGFALL_RETURN_IF_ERROR(upload.Add(part));
  }
  if (std::chrono::steady_clock::now() >= deadline) {
    return absl::DeadlineExceededError(
        absl::StrCat("the upload took more than ", absl::FormatDuration(absl::FromChrono(upload_within_))));
  }
  if (call.IsCancelled()) return absl::CancelledError("the caller has gone");
  FLAGFALL_ASSIGN_OR_RETURN(ScratchFile archive, upload.Finish());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Submission submission, parts_.submissions.Submit(owner, std::move(archive)));
  WriteMessage(submission, call);
  return absl::OkStatus();
}

absl::Status ArenaService::ExportGames(BlockingCall& call, const Caller& caller,
                                       const v1::ExportGamesRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const CallerQuota::Slot slot, exports_.Acquire(caller.name()));
  absl::Status status;
  RunAtLowPriority([&] {
    status = ApiFor(caller).ExportGames(request, [&](const v1::ExportGamesResponse& game) -> absl::Status {
      if (call.IsCancelled() || !WriteMessage(game, call)) return absl::CancelledError("the caller has gone");
      return absl::OkStatus();
    });
  });
  return status;
}

absl::StatusOr<std::pair<CallerQuota::Slot, TournamentFeed::Watcher>> ArenaService::Subscribe(
    const Caller& caller, std::uint32_t tournament) {
  CallerQuota& quota = caller.HasUser() ? watches_of_users_ : watches_of_strangers_;
  FLAGFALL_ASSIGN_OR_RETURN(CallerQuota::Slot slot, quota.Acquire(caller.name()));
  FLAGFALL_ASSIGN_OR_RETURN(TournamentFeed::Watcher watcher, parts_.feed.Watch(tournament));
  return std::pair(std::move(slot), std::move(watcher));
}

absl::Status ArenaService::WatchSubmission(BlockingCall& call, const Caller& caller,
                                           const v1::WatchSubmissionRequest& request) {
  // A watch of a submission counts like one of a tournament, and ends with the feed.
  FLAGFALL_ASSIGN_OR_RETURN(auto subscription, Subscribe(caller, /*tournament=*/0));
  api::HomeApi api = ApiFor(caller);
  v1::GetSubmissionRequest get;
  get.set_id(request.id());
  std::uint64_t seen = 0;
  int steps_told = 0;
  for (;;) {
    seen = parts_.submissions.AwaitChange(seen, std::chrono::steady_clock::now() + kWatchBeat);
    FLAGFALL_RETURN_IF_ERROR(subscription.second.Next(std::chrono::steady_clock::now()).status());
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Submission submission, api.GetSubmission(get));
    if (submission.steps_size() != steps_told) {
      steps_told = submission.steps_size();
      if (!WriteMessage(submission, call)) return absl::CancelledError("the watcher has gone");
    }
    if (store::IsOver(submission)) return absl::OkStatus();
    if (call.IsCancelled()) return absl::CancelledError("the watcher has gone");
  }
}

absl::Status ArenaService::WatchTournament(BlockingCall& call, const Caller& caller,
                                           const v1::WatchTournamentRequest& request) {
  // The subscription comes first: what happens after the look at the ledger is told by events.
  FLAGFALL_ASSIGN_OR_RETURN(auto subscription, Subscribe(caller, request.id()));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament now, TournamentFor(caller, request.id()));
  const bool is_challenger = caller.HasUser() && caller.principal.user == now.spec().challenger();
  const v1::TournamentEvent first = EventOfNow(now);
  if (!WriteMessage(first, call)) return absl::CancelledError("the watcher has gone");
  bool is_over = first.has_ended();
  while (!is_over) {
    FLAGFALL_ASSIGN_OR_RETURN(std::optional<v1::TournamentEvent> event,
                              subscription.second.Next(std::chrono::steady_clock::now() + kWatchBeat));
    if (call.IsCancelled()) return absl::CancelledError("the watcher has gone");
    if (!event.has_value()) continue;
    if (!caller.IsHost()) queries::HideMachines(*event, is_challenger);
    is_over = event->has_ended();
    if (!WriteMessage(*event, call)) return absl::CancelledError("the watcher has gone");
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::server
