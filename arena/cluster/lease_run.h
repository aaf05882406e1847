#ifndef ARENA_CLUSTER_LEASE_RUN_H_
#define ARENA_CLUSTER_LEASE_RUN_H_

#include <cstdint>
#include <deque>
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
#include "arena/api/worker_api.h"
#include "arena/cluster/bot_cache.h"
#include "arena/runner/run_ledger.h"
#include "arena/runner/tournament_runner.h"
#include "flagfall/v1/worker_service.pb.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::cluster {

// One lease of a worker: fetches the bots of its games, plays these in a run of their own, and hands in the results one
// after the other in the order in which they came, so that a server stores the first game of a pair before the second.
// While the server is away, games go on and their records wait. All methods may be called from any thread.
class LeaseRun final : public runner::RunLedger {
 public:
  struct Options {
    // As the worker described itself when it got the lease.
    v1::Worker worker;
    // Of the run; the sandboxes are set for each bot as the server wants them, and by `sandbox` at least.
    runner::RunOptions run;
    bots::SandboxMode sandbox = bots::SandboxMode::kNone;
    // Games that this worker plays at once at most.
    std::uint32_t games_at_once = 1;
    // At this no further game begins, as by Pause.
    std::stop_token stop = {};
    // How long a server that does not answer is left alone.
    std::chrono::milliseconds retry_after = std::chrono::seconds(1);
    // Takes lines for the worker's log, from any thread.
    std::function<void(const std::string&)> log;
  };

  // Begins to fetch and to play. `bots` and `server` must outlive this.
  LeaseRun(v1::Lease lease, BotCache& bots, api::WorkerApi& server, Options options);
  // Drops what is being played and what was not handed in.
  ~LeaseRun() override;

  LeaseRun(const LeaseRun&) = delete;
  LeaseRun& operator=(const LeaseRun&) = delete;

  // Whether the server has understood a call and will not have it, so that it is of no use to call again.
  static bool IsRefusal(const absl::Status& status);

  // No new game begins, and no bot is fetched any more.
  void Pause() { pause_.request_stop(); }
  // Ends what is being played; its games go back.
  void Stop() {
    Pause();
    stop_.request_stop();
  }

  // Games that are not over.
  std::size_t GamesLeft() const;
  // All is handed in, or not wanted; nothing is left to be done.
  bool IsOver() const;
  // Whether this machine could not play the games. The server has been told so when the lease is over.
  bool HasFailed() const;

  // ---- As the run's ledger.
  absl::StatusOr<v1::GivenSetUps> GivenSetUpsOf(const tournament::ScheduledGame& game,
                                                const std::string& seed) override;
  std::unique_ptr<runner::ResultWriter> OpenWriter(runner::LedgerObserver observer) override;

 private:
  class Writer;
  // A game of the lease, until the server has its result or does not want it.
  struct Game {
    v1::LeasedGame leased;
    // It was played, and its result waits to be handed in.
    bool is_decided = false;
  };

  // What the server is to be told when the lease is kept.
  struct ToTell {
    std::vector<v1::BotFailure> failures;
    // Games that come back, by number.
    std::set<std::uint32_t> returned;
    // The bot whose files could not be had, where games come back for that.
    std::string bot_at_fault;
    // How often the server has said that the tournament is not being played there.
    int refusals = 0;
  };

  void Play();
  // Returns the folders of the lease's bots in their order, empty for those that play in none of its games.
  absl::StatusOr<std::vector<std::string>> FetchBots() ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status PlayGames(const std::vector<std::string>& folders);
  // Keeps the lease every heartbeat, until the end.
  void KeepOn() ABSL_LOCKS_EXCLUDED(mutex_);
  // Tells the server that the lease goes on, what has come back and which bots have failed, and does as it says.
  // Returns false when that is to be tried again soon.
  bool Keep() ABSL_LOCKS_EXCLUDED(mutex_);
  bool HasEnded() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Hands in what waits, until the end.
  void HandInAll() ABSL_LOCKS_EXCLUDED(mutex_);
  // Hands in the result of a game. Returns false when that is to be tried again.
  bool HandIn(const store::GameResult& result) ABSL_LOCKS_EXCLUDED(mutex_);
  void Take(store::GameResult result) ABSL_LOCKS_EXCLUDED(mutex_);
  void Take(const runner::BotFault& fault) ABSL_LOCKS_EXCLUDED(mutex_);
  // The server does not know the lease by that number any more: asks for its games again, and drops those that are not
  // to be had.
  void Renew(std::uint64_t id) ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether the game is still that which is played here, also by its set-ups.
  bool IsSameGame(const v1::LeasedGame& mine, const v1::LeasedGame& renewed) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void TakeRenewed(const v1::Lease& renewed) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Drops a game; with the last one what is being played ends.
  void Forget(std::uint32_t number) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void ForgetAll(absl::string_view why) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const v1::Lease lease_;
  BotCache& bots_;
  api::WorkerApi& server_;
  const Options options_;
  // The bots of the games; of the thread that plays.
  std::vector<BotCache::Use> uses_;
  std::stop_source stop_;
  std::stop_source pause_;
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;

  // Held while the lease is renewed, which is done by one thread at a time.
  Mutex renewing_;
  mutable Mutex mutex_ ABSL_ACQUIRED_AFTER(renewing_);
  CondVar changed_;
  // The lease's number at the server, which changes when it is renewed.
  std::uint64_t id_ ABSL_GUARDED_BY(mutex_);
  // By number.
  std::map<std::uint32_t, Game> games_ ABSL_GUARDED_BY(mutex_);
  std::map<std::uint32_t, v1::GivenSetUps> first_set_ups_ ABSL_GUARDED_BY(mutex_);
  std::deque<store::GameResult> waiting_ ABSL_GUARDED_BY(mutex_);
  ToTell to_tell_ ABSL_GUARDED_BY(mutex_);
  absl::Status failure_ ABSL_GUARDED_BY(mutex_);
  bool is_played_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: they use all of the above. The player, the one that hands in, and the one that keeps the lease.
  std::vector<std::thread> threads_;
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_LEASE_RUN_H_
