#ifndef ARENA_SERVER_TOURNAMENT_QUEUE_H_
#define ARENA_SERVER_TOURNAMENT_QUEUE_H_

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

namespace flagfall::arena {

// Plays the tournaments that are in the state `running`, one after the other, the oldest first: those that were created
// since, and those that an earlier server had not finished when it ended, however it ended.
class TournamentQueue {
 public:
  // For the host's log: a tournament begins, ends, fails.
  using Log = std::function<void(const std::string& line)>;

  // All referred to must outlive the queue. `live` is told of games that are over; null when nobody looks on.
  TournamentQueue(Database& database, TournamentFeed& feed, LiveGames* live, Log log);

  // Plays until `stop`; what is under way then comes to the state that the options say. An error is the ledger's:
  // nothing can be played any more.
  absl::Status Run(const RunOptions& options, const std::stop_token& stop);

  // What is being played, if anything.
  std::optional<std::int64_t> Playing();

  // The ledger has a tournament more.
  void Wake();

  // The tournament is not played on. Returns when it is stopped. NOT_FOUND when there is none, FAILED_PRECONDITION when
  // it is over already.
  absl::Status Cancel(std::int64_t id);

  // A tournament that was stopped is played on when its turn comes. NOT_FOUND when there is none, FAILED_PRECONDITION
  // when it is running or over.
  absl::Status Resume(std::int64_t id);

 private:
  // The oldest that is to be played, which is being played from now on; waits for one. Absent when `stop` has come.
  absl::StatusOr<std::optional<Tournament>> Next(const std::stop_token& stop);
  absl::Status Play(const Tournament& tournament, const RunOptions& options);

  // Locked under mutex_, where both are.
  Database& database_;
  TournamentFeed& feed_;
  LiveGames* const live_;
  const Log log_;

  Mutex mutex_;
  CondVar changed_;
  // What is being played, the how manieth that is, and how it is told to stop.
  std::optional<std::int64_t> playing_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t plays_ ABSL_GUARDED_BY(mutex_) = 0;
  bool is_cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  std::stop_source stop_playing_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena

#endif  // ARENA_SERVER_TOURNAMENT_QUEUE_H_
