#include "arena/cluster/worker.h"

#include <algorithm>
#include <chrono>
#include <list>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/bots/archive.h"
#include "arena/cluster/bot_cache.h"
#include "arena/cluster/lease_heartbeat.h"
#include "arena/cluster/lease_logs.h"
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

// Whether the server will not have this worker, whatever the worker asks.
bool IsRefused(const absl::Status& status) {
  return absl::IsPermissionDenied(status) || absl::IsUnauthenticated(status) || absl::IsFailedPrecondition(status) ||
         absl::IsInvalidArgument(status) || absl::IsUnimplemented(status);
}

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
  // What is being played, and the bots that it uses.
  struct Leased {
    std::vector<BotCache::Use> bots;
    std::unique_ptr<LeaseRun> run;
  };

  void Sleep(std::chrono::milliseconds time) {
    MutexLock lock(mutex_);
    wake_.WaitUntil(mutex_, Clock::now() + time);
  }

  void RemoveOver() {
    const std::size_t over = std::erase_if(leases_, [](const Leased& lease) {
      // It has told the server by then of what is wrong with this machine.
      return lease.run->IsOver();
    });
    // What they used may have been more than is kept.
    if (over > 0) bots_.Prune();
  }

  absl::Status AskForGames(const std::stop_token& stop) {
    std::size_t left = 0;
    for (const Leased& lease : leases_) left += lease.run->GamesLeft();
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
      if (IsRefused(response.status())) return response.status();
      Say(std::string(response.status().message()));
      return absl::OkStatus();
    }
    if (!response->has_lease()) {
      Say(response->reason());
      next_ask_ = Clock::now() + std::chrono::milliseconds(response->ask_again_ms());
      return absl::OkStatus();
    }
    // The answer may have taken its time.
    if (stop.stop_requested()) {
      GiveBack(response->lease(), "", "");
    } else {
      Begin(response->lease(), request.worker(), stop);
    }
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
    std::string bot;
    absl::StatusOr<std::vector<BotCache::Use>> uses = TakeBotsOf(lease, stop, bot);
    if (!uses.ok()) {
      // Where it is stopped, nothing is wrong with this machine.
      const bool is_stopped = stop.stop_requested();
      if (!is_stopped) options_.log(absl::StrCat("tournament ", lease.tournament_id(), ": ", uses.status().message()));
      const bool is_told = GiveBack(lease, is_stopped ? "" : uses.status().message(), bot);
      next_ask_ = Clock::now() + (is_told ? kAsksAgainAfter : options_.wait_after_failure);
      return;
    }
    LeaseRun::Options run{.worker = worker,
                          .run = options_.run,
                          .sandbox = options_.sandbox,
                          .games_at_once = options_.worker.games_at_once(),
                          .stop = stop,
                          .log = options_.log};
    run.run.slots = &slots_;
    run.run.logs_folder = FolderOfLeaseLogs(options_.run.logs_folder, lease.id());
    std::vector<std::string> folders;
    for (const BotCache::Use& use : *uses) folders.push_back(use.folder());
    leases_.push_back({.bots = *std::move(uses),
                       .run = std::make_unique<LeaseRun>(lease, std::move(folders), server_, std::move(run))});
    // More, at once, where these are not enough.
    next_ask_ = Clock::now();
  }

  // In the lease's order, without a folder for those that play in none of its games. `bot_at_fault` is the one that
  // could not be had where there is an error.
  absl::StatusOr<std::vector<BotCache::Use>> TakeBotsOf(const v1::Lease& lease, const std::stop_token& stop,
                                                        std::string& bot_at_fault) {
    const LeaseHeartbeat heartbeat(lease, server_);
    std::set<std::uint32_t> playing;
    for (const v1::LeasedGame& game : lease.games()) playing.insert({game.red(), game.blue()});
    std::vector<BotCache::Use> uses;
    for (int bot = 0; bot < lease.bots_size(); ++bot) {
      if (playing.erase(static_cast<std::uint32_t>(bot)) == 0) {
        uses.emplace_back("", Descriptor());
        continue;
      }
      bot_at_fault = lease.bots(bot).manifest().name();
      FLAGFALL_ASSIGN_OR_RETURN(BotCache::Use use, bots_.Take(lease.bots(bot), lease.id(), server_, stop));
      uses.push_back(std::move(use));
    }
    if (!playing.empty()) return absl::InternalError("the lease has a game of a bot that is not in it");
    return uses;
  }

  // `bot` is the one that could not be had, where the games come back for that. Returns whether the server was told.
  bool GiveBack(const v1::Lease& lease, absl::string_view why, absl::string_view bot) {
    v1::KeepLeaseRequest request;
    request.set_lease(lease.id());
    request.set_why_returned(std::string(why));
    request.set_bot_at_fault(std::string(bot));
    for (const v1::LeasedGame& game : lease.games()) request.add_returned_games(game.number());
    // When it does not come through, the lease ends by itself.
    return server_.KeepLease(request).ok();
  }

  void Leave() {
    // The stop has paused all leases by itself.
    AwaitEnd(options_.grace);
    for (const Leased& lease : leases_) lease.run->Stop();
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
  std::list<Leased> leases_;
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
