#ifndef ARENA_SERVER_TOURNAMENT_QUEUE_H_
#define ARENA_SERVER_TOURNAMENT_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/runner/tournament_runner.h"
#include "arena/server/tournament_feed.h"
#include "arena/store/database.h"
#include "arena/web/live_games.h"

namespace flagfall::arena::server {

// Plays the tournaments that are in the state `running`, one after the other, the oldest first: those that were created
// since, and those that an earlier server had not finished when it ended, however it ended.
class TournamentQueue {
 public:
  // Takes lines for the host's log: a tournament begins, ends, fails.
  using Log = std::function<void(const std::string& line)>;

  // The references must outlive the queue. `live` is told of games that are over; it is null without a web report.
  // `descriptors_for_others` as in RunOptions, for what is created.
  TournamentQueue(store::Database& database, TournamentFeed& feed, web::LiveGames* live, Log log,
                  std::size_t descriptors_for_others = 0);

  // Plays tournaments until `stop`. The one that is under way then gets the state that the options name. An error is
  // the ledger's, and means that nothing can be played any more.
  absl::Status Run(const runner::RunOptions& options, const std::stop_token& stop);

  // The tournament that is being played, if any.
  std::optional<std::int64_t> Playing();

  // Completes the spec, stores the tournament and plays it when those before it are over. Returns its id. Errors as
  // CompleteSpec's, CheckEntrants' and the store's.
  absl::StatusOr<std::int64_t> Create(const v1::TournamentSpec& given);

  // Ends the play of a tournament, and returns when it is stopped. NOT_FOUND when there is none, FAILED_PRECONDITION
  // when it is over already.
  absl::Status Cancel(std::int64_t id);

  // Has a tournament that was stopped played on when its turn comes. NOT_FOUND when there is none, FAILED_PRECONDITION
  // when it is running or over.
  absl::Status Resume(std::int64_t id);

 private:
  // Waits for a tournament to play and returns the oldest, which counts as being played from now on. Absent when `stop`
  // has come.
  absl::StatusOr<std::optional<store::Tournament>> Next(const std::stop_token& stop);
  absl::Status Play(const store::Tournament& tournament, const runner::RunOptions& options);

  // Its access() is locked after mutex_ where both are held.
  store::Database& database_;
  TournamentFeed& feed_;
  web::LiveGames* const live_;
  const Log log_;
  const std::size_t descriptors_for_others_;

  Mutex mutex_;
  CondVar changed_;
  // The tournament that is being played, how many have been before it, and how it is told to stop.
  std::optional<std::int64_t> playing_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t plays_ ABSL_GUARDED_BY(mutex_) = 0;
  bool is_cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  std::stop_source stop_playing_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_TOURNAMENT_QUEUE_H_
