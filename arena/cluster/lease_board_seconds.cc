// The part of LeaseBoard that has a second worker play what a first one has played.
#include <algorithm>
#include <utility>

#include "arena/cluster/lease_board.h"
#include "arena/cluster/run_share.h"
#include "arena/runner/random_bytes.h"

namespace flagfall::arena::cluster {

std::optional<Lease> LeaseBoard::SecondLease(const WorkerProcess& process, const v1::LeaseGamesRequest& request) {
  if (request.has_kept() || is_closed_) return std::nullopt;
  for (const auto& [id, share] : shares_) {
    if (share->is_paused() || !share->RefusalTo(process, request.worker(), options_.now()).IsEmpty()) continue;
    std::vector<Game> games = seconds_.TakeFor(process.name, id, share->PairsFor(request, options_.play_aimed_at));
    if (games.empty()) continue;
    Lease lease;
    lease.id = runner::NewSeed();
    lease.tournament_id = id;
    lease.is_second = true;
    lease.games_at_once = std::min(request.worker().games_at_once(), static_cast<std::uint32_t>(games.size()));
    for (Game& game : games) lease.games[game.leased.game.number].game = std::move(game);
    return lease;
  }
  return std::nullopt;
}

void LeaseBoard::Return(RunShare& share, const Lease& lease, const Game& game, bool is_lost) {
  if (lease.is_second) return;
  seconds_.NoteLost(lease, game);
  share.Return(game.leased.Key(), is_lost);
}

void LeaseBoard::TakeSecond(Lease& lease, LeasedMatch& match, v1::GameRecord record) {
  match.state = LeasedMatch::State::kStored;
  // A second game on the set-ups of a first that came to nothing has none.
  const bool has_dependents = match.is_void && shares_.at(lease.tournament_id)->run().tournament.spec.duplicate();
  for (auto& [number, other] : lease.games) {
    const bool depends = other.game.leased.game.first_of_pair == match.game.leased.game.number;
    if (has_dependents && depends) other.state = LeasedMatch::State::kNotWanted;
  }
  const Micros end = WallNow();
  RunShare::SetEnd(record, end);
  options_.take_second({.worker = lease.worker, .end = end, .record = std::move(record)});
}

}  // namespace flagfall::arena::cluster
