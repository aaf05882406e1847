#ifndef ARENA_CLUSTER_LEASE_MESSAGES_H_
#define ARENA_CLUSTER_LEASE_MESSAGES_H_

#include <set>
#include <string>
#include <vector>

#include "arena/cluster/lease.h"
#include "arena/coordinator/coordinator.h"
#include "arena/store/bots.h"
#include "arena/store/tournaments.h"
#include "flagfall/v1/worker_service.pb.h"

namespace flagfall::arena::cluster {

// The indices of the bots that play in the lease's games.
std::set<std::uint32_t> PlayingBots(const v1::Lease& lease);

// The lease as its worker is told of it, but for the hashes of the bots' folders, which take long.
v1::Lease MessageOf(const Lease& lease, const runner::LeaseDesk::Run& run, Micros heartbeat);

// A lease as the run that plays it knows it.
struct LeasedRun {
  store::Tournament tournament = {};
  // In the order of the lease.
  std::vector<store::Bot> bots = {};
  // Bots that play in the lease and must run in a strict sandbox, by name.
  std::set<std::string> strict = {};
  coordinator::RunStart start = {};
};
// `folders` are those of the lease's bots in their order. So many games are played at once at most.
LeasedRun RunOf(const v1::Lease& lease, const std::vector<std::string>& folders, std::uint32_t games_at_once_max);

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_LEASE_MESSAGES_H_
