#ifndef ARENA_CLUSTER_SECOND_PAIRS_H_
#define ARENA_CLUSTER_SECOND_PAIRS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "arena/cluster/lease.h"
#include "arena/runner/lease_desk.h"
#include "arena/store/workers.h"

namespace flagfall::arena::cluster {

// The pairs of games that a second worker is to play too. Which they are follows from a secret of the server's, so that
// no worker can tell whether somebody will look at what it does; and a second worker is given the same games with the
// same numbers, so that it cannot tell that it is the second. To be used by one thread at a time.
class SecondPairs {
 public:
  // Pairs that are kept at most; beyond them none is chosen.
  static constexpr std::size_t kPairsMax = 4096;

  // `share` of the pairs is chosen, from 0 to 1. `secret` is known to nobody.
  SecondPairs(double share, std::string secret) : share_(share), secret_(std::move(secret)) {}

  // Chooses among the pairs of a lease, which a worker begins now.
  void NoteGranted(const Lease& lease);
  // The lease's game has a result that counts.
  void NoteStored(const Lease& lease, const runner::LeaseDesk::Game& game);
  // The lease's game has come to nothing: its pair is not compared.
  void NoteLost(const Lease& lease, const runner::LeaseDesk::Game& game);
  // The tournament is not being played any more.
  void Forget(std::int64_t tournament_id);

  // Takes up to so many pairs of the tournament that another worker has played to their end; by number. They are this
  // worker's from now on, and nobody's when it does not play them.
  std::vector<runner::LeaseDesk::Game> TakeFor(const store::WorkerName& worker, std::int64_t tournament_id,
                                               std::uint32_t pairs_max);

 private:
  // By the tournament and the number of the first game.
  using Key = std::pair<std::int64_t, std::uint32_t>;
  struct Pair {
    store::WorkerName first;
    // As they were granted.
    std::vector<runner::LeaseDesk::Game> games;
    std::size_t stored = 0;
  };

  bool IsChosen(const Key& key) const;
  // The game's pair where it was chosen and is of this lease's worker; else the end.
  std::map<Key, Pair>::iterator Find(const Lease& lease, const runner::LeaseDesk::Game& game);

  const double share_;
  const std::string secret_;
  std::map<Key, Pair> pairs_;
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_SECOND_PAIRS_H_
