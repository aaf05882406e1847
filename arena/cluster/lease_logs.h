#ifndef ARENA_CLUSTER_LEASE_LOGS_H_
#define ARENA_CLUSTER_LEASE_LOGS_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace flagfall::arena::cluster {

// How many leases' logs a worker keeps.
inline constexpr std::size_t kLeaseLogsMax = 64;

// Returns the folder for what the bots of a lease print, in the worker's folder of logs: two leases of one tournament
// may be played at the same time, and must not write to the same files. Removes the oldest folders first, so that with
// this one there are `kept` at most. What cannot be removed stays.
std::string FolderOfLeaseLogs(const std::string& logs_folder, std::uint64_t lease, std::size_t kept = kLeaseLogsMax);

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_LEASE_LOGS_H_
