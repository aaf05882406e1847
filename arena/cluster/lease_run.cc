#include "arena/cluster/lease_run.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/cluster/lease_logs.h"
#include "arena/cluster/lease_messages.h"
#include "arena/runner/tournament_run.h"
#include "arena/tournament/given_games.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"
#include "referee/match/time_control_scale.h"
#include "referee/rules/record.h"

namespace flagfall::arena::cluster {

bool LeaseRun::IsRefusal(const absl::Status& status) {
  return absl::IsInvalidArgument(status) || absl::IsPermissionDenied(status) || absl::IsUnauthenticated(status) ||
         absl::IsFailedPrecondition(status) || absl::IsUnimplemented(status);
}

// Takes results in memory, from where they are handed in.
class LeaseRun::Writer final : public runner::ResultWriter {
 public:
  Writer(LeaseRun& run, runner::LedgerObserver observer) : run_(run), observer_(std::move(observer)) {}

  void Put(store::GameResult result) override {
    run_.Take(result);
    std::vector<store::GameResult> results;
    results.push_back(std::move(result));
    observer_.on_stored(std::move(results), {store::Receipt{}});
  }
  void Put(runner::BotFault fault) override { run_.Take(fault); }

 private:
  LeaseRun& run_;
  const runner::LedgerObserver observer_;
};

LeaseRun::LeaseRun(v1::Lease lease, BotCache& bots, api::WorkerApi& server, Options options)
    : lease_(std::move(lease)), bots_(bots), server_(server), options_(std::move(options)), id_(lease_.id()) {
  for (const v1::LeasedGame& game : lease_.games()) games_[game.number()].leased = game;
  on_stop_.emplace(options_.stop, [this] { Pause(); });
  threads_.emplace_back([this] { Play(); });
  threads_.emplace_back([this] { HandInAll(); });
  threads_.emplace_back([this] { KeepOn(); });
}

LeaseRun::~LeaseRun() {
  Stop();
  threads_[0].join();
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
  }
  changed_.NotifyAll();
  threads_[1].join();
  threads_[2].join();
}

std::size_t LeaseRun::GamesLeft() const {
  MutexLock lock(mutex_);
  if (is_played_) return 0;
  return static_cast<std::size_t>(
      std::count_if(games_.begin(), games_.end(), [](const auto& entry) { return !entry.second.is_decided; }));
}

bool LeaseRun::HasEnded() const {
  return is_played_ && games_.empty() && waiting_.empty() && to_tell_.returned.empty() && to_tell_.failures.empty();
}

bool LeaseRun::IsOver() const {
  MutexLock lock(mutex_);
  return HasEnded();
}

bool LeaseRun::HasFailed() const {
  MutexLock lock(mutex_);
  return !failure_.ok();
}

void LeaseRun::Play() {
  const absl::StatusOr<std::vector<std::string>> folders = FetchBots();
  absl::Status status = folders.ok() ? PlayGames(*folders) : folders.status();
  // Where fetching was cut off, nothing is wrong with this machine.
  if (!folders.ok() && pause_.stop_requested()) status = absl::OkStatus();
  if (!status.ok()) options_.log(absl::StrCat("tournament ", lease_.tournament_id(), ": ", status.message()));
  MutexLock lock(mutex_);
  failure_ = std::move(status);
  is_played_ = true;
  for (const auto& [number, game] : games_) {
    if (!game.is_decided) to_tell_.returned.insert(number);
  }
  for (const std::uint32_t number : to_tell_.returned) games_.erase(number);
  changed_.NotifyAll();
}

absl::StatusOr<std::vector<std::string>> LeaseRun::FetchBots() {
  std::set<std::uint32_t> playing = PlayingBots(lease_);
  std::vector<std::string> folders(static_cast<std::size_t>(lease_.bots_size()));
  for (std::size_t bot = 0; bot < folders.size(); ++bot) {
    if (playing.erase(static_cast<std::uint32_t>(bot)) == 0) continue;
    const v1::LeasedBot& leased = lease_.bots(static_cast<int>(bot));
    std::uint64_t lease = 0;
    {
      MutexLock lock(mutex_);
      to_tell_.bot_at_fault = leased.manifest().name();
      lease = id_;
    }
    FLAGFALL_ASSIGN_OR_RETURN(BotCache::Use use, bots_.Take(leased, lease, server_, pause_.get_token()));
    folders[bot] = use.folder();
    uses_.push_back(std::move(use));
  }
  MutexLock lock(mutex_);
  to_tell_.bot_at_fault.clear();
  if (playing.empty()) return folders;
  return absl::InternalError("the lease has a game of a bot that is not in it");
}

absl::Status LeaseRun::PlayGames(const std::vector<std::string>& folders) {
  LeasedRun leased = RunOf(lease_, folders, options_.games_at_once);
  leased.start.shares_slots = options_.run.slots != nullptr;
  const store::Tournament& tournament = leased.tournament;
  runner::RunOptions options = options_.run;
  options.logs_folder = FolderOfLeaseLogs(options_.run.logs_folder, lease_.id());
  options.pause = pause_.get_token();
  options.sandbox_of = [this, &leased](const store::Bot& bot) {
    return leased.strict.contains(bot.name()) ? bots::SandboxMode::kStrict : options_.sandbox;
  };
  // By what the server was told when it gave the lease, so that both come to the same time control.
  options.plies_per_second = [speed = WholePlies(options_.worker.plies_per_second())] { return speed; };
  const runner::RunObserver observer = [this](const v1::TournamentEvent& event) {
    if (event.has_notice()) options_.log(absl::StrCat("tournament ", lease_.tournament_id(), ": ", event.notice()));
  };
  FLAGFALL_ASSIGN_OR_RETURN(v1::TimeControl time_control, ParseTimeControl(tournament.spec.time_control()));
  runner::TournamentRun run(tournament, std::move(leased.bots), std::move(leased.start), std::move(time_control),
                            options, observer);
  return run.Play(*this, stop_.get_token()).status();
}

absl::StatusOr<v1::GivenSetUps> LeaseRun::GivenSetUpsOf(const tournament::ScheduledGame& game,
                                                        const std::string& /*seed*/) {
  bool has_first = false;
  for (const v1::LeasedGame& leased : lease_.games()) {
    if (leased.number() == game.number && leased.has_given_set_ups()) return leased.given_set_ups();
    has_first = has_first || leased.number() == game.first_of_pair;
  }
  // A first game that is not in the lease was played before, and came to none.
  if (!lease_.spec().duplicate() || game.first_of_pair == 0 || !has_first) return v1::GivenSetUps();
  MutexLock lock(mutex_);
  // Of one that was dropped nothing counts.
  if (!games_.contains(game.number)) return v1::GivenSetUps();
  const auto first = first_set_ups_.find(game.first_of_pair);
  if (first != first_set_ups_.end()) return first->second;
  return absl::InternalError(absl::StrCat("game ", game.number, " was leased without the set-ups of game ",
                                          game.first_of_pair, ", the first of its pair"));
}

std::unique_ptr<runner::ResultWriter> LeaseRun::OpenWriter(runner::LedgerObserver observer) {
  return std::make_unique<Writer>(*this, std::move(observer));
}

void LeaseRun::Take(store::GameResult result) {
  MutexLock lock(mutex_);
  const auto game = games_.find(result.number);
  // It was dropped meanwhile.
  if (game == games_.end()) return;
  if (lease_.spec().duplicate()) {
    if (absl::StatusOr<v1::GivenSetUps> set_ups = SetUpsOf(result.record); set_ups.ok()) {
      first_set_ups_[result.number] = *std::move(set_ups);
    }
  }
  game->second.is_decided = true;
  waiting_.push_back(std::move(result));
  changed_.NotifyAll();
}

void LeaseRun::Take(const runner::BotFault& fault) {
  MutexLock lock(mutex_);
  v1::BotFailure& failure = to_tell_.failures.emplace_back();
  failure.set_bot(fault.bot);
  failure.set_what(fault.reason);
}

void LeaseRun::HandInAll() {
  for (;;) {
    store::GameResult result;
    {
      MutexLock lock(mutex_);
      while (waiting_.empty() && !is_ending_) changed_.Wait(mutex_);
      if (is_ending_) return;
      result = waiting_.front();
    }
    if (HandIn(result)) continue;
    MutexLock lock(mutex_);
    const auto until = std::chrono::steady_clock::now() + options_.retry_after;
    while (!is_ending_ && changed_.WaitUntil(mutex_, until)) {
    }
  }
}

bool LeaseRun::HandIn(const store::GameResult& result) {
  v1::HandInGameHeader header;
  {
    MutexLock lock(mutex_);
    const auto game = games_.find(result.number);
    if (game != games_.end()) {
      header.set_lease(id_);
      header.set_number(result.number);
      header.set_start(game->second.leased.start());
    } else {
      std::erase_if(waiting_, [&result](const auto& waiting) { return waiting.number == result.number; });
      return true;
    }
  }
  const absl::StatusOr<bool> stored = server_.HandInGame(header, result.record);
  if (absl::IsNotFound(stored.status())) {
    Renew(header.lease());
    return false;
  }
  if (!stored.ok() && !IsRefusal(stored.status())) return false;
  if (!stored.ok()) options_.log(absl::StrCat("game ", result.record.game_id(), ": ", stored.status().message()));
  MutexLock lock(mutex_);
  Forget(result.number);
  return true;
}

void LeaseRun::KeepOn() {
  const std::chrono::milliseconds heartbeat(std::max(1U, lease_.heartbeat_ms()));
  const std::chrono::milliseconds soon = std::min(heartbeat, options_.retry_after);
  bool is_kept = true;
  for (;;) {
    {
      MutexLock lock(mutex_);
      const auto next = std::chrono::steady_clock::now() + (is_played_ || !is_kept ? soon : heartbeat);
      const bool was_played = is_played_;
      while (!is_ending_ && is_played_ == was_played && changed_.WaitUntil(mutex_, next)) {
      }
      if (is_ending_) return;
      if (HasEnded()) break;
    }
    is_kept = Keep();
  }
  // So that the server need not find out by the silence.
  v1::KeepLeaseRequest farewell;
  {
    MutexLock lock(mutex_);
    farewell.set_lease(id_);
  }
  for (const v1::LeasedGame& game : lease_.games()) farewell.add_returned_games(game.number());
  server_.KeepLease(farewell).IgnoreError();
}

bool LeaseRun::Keep() {
  v1::KeepLeaseRequest request;
  {
    MutexLock lock(mutex_);
    request.set_lease(id_);
    for (const v1::BotFailure& failure : to_tell_.failures) *request.add_failures() = failure;
    for (const std::uint32_t number : to_tell_.returned) request.add_returned_games(number);
    if (!failure_.ok()) {
      request.set_why_returned(std::string(failure_.message()));
      request.set_bot_at_fault(to_tell_.bot_at_fault);
    }
  }
  const absl::StatusOr<v1::KeepLeaseResponse> response = server_.KeepLease(request);
  if (absl::IsNotFound(response.status())) {
    Renew(request.lease());
    return true;
  }
  if (!response.ok() && !IsRefusal(response.status())) return false;
  MutexLock lock(mutex_);
  if (!response.ok()) {
    ForgetAll(response.status().message());
    return true;
  }
  to_tell_.refusals = 0;
  // They may have been dropped meanwhile.
  const auto told = std::min<std::ptrdiff_t>(request.failures_size(), std::ssize(to_tell_.failures));
  to_tell_.failures.erase(to_tell_.failures.begin(), to_tell_.failures.begin() + told);
  for (const std::uint32_t number : request.returned_games()) to_tell_.returned.erase(number);
  if (response->is_paused()) Pause();
  for (const std::uint32_t number : response->dropped_games()) {
    if (!games_.contains(number)) continue;
    Forget(number);
    to_tell_.returned.insert(number);
  }
  return true;
}

void LeaseRun::Forget(std::uint32_t number) {
  games_.erase(number);
  std::erase_if(waiting_, [number](const auto& waiting) { return waiting.number == number; });
  if (lease_.spec().duplicate() && !first_set_ups_.contains(number)) {
    // Nobody here will ever know the set-ups of the second game of its pair.
    std::erase_if(games_, [this, number](const auto& game) {
      const bool is_second = game.second.leased.first_of_pair() == number && !game.second.leased.has_given_set_ups();
      if (is_second) to_tell_.returned.insert(game.first);
      return is_second;
    });
  }
  if (games_.empty()) Stop();
}

void LeaseRun::ForgetAll(absl::string_view why) {
  if (!games_.empty() && !why.empty()) {
    options_.log(
        absl::StrCat("tournament ", lease_.tournament_id(), ": ", Counted(games_.size(), "game"), " dropped: ", why));
  }
  games_.clear();
  waiting_.clear();
  to_tell_.returned.clear();
  to_tell_.failures.clear();
  Stop();
}

}  // namespace flagfall::arena::cluster
