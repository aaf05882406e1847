#include "arena/server/tournament_queue.h"

#include <chrono>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/store/tournaments.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

Micros WallClock() { return std::chrono::duration_cast<Micros>(std::chrono::system_clock::now().time_since_epoch()); }

// The event that ends a watch.
v1::TournamentEvent EndOf(v1::TournamentEvent newest, v1::Tournament::State state) {
  newest.set_ended(state);
  return newest;
}

}  // namespace

TournamentQueue::TournamentQueue(Database& database, TournamentFeed& feed, LiveGames* live, Log log)
    : database_(database), feed_(feed), live_(live), log_(std::move(log)) {}

absl::Status TournamentQueue::Run(const RunOptions& options, const std::stop_token& stop) {
  const std::stop_callback on_stop(stop, [this] {
    MutexLock lock(mutex_);
    stop_playing_.request_stop();
    changed_.NotifyAll();
  });
  while (!stop.stop_requested()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::optional<Tournament> tournament, Next());
    if (tournament.has_value()) {
      FLAGFALL_RETURN_IF_ERROR(Play(*tournament, options, stop));
      continue;
    }
    MutexLock lock(mutex_);
    while (!is_woken_ && !stop.stop_requested()) changed_.Wait(mutex_);
    is_woken_ = false;
  }
  return absl::OkStatus();
}

std::optional<std::int64_t> TournamentQueue::Playing() {
  MutexLock lock(mutex_);
  return playing_;
}

void TournamentQueue::Wake() {
  MutexLock lock(mutex_);
  is_woken_ = true;
  changed_.NotifyAll();
}

absl::StatusOr<std::optional<Tournament>> TournamentQueue::Next() {
  MutexLock lock(database_.access());
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<Tournament> oldest, RunningTournaments(database_, 1));
  if (oldest.empty()) return std::nullopt;
  return std::move(oldest.front());
}

absl::Status TournamentQueue::Play(const Tournament& tournament, const RunOptions& options,
                                   const std::stop_token& stop) {
  std::stop_token stop_playing;
  {
    MutexLock lock(mutex_);
    playing_ = tournament.id;
    is_cancelled_ = false;
    stop_playing_ = {};
    stop_playing = stop_playing_.get_token();
    // The callback of Run may have come before.
    if (stop.stop_requested()) stop_playing_.request_stop();
  }
  const auto id = static_cast<std::uint32_t>(tournament.id);
  v1::TournamentEvent newest;
  const RunObserver observer = [&](const v1::TournamentEvent& event) {
    newest.set_games_stored(event.games_stored());
    newest.set_games_total(event.games_total());
    if (event.has_notice()) log_(absl::StrCat("tournament ", id, ": ", event.notice()));
    // It is on the disk, void or not.
    if (live_ != nullptr && event.has_game()) live_->Forget(event.game().game_id(), event.game().plies());
    feed_.Publish(id, event);
  };
  log_(absl::StrCat("tournament ", id, " begins"));
  const absl::StatusOr<RunEnd> end = RunTournament(database_, tournament, options, observer, stop_playing);

  // What ran has no result.
  if (live_ != nullptr) live_->ForgetAllOf(id);

  bool is_cancelled = false;
  {
    MutexLock lock(mutex_);
    is_cancelled = is_cancelled_;
  }
  if (is_cancelled && end.ok() && *end == RunEnd::kStopped) {
    MutexLock lock(database_.access());
    FLAGFALL_RETURN_IF_ERROR(SetTournamentState(database_, tournament.id, TournamentState::kStopped, WallClock()));
  }
  log_(absl::StrCat("tournament ", id, " ",
                    !end.ok()                   ? end.status().message()
                    : *end == RunEnd::kFinished ? "is finished"
                    : is_cancelled              ? "was cancelled"
                                                : "is put aside until the server is back"));
  if (!end.ok() || is_cancelled || *end == RunEnd::kFinished) {
    const bool is_finished = end.ok() && *end == RunEnd::kFinished;
    feed_.Publish(id, EndOf(newest, is_finished ? v1::Tournament::STATE_FINISHED : v1::Tournament::STATE_STOPPED));
  }
  MutexLock lock(mutex_);
  playing_.reset();
  changed_.NotifyAll();
  // Games that were void again and again leave the rest of the queue alone; a ledger that fails does not.
  if (end.ok() || absl::IsUnavailable(end.status()) || absl::IsFailedPrecondition(end.status()))
    return absl::OkStatus();
  return end.status();
}

absl::Status TournamentQueue::Cancel(std::int64_t id) {
  {
    MutexLock lock(mutex_);
    if (playing_ == id) {
      is_cancelled_ = true;
      stop_playing_.request_stop();
      while (playing_ == id) changed_.Wait(mutex_);
      return absl::OkStatus();
    }
  }
  MutexLock lock(database_.access());
  FLAGFALL_ASSIGN_OR_RETURN(const Tournament tournament, FindTournament(database_, id));
  if (tournament.state == TournamentState::kFinished) {
    return absl::FailedPreconditionError(absl::StrCat("tournament ", id, " is finished; what was played stays"));
  }
  FLAGFALL_RETURN_IF_ERROR(SetTournamentState(database_, id, TournamentState::kStopped, WallClock()));
  feed_.Publish(static_cast<std::uint32_t>(id), EndOf({}, v1::Tournament::STATE_STOPPED));
  return absl::OkStatus();
}

}  // namespace flagfall::arena
