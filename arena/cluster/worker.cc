#include "arena/cluster/worker.h"

#include <algorithm>
#include <chrono>
#include <list>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/bots/archive.h"
#include "arena/cluster/bot_cache.h"
#include "arena/cluster/lease_run.h"
#include "arena/runner/game_slots.h"
#include "referee/base/counted.h"
#include "referee/base/mutex.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cluster {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLooksEvery{50};
constexpr std::chrono::seconds kAsksAgainAfter{1};
// For what is told to the server when games were dropped.
constexpr std::chrono::seconds kFarewell{3};

class Worker {
 public:
  Worker(api::WorkerApi& server, const WorkerOptions& options)
      : server_(server),
        options_(options),
        slots_(options.worker.games_at_once(), SteadyNow),
        bots_(options.bots_folder, options.bots_bytes_max, bots::ArchiveReaderBeside(options.run.supervisor_path)) {}

  absl::Status Run(const std::stop_token& stop) {
    const std::stop_callback on_stop(stop, [this] {
      options_.log(absl::StrCat("stopping: games in play have ", options_.grace.count() / 1000, " s to their end"));
      MutexLock lock(mutex_);
      wake_.NotifyAll();
    });
    // It may keep less than when it was started last.
    bots_.Prune();
    while (!stop.stop_requested()) {
      RemoveOver();
      if (Clock::now() >= next_ask_) FLAGFALL_RETURN_IF_ERROR(AskForGames(stop));
      Sleep(kLooksEvery);
    }
    Leave();
    return absl::OkStatus();
  }

 private:
  void Sleep(std::chrono::milliseconds time) {
    MutexLock lock(mutex_);
    wake_.WaitUntil(mutex_, Clock::now() + time);
  }

  void RemoveOver() {
    const std::size_t over = std::erase_if(leases_, [this](const auto& lease) {
      if (!lease->IsOver()) return false;
      // The same games may be given again, and fail again.
      if (lease->HasFailed()) next_ask_ = Clock::now() + kAsksAgainAfter;
      return true;
    });
    // What they used may have been more than is kept.
    if (over > 0) bots_.Prune();
  }

  absl::Status AskForGames(const std::stop_token& stop) {
    std::size_t left = 0;
    for (const auto& lease : leases_) {
      // The server is told first, so that it does not give the same games again.
      if (lease->HasFailed()) return absl::OkStatus();
      left += lease->GamesLeft();
    }
    const std::size_t at_once = options_.worker.games_at_once();
    if (left >= at_once) return absl::OkStatus();
    v1::LeaseGamesRequest request;
    *request.mutable_worker() = options_.worker;
    request.mutable_worker()->set_plies_per_second(options_.plies_per_second());
    request.set_games_free(static_cast<std::uint32_t>(at_once - left));
    const absl::StatusOr<v1::LeaseGamesResponse> response = server_.LeaseGames(request, stop);
    next_ask_ = Clock::now() + kAsksAgainAfter;
    if (stop.stop_requested() && !response.ok()) return absl::OkStatus();
    if (!response.ok()) {
      // It will not have this worker, whatever the worker asks.
      if (LeaseRun::IsRefusal(response.status())) return response.status();
      Say(std::string(response.status().message()));
      return absl::OkStatus();
    }
    if (!response->has_lease()) {
      Say(response->reason());
      next_ask_ = Clock::now() + std::chrono::milliseconds(response->ask_again_ms());
      return absl::OkStatus();
    }
    Begin(response->lease(), request.worker(), stop);
    return absl::OkStatus();
  }

  // What keeps the worker from playing is said once, and when it is over.
  void Say(const std::string& trouble) {
    if (trouble == trouble_) return;
    trouble_ = trouble;
    if (!trouble.empty()) options_.log(trouble);
  }

  // `worker` is how the server was told of this one when it gave the lease.
  void Begin(const v1::Lease& lease, const v1::Worker& worker, const std::stop_token& stop) {
    options_.log(absl::StrCat("tournament ", lease.tournament_id(), ": ", Counted(lease.games_size(), "game"),
                              ", the first ", lease.tournament_id(), "-", lease.games(0).number()));
    LeaseRun::Options run{.worker = worker,
                          .run = options_.run,
                          .sandbox = options_.sandbox,
                          .games_at_once = options_.worker.games_at_once(),
                          .stop = stop,
                          .log = options_.log};
    run.run.slots = &slots_;
    leases_.push_back(std::make_unique<LeaseRun>(lease, bots_, server_, std::move(run)));
    // More, at once, where these are not enough.
    next_ask_ = Clock::now();
  }

  void Leave() {
    // The stop has paused all leases by itself.
    AwaitEnd(options_.grace);
    for (const auto& lease : leases_) lease->Stop();
    AwaitEnd(kFarewell);
    leases_.clear();
  }

  void AwaitEnd(std::chrono::milliseconds within) {
    const Clock::time_point until = Clock::now() + within;
    while (!leases_.empty() && Clock::now() < until) {
      RemoveOver();
      if (!leases_.empty()) Sleep(kLooksEvery);
    }
  }

  api::WorkerApi& server_;
  const WorkerOptions& options_;
  runner::GameSlots slots_;
  BotCache bots_;
  std::list<std::unique_ptr<LeaseRun>> leases_;
  Clock::time_point next_ask_ = Clock::now();
  std::string trouble_;

  Mutex mutex_;
  CondVar wake_;
};

}  // namespace

absl::Status RunWorker(api::WorkerApi& server, const WorkerOptions& options, const std::stop_token& stop) {
  return Worker(server, options).Run(stop);
}

}  // namespace flagfall::arena::cluster
