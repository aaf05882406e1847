// How a LeaseRun goes on when the server does not know its lease any more, as after a restart.
#include <google/protobuf/util/message_differencer.h>

#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/cluster/lease_run.h"
#include "referee/base/counted.h"

namespace flagfall::arena::cluster {
namespace {

// A server that has been started again needs a moment until its tournaments are being played.
constexpr int kRefusalsMax = 30;

}  // namespace

void LeaseRun::Renew(std::uint64_t id) {
  MutexLock renewing(renewing_);
  v1::LeaseGamesRequest request;
  {
    MutexLock lock(mutex_);
    // Another thread has done it.
    if (id != id_) return;
    to_tell_.returned.clear();
    if (games_.empty()) return ForgetAll("");
    *request.mutable_worker() = options_.worker;
    request.mutable_kept()->set_tournament_id(lease_.tournament_id());
    for (const auto& [number, game] : games_) request.mutable_kept()->add_games(number);
  }
  const absl::StatusOr<v1::LeaseGamesResponse> response = server_.LeaseGames(request, std::stop_token());
  if (!response.ok() && !IsRefusal(response.status())) return;
  MutexLock lock(mutex_);
  if (!response.ok()) return ForgetAll(response.status().message());
  if (response->has_lease()) return TakeRenewed(response->lease());
  if (!response->reason().empty() && ++to_tell_.refusals < kRefusalsMax) return;
  ForgetAll("the server has leased them anew or needs them no more");
}

bool LeaseRun::IsSameGame(const v1::LeasedGame& mine, const v1::LeasedGame& renewed) const {
  // With another seed it is another game, as when it was void meanwhile.
  if (mine.seed() != renewed.seed()) return false;
  using google::protobuf::util::MessageDifferencer;
  if (!MessageDifferencer::Equals(mine.red_settings(), renewed.red_settings()) ||
      !MessageDifferencer::Equals(mine.blue_settings(), renewed.blue_settings())) {
    return false;
  }
  if (!renewed.has_given_set_ups()) return true;
  const auto first = first_set_ups_.find(mine.first_of_pair());
  // The first of its pair was played elsewhere meanwhile, on other set-ups.
  const bool has_first = !mine.has_given_set_ups() && first != first_set_ups_.end();
  const v1::GivenSetUps& set_ups = has_first ? first->second : mine.given_set_ups();
  return set_ups.SerializeAsString() == renewed.given_set_ups().SerializeAsString();
}

void LeaseRun::TakeRenewed(const v1::Lease& renewed) {
  // All was dropped while the server was asked. What it has given is over with its first silent heartbeats.
  if (is_played_ && games_.empty()) return;
  id_ = renewed.id();
  to_tell_.refusals = 0;
  std::set<std::uint32_t> kept;
  for (const v1::LeasedGame& game : renewed.games()) {
    const auto found = games_.find(game.number());
    if (found == games_.end() || !IsSameGame(found->second.leased, game)) {
      to_tell_.returned.insert(game.number());
      continue;
    }
    found->second.leased.set_start(game.start());
    kept.insert(game.number());
  }
  std::vector<std::uint32_t> gone;
  for (const auto& [number, game] : games_) {
    if (!kept.contains(number)) gone.push_back(number);
  }
  for (const std::uint32_t number : gone) Forget(number);
  options_.log(absl::StrCat("tournament ", lease_.tournament_id(), ": the server has leased ",
                            Counted(kept.size(), "game"), " again that ", gone.empty() ? "are" : "were",
                            " being played or wait to be handed in"));
}

}  // namespace flagfall::arena::cluster
