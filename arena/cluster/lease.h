#ifndef ARENA_CLUSTER_LEASE_H_
#define ARENA_CLUSTER_LEASE_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "arena/cluster/present_workers.h"
#include "arena/runner/lease_desk.h"
#include "arena/store/workers.h"
#include "referee/base/micros.h"

namespace flagfall::arena::cluster {

// A lease that was not kept for so many heartbeats is over.
inline constexpr int kHeartbeatsMissedMax = 3;

// A game of a lease, until its worker knows what became of it.
struct LeasedMatch {
  enum class State {
    // The worker has it.
    kOut,
    // Its result has come and waits for the ledger.
    kHandedIn,
    // Its result is stored, or the ledger has refused it.
    kStored,
    // Its result is not needed any more; the worker does not know that yet.
    kNotWanted,
  };

  runner::LeaseDesk::Game game;
  State state = State::kOut;
  // What was handed in is void.
  bool is_void = false;
};

// Games of one tournament that a worker plays.
struct Lease {
  WorkerProcess Process() const { return {.name = worker, .id = worker_process_id}; }

  std::uint64_t id = 0;
  std::int64_t tournament_id = 0;
  store::WorkerName worker;
  std::uint64_t worker_process_id = 0;
  std::uint32_t games_at_once = 0;
  // Its games count already; this worker plays them to be compared with the first. The run does not know of it.
  bool is_second = false;
  // When anything was heard of it last.
  Micros heard{};
  // By number.
  std::map<std::uint32_t, LeasedMatch> games;
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_LEASE_H_
