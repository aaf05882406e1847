// What callers wish of tournaments that are there: TournamentQueue's Cancel, StopSeries, Pause and Resume.
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/base/timestamps.h"
#include "arena/server/tournament_queue.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {
namespace {

// It is played no further until it is resumed.
bool IsHeld(v1::Tournament::State state) {
  return state == v1::Tournament::STATE_STOPPED || state == v1::Tournament::STATE_PAUSED ||
         state == v1::Tournament::STATE_CANCELLED;
}

}  // namespace

absl::Status TournamentQueue::CancelOne(std::int64_t id) {
  MutexLock lock(mutex_);
  if (const auto found = plays_.find(id); found != plays_.end() && !found->second->is_over) {
    const std::shared_ptr<Play> play = found->second;
    play->is_cancelled = true;
    play->stop.request_stop();
    while (!play->is_over) changed_.Wait(mutex_);
    // It was stopped, and a resume has had it played on since.
    if (const auto again = plays_.find(id); again != plays_.end() && again->second != play) return absl::OkStatus();
  }
  MutexLock ledger(database_.access());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database_, id));
  if (tournament.state == v1::Tournament::STATE_CANCELLED) return absl::OkStatus();
  if (tournament.state == v1::Tournament::STATE_FINISHED) {
    return absl::FailedPreconditionError(absl::StrCat("tournament ", id, " is finished; what was played stays"));
  }
  if (tournament.state == v1::Tournament::STATE_SCHEDULED) {
    FLAGFALL_RETURN_IF_ERROR(schedule_.Cancel(tournament, now_()));
    changed_.NotifyAll();
  } else {
    FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(database_, id, v1::Tournament::STATE_CANCELLED, now_()));
  }
  feed_.Publish(static_cast<std::uint32_t>(id), EndOf({}, v1::Tournament::STATE_CANCELLED));
  return absl::OkStatus();
}

absl::StatusOr<std::optional<std::int64_t>> TournamentQueue::QualifierOf(std::int64_t id) {
  MutexLock ledger(database_.access());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database_, id));
  if (!tournament.qualifier.has_value() || !tournament.spec.bots().empty()) return std::nullopt;
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament qualifier, store::FindTournament(database_, *tournament.qualifier));
  if (qualifier.state == v1::Tournament::STATE_FINISHED) return std::nullopt;
  return tournament.qualifier;
}

absl::StatusOr<bool> TournamentQueue::CancelAfterRunningGames(std::int64_t id) {
  MutexLock lock(mutex_);
  MutexLock ledger(database_.access());
  const auto found = plays_.find(id);
  if (found == plays_.end() || found->second->is_over) return false;
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database_, id));
  // In any other state its run has ended.
  const bool is_under_way = tournament.state == v1::Tournament::STATE_RUNNING ||
                            tournament.state == v1::Tournament::STATE_QUEUED ||
                            tournament.state == v1::Tournament::STATE_PAUSED;
  if (!is_under_way) return false;
  FLAGFALL_RETURN_IF_ERROR(store::NotePause(database_, id, now_()));
  found->second->is_cancelled = true;
  found->second->is_draining = true;
  found->second->pause.request_stop();
  return true;
}

absl::Status TournamentQueue::Cancel(std::int64_t id, RunningGames running) {
  if (running == RunningGames::kPlayedOut) {
    FLAGFALL_ASSIGN_OR_RETURN(const bool is_done, CancelAfterRunningGames(id));
    if (is_done) return absl::OkStatus();
  }
  FLAGFALL_RETURN_IF_ERROR(CancelOne(id));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> qualifier, QualifierOf(id));
  return qualifier.has_value() ? CancelOne(*qualifier) : absl::OkStatus();
}

absl::Status TournamentQueue::Resume(std::int64_t id) {
  FLAGFALL_RETURN_IF_ERROR(ResumeOne(id));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> qualifier, QualifierOf(id));
  const bool is_held = qualifier.has_value() && IsHeld(StateOf(*qualifier));
  return is_held ? ResumeOne(*qualifier) : absl::OkStatus();
}

absl::Status TournamentQueue::StopSeries(std::int64_t series) {
  std::optional<std::int64_t> cancelled;
  {
    MutexLock lock(mutex_);
    MutexLock ledger(database_.access());
    FLAGFALL_ASSIGN_OR_RETURN(cancelled, schedule_.StopSeries(series, now_()));
  }
  if (!cancelled.has_value()) return absl::OkStatus();
  feed_.Publish(static_cast<std::uint32_t>(*cancelled), EndOf({}, v1::Tournament::STATE_CANCELLED));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> qualifier, QualifierOf(*cancelled));
  return qualifier.has_value() ? CancelOne(*qualifier) : absl::OkStatus();
}

absl::Status TournamentQueue::Pause(std::int64_t id) {
  MutexLock lock(mutex_);
  MutexLock ledger(database_.access());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database_, id));
  if (tournament.state == v1::Tournament::STATE_PAUSED) return absl::OkStatus();
  if (tournament.state != v1::Tournament::STATE_RUNNING && tournament.state != v1::Tournament::STATE_QUEUED) {
    return absl::FailedPreconditionError(absl::StrCat("tournament ", id, " is ", EnumWord(tournament.state),
                                                      "; only one that is queued or running can be paused"));
  }
  if (const auto found = plays_.find(id); found != plays_.end() && !found->second->is_over) {
    FLAGFALL_RETURN_IF_ERROR(store::NotePause(database_, id, now_()));
    found->second->is_draining = true;
    found->second->pause.request_stop();
    return absl::OkStatus();
  }
  FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(database_, id, v1::Tournament::STATE_PAUSED, now_()));
  feed_.Publish(static_cast<std::uint32_t>(id), EndOf({}, v1::Tournament::STATE_PAUSED));
  return absl::OkStatus();
}

v1::Tournament::State TournamentQueue::StateOf(std::int64_t id) {
  MutexLock ledger(database_.access());
  const absl::StatusOr<store::Tournament> tournament = store::FindTournament(database_, id);
  return tournament.ok() ? tournament->state : v1::Tournament::STATE_UNSPECIFIED;
}

absl::Status TournamentQueue::ResumeOne(std::int64_t id) {
  MutexLock lock(mutex_);
  // It can be stopped in the ledger before its watchers are told; they would take that end for the end of what is
  // played on.
  const auto found = plays_.find(id);
  const v1::Tournament::State before = StateOf(id);
  if (found != plays_.end() && !found->second->is_over && before == v1::Tournament::STATE_PAUSED &&
      found->second->is_draining) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the last games of tournament ", id,
        " before its pause are still being played; resume it when they are over, as `tournament watch` tells"));
  }
  const bool is_ending = found != plays_.end() && IsHeld(before);
  if (is_ending) {
    const std::shared_ptr<Play> play = found->second;
    while (!play->is_over) changed_.Wait(mutex_);
  }
  MutexLock ledger(database_.access());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database_, id));
  if (!IsHeld(tournament.state)) {
    return absl::FailedPreconditionError(
        absl::StrCat("tournament ", id, " is ", EnumWord(tournament.state),
                     "; only one that was paused, cancelled or stopped can be resumed"));
  }
  const v1::TournamentSpec& spec = tournament.spec;
  const bool is_early = spec.has_start_time() && (spec.bots().empty() || MicrosOf(spec.start_time()) > now_());
  FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(
      database_, id, is_early ? v1::Tournament::STATE_SCHEDULED : v1::Tournament::STATE_QUEUED, now_()));
  changed_.NotifyAll();
  return absl::OkStatus();
}

}  // namespace flagfall::arena::server
