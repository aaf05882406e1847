#include "arena/cluster/second_pairs.h"

#include "absl/strings/str_cat.h"
#include "referee/base/sha256.h"

namespace flagfall::arena::cluster {
namespace {

// The number of the first game of the game's pair.
std::uint32_t FirstOf(const runner::LeaseDesk::Game& game) {
  const std::uint32_t first = game.leased.game.first_of_pair;
  return first != 0 ? first : game.leased.game.number;
}

}  // namespace

bool SecondPairs::IsChosen(const Key& key) const {
  // The first 48 bits of the hash, as a number below 1.
  const std::string hash = Sha256Of(absl::StrCat(secret_, " ", key.first, "-", key.second));
  double drawn = 0;
  for (int i = 5; i >= 0; --i) drawn = (drawn + static_cast<unsigned char>(hash[static_cast<std::size_t>(i)])) / 256;
  return drawn < share_;
}

void SecondPairs::NoteGranted(const Lease& lease) {
  std::map<Key, Pair> chosen;
  for (const auto& [number, match] : lease.games) {
    const Key key(lease.tournament_id, FirstOf(match.game));
    if (!IsChosen(key)) continue;
    Pair& pair = chosen[key];
    pair.first = lease.worker;
    pair.games.push_back(match.game);
  }
  for (auto& [key, pair] : chosen) {
    // Half a pair would not look like what a lease has; and of one that was leased before it is known already who
    // plays.
    const bool is_whole = pair.games.front().leased.game.number == key.second;
    if (is_whole && pairs_.size() < kPairsMax) pairs_.insert_or_assign(key, std::move(pair));
  }
}

std::map<SecondPairs::Key, SecondPairs::Pair>::iterator SecondPairs::Find(const Lease& lease,
                                                                          const runner::LeaseDesk::Game& game) {
  const auto found = pairs_.find({lease.tournament_id, FirstOf(game)});
  return found != pairs_.end() && found->second.first == lease.worker ? found : pairs_.end();
}

void SecondPairs::NoteStored(const Lease& lease, const runner::LeaseDesk::Game& game) {
  if (const auto found = Find(lease, game); found != pairs_.end()) ++found->second.stored;
}

void SecondPairs::NoteLost(const Lease& lease, const runner::LeaseDesk::Game& game) {
  if (const auto found = Find(lease, game); found != pairs_.end()) pairs_.erase(found);
}

void SecondPairs::Forget(std::int64_t tournament_id) {
  std::erase_if(pairs_, [tournament_id](const auto& entry) { return entry.first.first == tournament_id; });
}

std::vector<runner::LeaseDesk::Game> SecondPairs::TakeFor(const store::WorkerName& worker, std::int64_t tournament_id,
                                                          std::uint32_t pairs_max) {
  std::vector<runner::LeaseDesk::Game> taken;
  std::uint32_t pairs = 0;
  for (auto at = pairs_.lower_bound({tournament_id, 0}); at != pairs_.end() && at->first.first == tournament_id;) {
    if (pairs == pairs_max) break;
    Pair& pair = at->second;
    if (pair.stored < pair.games.size() || pair.first == worker) {
      ++at;
      continue;
    }
    for (runner::LeaseDesk::Game& game : pair.games) taken.push_back(std::move(game));
    ++pairs;
    at = pairs_.erase(at);
  }
  return taken;
}

}  // namespace flagfall::arena::cluster
