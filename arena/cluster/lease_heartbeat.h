#ifndef ARENA_CLUSTER_LEASE_HEARTBEAT_H_
#define ARENA_CLUSTER_LEASE_HEARTBEAT_H_

#include <chrono>
#include <thread>

#include "arena/api/worker_api.h"
#include "flagfall/v1/worker_service.pb.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::cluster {

// Keeps a lease, on a thread of its own, as long as it exists: while its worker does something that takes longer than
// the server waits, as fetching a large bot.
class LeaseHeartbeat {
 public:
  // `server` must outlive this.
  LeaseHeartbeat(const v1::Lease& lease, api::WorkerApi& server);
  ~LeaseHeartbeat();

  LeaseHeartbeat(const LeaseHeartbeat&) = delete;
  LeaseHeartbeat& operator=(const LeaseHeartbeat&) = delete;

 private:
  void Run(std::uint64_t lease, std::chrono::milliseconds every) ABSL_LOCKS_EXCLUDED(mutex_);

  api::WorkerApi& server_;
  Mutex mutex_;
  CondVar ended_;
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_LEASE_HEARTBEAT_H_
