#include "arena/server/tournament_queue.h"

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/runner/random_bytes.h"
#include "arena/store/errors.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/spec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {
namespace {

// The event that ends a watch.
v1::TournamentEvent EndOf(v1::TournamentEvent newest, v1::Tournament::State state) {
  newest.set_ended(state);
  return newest;
}

}  // namespace

TournamentQueue::TournamentQueue(store::Database& database, TournamentFeed& feed, web::LiveGames* live, Log log,
                                 std::size_t descriptors_for_others)
    : database_(database),
      feed_(feed),
      live_(live),
      log_(std::move(log)),
      descriptors_for_others_(descriptors_for_others) {}

absl::Status TournamentQueue::Run(const runner::RunOptions& options, const std::stop_token& stop) {
  const std::stop_callback on_stop(stop, [this] {
    MutexLock lock(mutex_);
    stop_playing_.request_stop();
    changed_.NotifyAll();
  });
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::optional<store::Tournament> tournament, Next(stop));
    if (!tournament.has_value()) return absl::OkStatus();
    FLAGFALL_RETURN_IF_ERROR(Play(*tournament, options));
  }
}

std::optional<std::int64_t> TournamentQueue::Playing() {
  MutexLock lock(mutex_);
  return playing_;
}

absl::StatusOr<std::int64_t> TournamentQueue::Create(const v1::TournamentSpec& given) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec spec,
                            tournament::CompleteSpec(given, {.cores = cores, .draw_seed = runner::NewSeed}));
  MutexLock lock(mutex_);
  MutexLock ledger(database_.access());
  FLAGFALL_RETURN_IF_ERROR(runner::CheckEntrants(database_, spec, descriptors_for_others_));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id,
                            CreateTournament(database_, spec, tournament::PoolOf(spec), WallNow()));
  changed_.NotifyAll();
  return id;
}

absl::StatusOr<std::optional<store::Tournament>> TournamentQueue::Next(const std::stop_token& stop) {
  MutexLock lock(mutex_);
  while (!stop.stop_requested()) {
    std::vector<store::Tournament> oldest;
    {
      MutexLock ledger(database_.access());
      FLAGFALL_ASSIGN_OR_RETURN(oldest, store::RunningTournaments(database_, 1));
    }
    if (oldest.empty()) {
      changed_.Wait(mutex_);
      continue;
    }
    // Set in the same locked section as the look at the ledger: a cancel finds the tournament either there or here.
    playing_ = oldest.front().id;
    ++plays_;
    is_cancelled_ = false;
    stop_playing_ = {};
    return std::move(oldest.front());
  }
  return std::nullopt;
}

absl::Status TournamentQueue::Play(const store::Tournament& tournament, const runner::RunOptions& options) {
  // This happens also when the ledger fails: a cancel may be waiting for it.
  const absl::Cleanup end_playing = [this] {
    MutexLock lock(mutex_);
    playing_.reset();
    changed_.NotifyAll();
  };
  std::stop_token stop_playing;
  {
    MutexLock lock(mutex_);
    stop_playing = stop_playing_.get_token();
  }
  const auto id = static_cast<std::uint32_t>(tournament.id);
  v1::TournamentEvent newest;
  const runner::RunObserver observer = [&](const v1::TournamentEvent& event) {
    newest.set_games_stored(event.games_stored());
    newest.set_games_total(event.games_total());
    if (event.has_notice()) log_(absl::StrCat("tournament ", id, ": ", event.notice()));
    // The game is stored, void or not, and so is running no longer.
    if (live_ != nullptr && event.has_game()) live_->Forget(event.game().game_id(), event.game().plies());
    feed_.Publish(id, event);
  };
  log_(absl::StrCat("tournament ", id, " begins"));
  const absl::StatusOr<coordinator::RunEnd> end =
      runner::RunTournament(database_, tournament, options, observer, stop_playing);

  // Games that were running at the end have no result.
  if (live_ != nullptr) live_->ForgetAllOf(id);

  const bool is_finished = end.ok() && *end == coordinator::RunEnd::kFinished;
  bool is_cancelled = false;
  {
    MutexLock lock(mutex_);
    is_cancelled = is_cancelled_ && end.ok() && !is_finished;
  }
  if (is_cancelled) {
    MutexLock lock(database_.access());
    FLAGFALL_RETURN_IF_ERROR(
        store::SetTournamentState(database_, tournament.id, v1::Tournament::STATE_STOPPED, WallNow()));
  }
  log_(absl::StrCat("tournament ", id, " ",
                    !end.ok()      ? end.status().message()
                    : is_finished  ? "is finished"
                    : is_cancelled ? "was cancelled"
                                   : "is put aside until the server is back"));
  if (store::IsLedgerFailure(end.status())) return end.status();
  // An error of one tournament does not concern the rest of the queue.
  if (!end.ok() || is_cancelled || is_finished) {
    feed_.Publish(id, EndOf(newest, is_finished ? v1::Tournament::STATE_FINISHED : v1::Tournament::STATE_STOPPED));
  }
  return absl::OkStatus();
}

absl::Status TournamentQueue::Cancel(std::int64_t id) {
  MutexLock lock(mutex_);
  if (playing_ == id) {
    is_cancelled_ = true;
    stop_playing_.request_stop();
    const std::uint64_t stopped = plays_;
    while (playing_ == id && plays_ == stopped) changed_.Wait(mutex_);
    // It was stopped, and a resume has had it played on since.
    if (playing_ == id) return absl::OkStatus();
  }
  MutexLock ledger(database_.access());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database_, id));
  if (tournament.state == v1::Tournament::STATE_STOPPED) return absl::OkStatus();
  if (tournament.state == v1::Tournament::STATE_FINISHED) {
    return absl::FailedPreconditionError(absl::StrCat("tournament ", id, " is finished; what was played stays"));
  }
  FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(database_, id, v1::Tournament::STATE_STOPPED, WallNow()));
  feed_.Publish(static_cast<std::uint32_t>(id), EndOf({}, v1::Tournament::STATE_STOPPED));
  return absl::OkStatus();
}

absl::Status TournamentQueue::Resume(std::int64_t id) {
  MutexLock lock(mutex_);
  MutexLock ledger(database_.access());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database_, id));
  if (tournament.state != v1::Tournament::STATE_STOPPED) {
    return absl::FailedPreconditionError(absl::StrCat("tournament ", id, " is ", EnumWord(tournament.state),
                                                      "; only one that was stopped can be resumed"));
  }
  FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(database_, id, v1::Tournament::STATE_RUNNING, WallNow()));
  changed_.NotifyAll();
  return absl::OkStatus();
}

}  // namespace flagfall::arena::server
