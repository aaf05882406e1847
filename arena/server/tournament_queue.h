#ifndef ARENA_SERVER_TOURNAMENT_QUEUE_H_
#define ARENA_SERVER_TOURNAMENT_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/runner/game_slots.h"
#include "arena/runner/tournament_runner.h"
#include "arena/server/challenges.h"
#include "arena/server/tournament_feed.h"
#include "arena/server/tournament_schedule.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "arena/web/live_games.h"
#include "referee/base/micros.h"

namespace flagfall::arena::server {

// Plays the tournaments that are in the state `running`: those that were created since, and those that an earlier
// server had not finished when it ended, however it ended. They are played side by side, each on a thread of its own,
// and share by their priorities how many games are played at once (runner::GameSlots). When kAtOnceMax are being
// played, or this process could not have the descriptors for one more, the others wait, the oldest being the first, and
// challenges behind all tournaments. Tournaments that are to begin at a time are queued when it has come
// (TournamentSchedule).
class TournamentQueue {
 public:
  // Takes lines for the host's log: a tournament begins, ends, fails.
  using Log = std::function<void(const std::string& line)>;

  // Each holds two threads, and the processes of its bots.
  static constexpr std::size_t kAtOnceMax = 16;
  // Challenges among them, so that most of these places are for tournaments.
  static constexpr std::size_t kChallengesAtOnceMax = 4;

  // The references must outlive the queue. `live` is told of games that are over; it is null without a web report.
  // `descriptors_for_others` as in RunOptions, for what is created. `now` is the time since 1970.
  TournamentQueue(store::Database& database, TournamentFeed& feed, web::LiveGames* live, Log log,
                  std::size_t descriptors_for_others = 0, std::function<Micros()> now = WallNow);

  // Plays tournaments until `stop`. Those that are under way then get the state that the options name. An error is the
  // ledger's, and means that nothing can be played any more.
  absl::Status Run(const runner::RunOptions& options, const std::stop_token& stop);

  // The tournaments that are being played.
  std::set<std::int64_t> Playing();

  // A user who starts a challenge, and whether that is allowed, which is asked with the ledger locked until the
  // challenge is stored.
  struct Challenger {
    std::string user;
    std::function<absl::Status(store::Database& ledger)> check;
  };
  // Completes the spec, stores the tournament and plays it as soon as there is room, or when its start_time has come.
  // Returns its id. Errors as CompleteSpec's, NameSelected's, CheckEntrants', TournamentSchedule::Create's, the
  // challenger's check, and the store's.
  absl::StatusOr<std::int64_t> Create(const v1::TournamentSpec& given,
                                      const std::optional<Challenger>& challenger = std::nullopt);

  // Ends the play of a tournament, and returns when it is stopped. One that is scheduled does not begin, nor do bots
  // play on for their entry; the next of its series begins. Where games that are being played are to be played out, it
  // returns at once, and the tournament is paused until they are over, and cancelled then. NOT_FOUND when there is
  // none, FAILED_PRECONDITION when it is over already.
  absl::Status Cancel(std::int64_t id, RunningGames running = RunningGames::kDropped);

  // While it is held no game begins here; those that are being played are played to their end.
  void SetHeld(bool is_held) { slots_.SetHeld(is_held); }

  // Has no new game of a tournament begin; those that are being played are played to their end. Returns at once, and
  // from then on the ledger says that the tournament is paused, also to a later server. OK when it is paused already.
  // NOT_FOUND when there is none, FAILED_PRECONDITION when it is neither queued nor running.
  absl::Status Pause(std::int64_t id);

  // Ends a series: its tournament that is scheduled is cancelled. NOT_FOUND when there is none.
  absl::Status StopSeries(std::int64_t series);

  // Has a tournament that was paused, cancelled or stopped played on when its turn comes, or its start_time; returns
  // when all who watched it have been told of its end. NOT_FOUND when there is none, FAILED_PRECONDITION when it is
  // queued, running or over, or its last games before a pause are still being played.
  absl::Status Resume(std::int64_t id);

 private:
  // A tournament that is being played.
  struct Play {
    store::Tournament tournament;
    // Bots that are launched for it.
    std::size_t launched = 0;
    bool is_cancelled = false;
    // No game begins any more, and its last ones are being played.
    bool is_draining = false;
    bool is_over = false;
    std::stop_source stop = {};
    std::stop_source pause = {};
    // Plays it; joined by Run when it is over.
    std::thread thread = {};
  };

  // Has the schedule do what is due, and tells of it. Returns when something will be due next.
  absl::StatusOr<std::optional<Micros>> DoDueWork() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether what failed with this error may be tried again, since the disk is full: then it is told to the log, and a
  // second passes. False too when `stop` is requested.
  bool MayTryAgain(const absl::Status& status, const std::stop_token& stop) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Waits until something has changed, or is due.
  void AwaitChange(std::optional<Micros> due) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What is to be played, is not, and may begin beside the others: the oldest tournament, or where there is none, the
  // oldest challenge of a user of whom none is being played. Null when there is nothing.
  absl::StatusOr<std::shared_ptr<Play>> NextToPlay() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What may be played next, the first that is not being played.
  absl::StatusOr<std::vector<store::Tournament>> Candidates() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::size_t DescriptorsOfPlays() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Begin(const std::shared_ptr<Play>& play, const runner::RunOptions& options)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Joins the threads of plays that are over and forgets these.
  void RemoveOver() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Plays it to its end. An error is the ledger's.
  absl::Status PlayOut(Play& play, const runner::RunOptions& options) ABSL_LOCKS_EXCLUDED(mutex_);
  // Notes and tells how it has ended.
  absl::Status TakeEnd(Play& play, const absl::StatusOr<coordinator::RunEnd>& end, const v1::TournamentEvent& newest)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Notes for `tournament show` that games wait for a worker, or wait no longer.
  void NoteWaiting(std::int64_t id, const v1::WaitingGames& waiting) ABSL_LOCKS_EXCLUDED(database_.access());

  // As Cancel and Resume, of this tournament alone.
  absl::Status CancelOne(std::int64_t id) ABSL_LOCKS_EXCLUDED(mutex_);
  // Has a tournament be cancelled when its games that are being played are over. False where none can be under way.
  absl::StatusOr<bool> CancelAfterRunningGames(std::int64_t id) ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status ResumeOne(std::int64_t id) ABSL_LOCKS_EXCLUDED(mutex_);
  // The tournament in which bots play for their entry in this one, while they do; absent otherwise.
  absl::StatusOr<std::optional<std::int64_t>> QualifierOf(std::int64_t id) ABSL_LOCKS_EXCLUDED(database_.access());

  // What a tournament has become whose run has ended thus.
  v1::Tournament::State StateAfter(Play& play, const absl::StatusOr<coordinator::RunEnd>& end)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // UNSPECIFIED when there is none.
  v1::Tournament::State StateOf(std::int64_t id) ABSL_LOCKS_EXCLUDED(database_.access());

  // Its access() is locked after mutex_ where both are held.
  store::Database& database_;
  TournamentFeed& feed_;
  web::LiveGames* const live_;
  const Log log_;
  const std::size_t descriptors_for_others_;
  const std::function<Micros()> now_;
  // Used with database_.access() locked.
  TournamentSchedule schedule_;
  runner::GameSlots slots_;

  Mutex mutex_;
  CondVar changed_;
  // By id; those that are over stay until their threads are joined.
  std::map<std::int64_t, std::shared_ptr<Play>> plays_ ABSL_GUARDED_BY(mutex_);
  // The disk was full, and the log knows.
  bool was_full_ ABSL_GUARDED_BY(mutex_) = false;
  // The first error of the ledger.
  absl::Status failure_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_TOURNAMENT_QUEUE_H_
