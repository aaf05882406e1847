// How leases of a LeaseBoard end before their games are over.
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/cluster/lease_board.h"
#include "arena/cluster/run_share.h"
#include "referee/base/counted.h"

namespace flagfall::arena::cluster {
namespace {

// A worker asks for games, or keeps its leases, more often.
constexpr int kHeartbeatsUntilKnown = 2;

}  // namespace

void LeaseBoard::GiveBack(const std::string& user, std::uint64_t lease, absl::string_view why) {
  MutexLock lock(mutex_);
  if (Find(user, lease).ok()) Drop(lease, why);
}

void LeaseBoard::PassOver(const std::string& user, std::uint64_t lease, absl::string_view bot, absl::string_view why) {
  MutexLock lock(mutex_);
  if (!Find(user, lease).ok()) return;
  RunShare& share = *shares_.at(leases_.at(lease).tournament_id);
  for (const auto& [number, game] : leases_.at(lease).games) {
    if (game.state == LeasedMatch::State::kOut) Return(share, leases_.at(lease), game.game);
  }
  leases_.erase(lease);
  WakeHandIns();
  const std::optional<int> index = share.IndexOf(bot);
  if (index.has_value() && share.troubles().NoteUnreadable(*index, why, options_.now())) {
    options_.log(absl::StrCat("tournament ", share.tournament_id(), ": no games of ", bot,
                              " are leased to workers, since the server cannot read its files: ", why,
                              "; it tries again, first after 10 s"));
  }
}

void LeaseBoard::SetHeld(std::string why) {
  MutexLock lock(mutex_);
  held_ = std::move(why);
}

void LeaseBoard::SetSuspected(std::map<store::WorkerName, std::string> reasons) {
  MutexLock lock(mutex_);
  const std::map<store::WorkerName, std::string> before = std::exchange(suspected_, std::move(reasons));
  std::erase_if(distrusted_, [&before, &after = std::as_const(suspected_)](const auto& entry) {
    const store::WorkerName& worker = entry.second.worker;
    return before.contains(worker) && !after.contains(worker);
  });
  std::vector<std::uint64_t> theirs;
  for (const auto& [id, lease] : leases_) {
    if (suspected_.contains(lease.worker)) theirs.push_back(id);
  }
  for (const std::uint64_t id : theirs) Drop(id, "its worker is suspected");
}

void LeaseBoard::TellOfWorkers() {
  MutexLock lock(mutex_);
  const Micros now = options_.now();
  for (const auto& [worker, heard] : present_.HeardLately(now, options_.heartbeat)) {
    options_.note({.worker = worker, .seen = WallNow() - (now - heard)});
  }
  std::map<WorkerProcess, const v1::Worker*> workers = present_.At(now);
  std::erase_if(workers,
                [&suspected = std::as_const(suspected_), &distrusted = std::as_const(distrusted_)](const auto& entry) {
                  return suspected.contains(entry.first.name) || distrusted.contains(entry.first.name.user);
                });
  for (const auto& [id, share] : shares_) {
    // By then all workers that are there have asked for games, or have kept their leases.
    if (now - share->joined() >= kHeartbeatsUntilKnown * options_.heartbeat) share->TellOf(workers, now);
  }
}

void LeaseBoard::DropSilentLeases() {
  MutexLock lock(mutex_);
  const Micros since = options_.now() - kHeartbeatsMissedMax * options_.heartbeat;
  std::vector<std::uint64_t> silent;
  for (const auto& [id, lease] : leases_) {
    if (lease.heard < since) silent.push_back(id);
  }
  for (const std::uint64_t id : silent) {
    Drop(id, "nothing was heard of it for three heartbeats", /*is_lost=*/true);
  }
}

void LeaseBoard::Drop(std::uint64_t id, absl::string_view why, bool is_lost) {
  const auto found = leases_.find(id);
  if (found == leases_.end()) return;
  RunShare& share = *shares_.at(found->second.tournament_id);
  std::size_t games = 0;
  for (const auto& [number, game] : found->second.games) {
    if (game.state != LeasedMatch::State::kOut) continue;
    Return(share, found->second, game.game, is_lost);
    ++games;
  }
  if (games > 0) {
    const store::WorkerName& worker = found->second.worker;
    // A lease may end because its worker is silent.
    options_.note({.worker = worker,
                   .seen = WallNow() - (options_.now() - found->second.heard),
                   .returned_games = static_cast<std::int64_t>(games)});
    options_.log(absl::StrCat("worker ", worker.name, " of ", worker.user, ": its lease of ", Counted(games, "game"),
                              " of tournament ", share.tournament_id(), " is over: ", why));
  }
  leases_.erase(found);
  WakeHandIns();
}

void LeaseBoard::Distrust(const store::WorkerName& worker, std::uint64_t id, const absl::Status& why) {
  distrusted_.try_emplace(worker.user, Distrusted{.worker = worker, .why = std::string(why.message())});
  options_.note({.worker = worker, .seen = WallNow(), .suspected_reason = std::string(why.message())});
  options_.log(absl::StrCat("no games are leased to ", worker.user,
                            " any more until a host says so (`flagfall cluster workers trust ", worker.name,
                            "`): ", why.message()));
  std::vector<std::uint64_t> theirs;
  for (const auto& [lease_id, lease] : leases_) {
    if (lease.worker.user == worker.user) theirs.push_back(lease_id);
  }
  for (const std::uint64_t lease_id : theirs)
    Drop(lease_id, lease_id == id ? why.message() : "its user is not trusted");
}

}  // namespace flagfall::arena::cluster
