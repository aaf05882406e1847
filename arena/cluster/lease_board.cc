#include "arena/cluster/lease_board.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/cluster/check_worker.h"
#include "arena/cluster/lease_messages.h"
#include "arena/cluster/run_share.h"
#include "arena/runner/random_bytes.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_messages.h"
#include "referee/match/time_control_scale.h"

namespace flagfall::arena::cluster {
namespace {

// A run answers at once, unless it is starting many processes.
constexpr std::chrono::seconds kRunAnswersWithin{10};
// When a worker that gets no games asks again: after kAskAgainMsEach for each that waits, within these two.
constexpr std::uint32_t kAskAgainMs = 1000;
constexpr std::uint32_t kAskAgainMsMax = 10'000;
constexpr std::uint32_t kAskAgainMsEach = 10;
constexpr std::size_t kIdleMax = kAskAgainMsMax / kAskAgainMsEach;
// What a worker says of the games that it gives back is cut to this.
constexpr std::size_t kWhyBytesMax = 1000;
// Beyond so many workers all are noted anew.
constexpr std::size_t kSpeedsMax = 4096;

// What a worker is told that gets no games. More is for the host.
constexpr char kSuspected[] =
    "this worker's results do not verify, or differ from those of other machines, and it gets no games until a host "
    "has looked at it "
    "(`flagfall cluster workers list`)";

}  // namespace

LeaseBoard::LeaseBoard(LeaseBoardOptions options)
    : options_(std::move(options)),
      present_(
          std::max<Micros>(kHeartbeatsMissedMax * options_.heartbeat, 2 * std::chrono::milliseconds(kAskAgainMsMax))),
      seconds_(options_.second_share, options_.second_secret) {}

std::unique_ptr<runner::LeaseDesk::Share> LeaseBoard::Join(Run run) {
  auto share = std::make_unique<RunShare>(*this, std::move(run), options_.now());
  MutexLock lock(mutex_);
  shares_[share->tournament_id()] = share.get();
  return share;
}

void LeaseBoard::Leave(RunShare& share) {
  MutexLock lock(mutex_);
  shares_.erase(share.tournament_id());
  std::erase_if(leases_, [&share](const auto& entry) { return entry.second.tournament_id == share.tournament_id(); });
  seconds_.Forget(share.tournament_id());
  for (auto& [id, asked] : asked_) {
    if (asked.tournament_id != share.tournament_id()) continue;
    asked.is_answered = true;
    asked.lease.reset();
    asked.answered.NotifyAll();
  }
  std::erase_if(handed_in_, [&share](const auto& entry) { return entry.first.first == share.tournament_id(); });
  WakeHandIns();
}

void LeaseBoard::Grant(RunShare& share, const coordinator::GrantLease& grant, std::vector<Game> games) {
  MutexLock lock(mutex_);
  const auto asked = asked_.find(grant.lease);
  if (asked == asked_.end()) {
    for (const Game& game : games) share.Return(game.leased.Key());
    return;
  }
  asked->second.is_answered = true;
  if (!games.empty()) {
    Lease& lease = asked->second.lease.emplace();
    lease.id = grant.lease;
    lease.tournament_id = share.tournament_id();
    lease.games_at_once = grant.games_at_once;
    for (Game& game : games) lease.games[game.leased.game.number].game = std::move(game);
  }
  asked->second.answered.NotifyAll();
}

void LeaseBoard::End(RunShare& share, const coordinator::EndGame& command) {
  MutexLock lock(mutex_);
  const auto found = leases_.find(command.lease);
  if (found == leases_.end()) {
    // Its worker has not heard of it yet, and never will where the grant failed or the server ends.
    const auto asked = asked_.find(command.lease);
    if (asked != asked_.end() && asked->second.lease.has_value()) asked->second.lease->games.erase(command.game.number);
    return share.Return(command.game);
  }
  const auto game = found->second.games.find(command.game.number);
  if (game == found->second.games.end() || game->second.state != LeasedMatch::State::kOut) return;
  game->second.state = LeasedMatch::State::kNotWanted;
  share.Return(command.game);
}

void LeaseBoard::SetStateOf(RunShare& share, std::uint32_t number, LeasedMatch::State state) {
  MutexLock lock(mutex_);
  const auto handed_in = handed_in_.extract({share.tournament_id(), number});
  const auto lease = handed_in.empty() ? leases_.end() : leases_.find(handed_in.mapped());
  if (lease == leases_.end()) return;
  const auto game = lease->second.games.find(number);
  if (game == lease->second.games.end() || game->second.state != LeasedMatch::State::kHandedIn) return;
  game->second.state = state;
  if (state == LeasedMatch::State::kStored && !game->second.is_void) {
    const tournament::ScheduledGame& played = game->second.game.leased.game;
    share.troubles().NotePlayed(lease->second.Process(), played.red, played.blue);
    seconds_.NoteStored(lease->second, game->second.game);
  } else {
    seconds_.NoteLost(lease->second, game->second.game);
  }
  stored_[number % stored_.size()].NotifyAll();
}

absl::Status LeaseBoard::CheckWorker(const std::string& user, const v1::Worker& worker) const {
  FLAGFALL_RETURN_IF_ERROR(CheckDescription(worker, options_.version));
  if (const auto found = distrusted_.find(user); found != distrusted_.end()) {
    return absl::FailedPreconditionError(
        absl::StrCat("no games are leased to ", user, " any more: ", found->second.why));
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::LeaseGamesResponse> LeaseBoard::LeaseGames(const std::string& user,
                                                              const v1::LeaseGamesRequest& request) {
  MutexLock lock(mutex_);
  FLAGFALL_RETURN_IF_ERROR(CheckWorker(user, request.worker()));
  const store::WorkerName worker{.user = user, .name = request.worker().name()};
  v1::LeaseGamesResponse response;
  response.set_ask_again_ms(AskAgainMs(worker));
  const WorkerProcess process{.name = worker, .id = request.worker().process_id()};
  present_.NoteAsking(process, request.worker(), options_.now());
  if (!held_.empty()) {
    response.set_reason(held_);
    return response;
  }
  if (suspected_.contains(worker)) {
    response.set_reason(kSuspected);
    return response;
  }
  std::optional<Lease> lease = SecondLease(process, request);
  if (!lease.has_value()) lease = AskRuns(process, request, response);
  if (is_closed_) return EndingError();
  NoteSpeed(worker, request.worker());
  if (!lease.has_value() || lease->games.empty()) return response;
  // It, or its user, may have lost the server's trust while it waited.
  const absl::Status trusted = CheckWorker(user, request.worker());
  if (!trusted.ok() || suspected_.contains(worker)) {
    for (const auto& [number, game] : lease->games) Return(*shares_.at(lease->tournament_id), *lease, game.game);
    if (!trusted.ok()) return trusted;
    response.set_reason(kSuspected);
    return response;
  }
  idle_.erase(worker);
  lease->worker = worker;
  lease->worker_process_id = process.id;
  if (!lease->is_second) seconds_.NoteGranted(*lease);
  lease->heard = options_.now();
  RunShare& share = *shares_.at(lease->tournament_id);
  share.ScaleGames(request.worker(), *lease);
  const std::uint64_t id = lease->id;
  *response.mutable_lease() = MessageOf(*lease, share.run(), options_.heartbeat);
  leases_[id] = *std::move(lease);
  return response;
}

std::uint32_t LeaseBoard::AskAgainMs(const store::WorkerName& worker) {
  const Micros now = options_.now();
  // Where so many wait, one more changes nothing.
  if (idle_.size() < kIdleMax || idle_.contains(worker)) idle_[worker] = now;
  // Those that do not ask any more have gone. With a thousand workers that ask it would be dear to look at all of them
  // each time.
  if (now - idle_looked_at_ >= std::chrono::milliseconds(kAskAgainMs)) {
    idle_looked_at_ = now;
    std::erase_if(
        idle_, [now](const auto& entry) { return now - entry.second > 2 * std::chrono::milliseconds(kAskAgainMsMax); });
  }
  return std::clamp<std::uint32_t>(static_cast<std::uint32_t>(idle_.size()) * kAskAgainMsEach, kAskAgainMs,
                                   kAskAgainMsMax);
}

void LeaseBoard::NoteSpeed(const store::WorkerName& name, const v1::Worker& worker) {
  const std::uint32_t speed = WholePlies(worker.plies_per_second());
  const auto known = speeds_.find(name);
  if (speed == 0 || (known != speeds_.end() && known->second == speed)) return;
  if (speeds_.size() >= kSpeedsMax) speeds_.clear();
  speeds_[name] = speed;
  options_.note({.worker = name, .seen = WallNow(), .plies_per_second = speed});
}

std::optional<Lease> LeaseBoard::AskRuns(const WorkerProcess& process, const v1::LeaseGamesRequest& request,
                                         v1::LeaseGamesResponse& response) {
  // By what each has for its weight.
  std::multimap<double, std::int64_t> order;
  for (const auto& [id, share] : shares_) {
    if (request.has_kept() && request.kept().tournament_id() != id) continue;
    // With one run there is nothing to compare.
    const std::size_t games_out = shares_.size() == 1 ? 0 : GamesOutOf(id);
    order.emplace((static_cast<double>(games_out) + 1) / share->weight(), id);
  }
  if (request.has_kept() && order.empty()) {
    response.set_reason(absl::StrCat("tournament ", request.kept().tournament_id(), " is not being played now"));
  }
  for (const auto& [had, id] : order) {
    const auto found = shares_.find(id);
    if (is_closed_ || found == shares_.end()) continue;
    const Refusal refusal = found->second->RefusalTo(process, request.worker(), options_.now());
    if (!refusal.IsEmpty()) response.set_reason(found->second->WordsOf(refusal));
    if (!refusal.all.empty()) continue;
    std::set<int> without;
    for (const auto& [bot, why] : refusal.bots) without.insert(bot);
    if (std::optional<Lease> lease = AskRun(*found->second, request, std::move(without))) return lease;
  }
  return std::nullopt;
}

std::optional<Lease> LeaseBoard::AskRun(RunShare& share, const v1::LeaseGamesRequest& request, std::set<int> without) {
  const std::uint64_t id = runner::NewSeed();
  asked_[id].tournament_id = share.tournament_id();
  coordinator::LeaseAsked ask{.lease = id,
                              .pairs_max = share.PairsFor(request, options_.play_aimed_at),
                              .games_at_once = request.worker().games_at_once(),
                              .without = std::move(without)};
  if (request.has_kept()) {
    ask.only = {request.kept().games().begin(), request.kept().games().end()};
    ask.pairs_max = static_cast<std::uint32_t>(ask.only.size());
  }
  share.run().tell(std::move(ask));
  const auto deadline = std::chrono::steady_clock::now() + kRunAnswersWithin;
  Asked& asked = asked_[id];
  while (!asked.is_answered && !is_closed_) {
    if (!asked.answered.WaitUntil(mutex_, deadline)) break;
  }
  std::optional<Lease> lease = std::move(asked.lease);
  asked_.erase(id);
  // The run may have ended since, or the server.
  if (lease.has_value() && !shares_.contains(lease->tournament_id)) return std::nullopt;
  return lease;
}

absl::StatusOr<Lease*> LeaseBoard::Find(const std::string& user, std::uint64_t id) {
  if (is_closed_) return EndingError();
  const auto found = leases_.find(id);
  if (found == leases_.end() || found->second.worker.user != user) {
    return absl::NotFoundError(
        "this lease is over, or another user's: its games are leased anew, unless the worker asks for them again");
  }
  found->second.heard = options_.now();
  present_.NoteHeard(found->second.Process(), options_.now());
  return &found->second;
}

absl::StatusOr<v1::KeepLeaseResponse> LeaseBoard::KeepLease(const std::string& user,
                                                            const v1::KeepLeaseRequest& request) {
  MutexLock lock(mutex_);
  FLAGFALL_ASSIGN_OR_RETURN(Lease* const lease, Find(user, request.lease()));
  RunShare& share = *shares_.at(lease->tournament_id);
  store::WorkerNote note{.worker = lease->worker, .seen = WallNow(), .bot_faults = request.failures_size()};
  for (const v1::BotFailure& failure : request.failures()) {
    // What happens to bots in games that do not count is not counted either.
    if (!lease->is_second) share.TellFailure(failure, lease->worker.name);
  }
  for (const std::uint32_t number : request.returned_games()) {
    const auto game = lease->games.find(number);
    if (game == lease->games.end() || game->second.state == LeasedMatch::State::kHandedIn) continue;
    if (game->second.state == LeasedMatch::State::kOut) {
      Return(share, *lease, game->second.game);
      ++note.returned_games;
    }
    lease->games.erase(game);
  }
  if (note.returned_games + note.bot_faults > 0) options_.note(note);
  if (note.returned_games > 0 && !request.why_returned().empty()) {
    const absl::string_view why = CutToBytes(request.why_returned(), kWhyBytesMax);
    share.troubles().NoteGivenBack(lease->Process(), share.IndexOf(request.bot_at_fault()), why, options_.now());
    options_.log(absl::StrCat("worker ", lease->worker.name, " of ", user, " has given back ",
                              Counted(static_cast<std::size_t>(note.returned_games), "game"), " of tournament ",
                              share.tournament_id(), ": ", why));
  }
  v1::KeepLeaseResponse response;
  response.set_is_paused(share.is_paused());
  for (const auto& [number, game] : lease->games) {
    if (game.state == LeasedMatch::State::kNotWanted) response.add_dropped_games(number);
  }
  if (lease->games.empty()) leases_.erase(request.lease());
  return response;
}

void LeaseBoard::WakeHandIns() {
  for (CondVar& stored : stored_) stored.NotifyAll();
}

absl::Status LeaseBoard::CheckLease(const std::string& user, std::uint64_t lease) {
  MutexLock lock(mutex_);
  return Find(user, lease).status();
}

absl::StatusOr<store::Bot> LeaseBoard::FindBot(const std::string& user, std::uint64_t lease, absl::string_view bot) {
  MutexLock lock(mutex_);
  FLAGFALL_ASSIGN_OR_RETURN(const Lease* const found, Find(user, lease));
  for (const store::Bot& one : shares_.at(found->tournament_id)->run().bots) {
    if (one.name() == bot && !one.IsRemote()) return one;
  }
  return absl::NotFoundError(absl::StrCat("there is no bot ", bot, " in this lease that is launched"));
}

void LeaseBoard::Close() {
  MutexLock lock(mutex_);
  is_closed_ = true;
  for (auto& [id, asked] : asked_) asked.answered.NotifyAll();
  WakeHandIns();
}

std::size_t LeaseBoard::GamesOutOf(std::int64_t tournament_id) const {
  std::size_t games = 0;
  for (const auto& [id, lease] : leases_) {
    if (lease.tournament_id == tournament_id) games += std::min<std::size_t>(lease.games.size(), lease.games_at_once);
  }
  return games;
}

}  // namespace flagfall::arena::cluster
