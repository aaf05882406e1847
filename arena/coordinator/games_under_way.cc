#include "arena/coordinator/games_under_way.h"

namespace flagfall::arena::coordinator {

void GamesUnderWay::Add(const RunningGame& game) {
  games_[game.game.number] = game;
  if (game.lease == 0) return;
  Lease& lease = leases_[game.lease];
  if (lease.games++ < lease.games_at_once) ++elsewhere_at_once_;
  ++leased_;
}

std::optional<RunningGame> GamesUnderWay::Remove(const GameStart& key) {
  const auto found = games_.find(key.number);
  if (found == games_.end() || found->second.start != key.start) return std::nullopt;
  const RunningGame game = found->second;
  games_.erase(found);
  if (game.lease == 0) return game;
  Lease& lease = leases_[game.lease];
  if (--lease.games < lease.games_at_once) --elsewhere_at_once_;
  if (lease.games == 0) leases_.erase(game.lease);
  --leased_;
  return game;
}

}  // namespace flagfall::arena::coordinator
