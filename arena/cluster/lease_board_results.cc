// What becomes of a record that a worker hands in.
#include <utility>

#include "arena/cluster/check_handed_in.h"
#include "arena/cluster/check_worker.h"
#include "arena/cluster/lease_board.h"
#include "arena/cluster/run_share.h"
#include "referee/base/status_macros.h"
#include "referee/rules/record.h"

namespace flagfall::arena::cluster {

absl::StatusOr<bool> LeaseBoard::HandIn(const std::string& user, const v1::HandInGameHeader& header,
                                        v1::GameRecord record) {
  FLAGFALL_ASSIGN_OR_RETURN(std::optional<bool> fate, TakeIn(user, header, std::move(record)));
  if (fate.has_value()) return *fate;
  MutexLock lock(mutex_);
  for (;;) {
    FLAGFALL_ASSIGN_OR_RETURN(fate, FateOf(header));
    if (fate.has_value()) return *fate;
    stored_[header.number() % stored_.size()].Wait(mutex_);
  }
}

absl::StatusOr<std::optional<bool>> LeaseBoard::FateOf(const v1::HandInGameHeader& header) const {
  if (is_closed_) return EndingError();
  // Both may be gone by now.
  const auto kept = leases_.find(header.lease());
  if (kept == leases_.end()) return absl::NotFoundError("the tournament's run has ended");
  const auto game = kept->second.games.find(header.number());
  if (game == kept->second.games.end()) return false;
  if (game->second.state == LeasedMatch::State::kHandedIn) return std::nullopt;
  return game->second.state == LeasedMatch::State::kStored;
}

absl::StatusOr<std::optional<bool>> LeaseBoard::TakeIn(const std::string& user, const v1::HandInGameHeader& header,
                                                       v1::GameRecord record) {
  MatchSpec match;
  store::WorkerName worker;
  {
    MutexLock lock(mutex_);
    FLAGFALL_ASSIGN_OR_RETURN(Lease* const lease, Find(user, header.lease()));
    const auto game = lease->games.find(header.number());
    if (game == lease->games.end() || game->second.game.leased.start != header.start()) return false;
    // The answer to the same call before has been lost.
    if (game->second.state == LeasedMatch::State::kHandedIn) return std::nullopt;
    if (game->second.state == LeasedMatch::State::kStored) return true;
    if (game->second.state != LeasedMatch::State::kOut) return false;
    match = game->second.game.match;
    worker = lease->worker;
  }
  const absl::Status checked = CheckHandedIn(match, record);
  MutexLock lock(mutex_);
  if (!checked.ok()) {
    Distrust(worker, header.lease(), checked);
    return checked;
  }
  return Store(user, header, std::move(record));
}

absl::StatusOr<std::optional<bool>> LeaseBoard::Store(const std::string& user, const v1::HandInGameHeader& header,
                                                      v1::GameRecord record) {
  FLAGFALL_ASSIGN_OR_RETURN(Lease * lease, Find(user, header.lease()));
  const auto game = lease->games.find(header.number());
  if (game == lease->games.end() || game->second.state != LeasedMatch::State::kOut) return false;
  RunShare& share = *shares_.at(lease->tournament_id);
  share.NoteDuration(record);
  // The second game of a pair that is in the same lease has the set-ups of this one.
  if (share.run().tournament.spec.duplicate()) {
    for (auto& [number, other] : lease->games) {
      if (other.game.leased.game.first_of_pair != header.number()) continue;
      // A void game has none, and then the second will not be needed.
      if (absl::StatusOr<v1::GivenSetUps> set_ups = SetUpsOf(record); set_ups.ok()) {
        other.game.match.given_set_ups = *std::move(set_ups);
      }
    }
  }
  game->second.is_void = record.outcome().result() == v1::RESULT_VOID;
  if (lease->is_second) {
    TakeSecond(*lease, game->second, std::move(record));
    return true;
  }
  game->second.state = LeasedMatch::State::kHandedIn;
  handed_in_[{lease->tournament_id, header.number()}] = header.lease();
  share.TellOver(game->second.game.leased.Key(), std::move(record), lease->worker, WallNow());
  return FateOf(header);
}

}  // namespace flagfall::arena::cluster
