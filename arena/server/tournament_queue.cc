#include "arena/server/tournament_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/base/cores.h"
#include "arena/base/waiting_games.h"
#include "arena/runner/descriptor_budget.h"
#include "arena/runner/random_bytes.h"
#include "arena/runner/tuned_options.h"
#include "arena/store/errors.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/entrants.h"
#include "arena/tournament/scheduled_spec.h"
#include "arena/tournament/spec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {
namespace {

// The clock may be set while something waits for a time: it is looked at again so soon.
constexpr Micros kLookAgainAfter = std::chrono::seconds(1);

// Of a bot in a challenge. Owners may start many of these, and what an owner's bots print in tournaments shall not be
// removed for them (bots::LogLimits).
constexpr std::uint64_t kChallengeLogBytesMax = 1 << 20;

}  // namespace

TournamentQueue::TournamentQueue(store::Database& database, TournamentFeed& feed, web::LiveGames* live, Log log,
                                 std::size_t descriptors_for_others, std::function<Micros()> now)
    : database_(database),
      feed_(feed),
      live_(live),
      log_(std::move(log)),
      descriptors_for_others_(descriptors_for_others),
      now_(std::move(now)),
      schedule_(database, {.cores = ProcessorCount(), .draw_seed = runner::NewSeed}, descriptors_for_others),
      slots_(ProcessorCount(), SteadyNow) {}

absl::Status TournamentQueue::Run(const runner::RunOptions& options, const std::stop_token& stop) {
  const std::stop_callback on_stop(stop, [this] {
    MutexLock lock(mutex_);
    changed_.NotifyAll();
  });
  MutexLock lock(mutex_);
  failure_ = absl::OkStatus();
  while (!stop.stop_requested() && failure_.ok()) {
    RemoveOver();
    const absl::StatusOr<std::optional<Micros>> due = DoDueWork();
    const absl::StatusOr<std::shared_ptr<Play>> next = due.ok() ? NextToPlay() : due.status();
    if (!next.ok()) {
      if (!MayTryAgain(next.status(), stop)) failure_ = next.status();
    } else if (*next != nullptr) {
      Begin(*next, options);
    } else {
      AwaitChange(*due);
    }
  }
  for (const auto& [id, play] : plays_) play->stop.request_stop();
  while (!plays_.empty()) {
    RemoveOver();
    if (!plays_.empty()) changed_.Wait(mutex_);
  }
  return failure_;
}

std::set<std::int64_t> TournamentQueue::Playing() {
  MutexLock lock(mutex_);
  std::set<std::int64_t> playing;
  for (const auto& [id, play] : plays_) {
    if (!play->is_over) playing.insert(id);
  }
  return playing;
}

absl::StatusOr<std::optional<Micros>> TournamentQueue::DoDueWork() {
  MutexLock ledger(database_.access());
  FLAGFALL_ASSIGN_OR_RETURN(const TournamentSchedule::DueWork work, schedule_.DoDueWork(now_()));
  for (const TournamentSchedule::Note& note : work.notes) {
    const auto id = static_cast<std::uint32_t>(note.tournament);
    log_(absl::StrCat("tournament ", id, ": ", note.text));
    v1::TournamentEvent event;
    event.set_notice(note.text);
    feed_.Publish(id, event);
    if (note.is_stopped) feed_.Publish(id, EndOf({}, v1::Tournament::STATE_STOPPED));
  }
  return work.next;
}

void TournamentQueue::AwaitChange(std::optional<Micros> due) {
  if (!due.has_value()) return changed_.Wait(mutex_);
  const Micros pause = std::clamp(*due - now_(), Micros(0), kLookAgainAfter);
  changed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + pause);
}

absl::StatusOr<std::shared_ptr<TournamentQueue::Play>> TournamentQueue::NextToPlay() {
  if (plays_.size() >= kAtOnceMax) return nullptr;
  MutexLock ledger(database_.access());
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<store::Tournament> candidates, Candidates());
  for (store::Tournament& tournament : candidates) {
    if (plays_.contains(tournament.id)) continue;
    auto play = std::make_shared<Play>();
    play->launched = runner::CountLaunchedBots(database_, tournament.spec);
    // One that could not be played alone either fails with the error that says so.
    const bool has_room = runner::CheckDescriptors(play->launched, DescriptorsOfPlays()).ok();
    if (!plays_.empty() && !has_room) return nullptr;
    play->tournament = std::move(tournament);
    return play;
  }
  return nullptr;
}

absl::StatusOr<std::vector<store::Tournament>> TournamentQueue::Candidates() {
  // One of so many is not being played.
  const int count = static_cast<int>(plays_.size()) + 1;
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<store::Tournament> candidates,
                            store::RunningWithoutChallenges(database_, count));
  const auto challenges = std::count_if(plays_.begin(), plays_.end(), [](const auto& entry) {
    return !entry.second->tournament.spec.challenger().empty();
  });
  if (static_cast<std::size_t>(challenges) >= kChallengesAtOnceMax) return candidates;
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<store::Tournament> next, store::NextChallenges(database_, count));
  std::move(next.begin(), next.end(), std::back_inserter(candidates));
  return candidates;
}

std::size_t TournamentQueue::DescriptorsOfPlays() const {
  std::size_t descriptors = descriptors_for_others_;
  for (const auto& [id, play] : plays_) descriptors += runner::DescriptorsOfBots(play->launched);
  return descriptors;
}

void TournamentQueue::Begin(const std::shared_ptr<Play>& play, const runner::RunOptions& options) {
  runner::RunOptions own = options;
  own.slots = &slots_;
  own.pause = play->pause.get_token();
  if (!play->tournament.spec.challenger().empty()) {
    own.log_limits.bot = std::min(own.log_limits.bot, kChallengeLogBytesMax);
  }
  own.descriptors_for_others = DescriptorsOfPlays();
  plays_[play->tournament.id] = play;
  play->thread = std::thread([this, play, own = std::move(own)] {
    const absl::Status status = PlayOut(*play, own);
    MutexLock lock(mutex_);
    play->is_over = true;
    failure_.Update(status);
    changed_.NotifyAll();
  });
}

void TournamentQueue::RemoveOver() {
  std::erase_if(plays_, [](const auto& entry) {
    if (!entry.second->is_over) return false;
    // It has nothing left to do but to end.
    entry.second->thread.join();
    return true;
  });
}

absl::StatusOr<std::int64_t> TournamentQueue::Create(const v1::TournamentSpec& given,
                                                     const std::optional<Challenger>& challenger) {
  if (tournament::IsScheduled(given)) {
    MutexLock lock(mutex_);
    MutexLock ledger(database_.access());
    if (challenger.has_value()) FLAGFALL_RETURN_IF_ERROR(challenger->check(database_));
    FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id,
                              schedule_.Create(given, now_(), challenger.has_value() ? challenger->user : ""));
    changed_.NotifyAll();
    return id;
  }
  v1::TournamentSpec asked = given;
  {
    MutexLock ledger(database_.access());
    FLAGFALL_ASSIGN_OR_RETURN(const tournament::BotList known, KnownBots(database_));
    FLAGFALL_RETURN_IF_ERROR(tournament::NameSelected(known, asked));
    FLAGFALL_RETURN_IF_ERROR(runner::CheckBotsAreKnown(database_, asked));
    FLAGFALL_RETURN_IF_ERROR(runner::FillTunedOptions(database_, asked));
  }
  FLAGFALL_ASSIGN_OR_RETURN(
      const v1::TournamentSpec spec,
      tournament::CompleteSpec(asked, {.cores = ProcessorCount(),
                                       .draw_seed = runner::NewSeed,
                                       .challenger = challenger.has_value() ? challenger->user : ""}));
  MutexLock lock(mutex_);
  MutexLock ledger(database_.access());
  if (challenger.has_value()) FLAGFALL_RETURN_IF_ERROR(challenger->check(database_));
  FLAGFALL_RETURN_IF_ERROR(runner::CheckEntrants(database_, spec, descriptors_for_others_));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, CreateTournament(database_, spec, tournament::PoolOf(spec), now_(),
                                                                    v1::Tournament::STATE_QUEUED));
  changed_.NotifyAll();
  return id;
}

absl::Status TournamentQueue::PlayOut(Play& play, const runner::RunOptions& options) {
  const auto id = static_cast<std::uint32_t>(play.tournament.id);
  v1::TournamentEvent newest;
  WaitingGamesNews waiting;
  const runner::RunObserver observer = [&](const v1::TournamentEvent& event) {
    newest.set_games_stored(event.games_stored());
    newest.set_games_total(event.games_total());
    if (event.has_notice()) log_(absl::StrCat("tournament ", id, ": ", event.notice()));
    if (event.has_waiting()) {
      const std::string news = waiting.NewsOf(event.waiting());
      if (!news.empty()) log_(absl::StrCat("tournament ", id, ": ", news));
      NoteWaiting(play.tournament.id, event.waiting());
    }
    // The game is stored, void or not, and so is running no longer.
    if (live_ != nullptr && event.has_game()) live_->Forget(event.game().game_id(), event.game().plies());
    feed_.Publish(id, event);
  };
  log_(absl::StrCat("tournament ", id, " begins"));
  const std::stop_token stop = play.stop.get_token();
  const auto try_again = [this, &stop](const absl::Status& status) {
    MutexLock lock(mutex_);
    return MayTryAgain(status, stop);
  };
  absl::StatusOr<coordinator::RunEnd> end = runner::RunTournament(database_, play.tournament, options, observer, stop);
  while (try_again(end.status())) end = runner::RunTournament(database_, play.tournament, options, observer, stop);

  // Games that were running at the end have no result.
  if (live_ != nullptr) live_->ForgetAllOf(id);
  absl::Status taken = TakeEnd(play, end, newest);
  while (try_again(taken)) taken = TakeEnd(play, end, newest);
  return taken;
}

bool TournamentQueue::MayTryAgain(const absl::Status& status, const std::stop_token& stop) {
  // The next time it is full the log is told again.
  if (status.ok()) was_full_ = false;
  if (!store::IsDiskFull(status) || stop.stop_requested()) return false;
  if (!std::exchange(was_full_, true)) log_(std::string(status.message()));
  const auto until = std::chrono::steady_clock::now() + kLookAgainAfter;
  while (!stop.stop_requested() && changed_.WaitUntil(mutex_, until)) {
  }
  return !stop.stop_requested();
}

void TournamentQueue::NoteWaiting(std::int64_t id, const v1::WaitingGames& waiting) {
  MutexLock lock(database_.access());
  const absl::Status noted = store::NoteWaitingGames(database_, id, waiting.games(), waiting.reason());
  // It is for people to read; a ledger that fails ends the tournament with its next result.
  if (!noted.ok()) log_(absl::StrCat("tournament ", id, ": ", noted.message()));
}

v1::Tournament::State TournamentQueue::StateAfter(Play& play, const absl::StatusOr<coordinator::RunEnd>& end) {
  if (!end.ok()) return v1::Tournament::STATE_STOPPED;
  MutexLock lock(mutex_);
  if (*end == coordinator::RunEnd::kFinished) return v1::Tournament::STATE_FINISHED;
  if (play.is_cancelled) return v1::Tournament::STATE_CANCELLED;
  // A server that ends cuts off the last games before a pause; the pause outlives it.
  if (play.is_draining || *end == coordinator::RunEnd::kPaused) return v1::Tournament::STATE_PAUSED;
  return v1::Tournament::STATE_RUNNING;
}

absl::Status TournamentQueue::TakeEnd(Play& play, const absl::StatusOr<coordinator::RunEnd>& end,
                                      const v1::TournamentEvent& newest) {
  const auto id = static_cast<std::uint32_t>(play.tournament.id);
  const v1::Tournament::State state = StateAfter(play, end);
  // A pause is noted here too, since it may have come when the run had noted its end already.
  if (state == v1::Tournament::STATE_CANCELLED || state == v1::Tournament::STATE_PAUSED) {
    MutexLock lock(database_.access());
    FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(database_, play.tournament.id, state, now_()));
  }
  {
    MutexLock lock(mutex_);
    play.is_draining = false;
  }
  log_(absl::StrCat("tournament ", id, " ",
                    !end.ok()                                  ? end.status().message()
                    : state == v1::Tournament::STATE_FINISHED  ? "is finished"
                    : state == v1::Tournament::STATE_CANCELLED ? "was cancelled"
                    : state == v1::Tournament::STATE_PAUSED    ? "is paused"
                                                               : "is put aside until the server is back"));
  if (store::IsLedgerFailure(end.status())) return end.status();
  // An error of one tournament does not concern the others.
  if (state != v1::Tournament::STATE_RUNNING) feed_.Publish(id, EndOf(newest, state));
  return absl::OkStatus();
}

}  // namespace flagfall::arena::server
