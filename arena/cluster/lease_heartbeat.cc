#include "arena/cluster/lease_heartbeat.h"

#include <algorithm>

namespace flagfall::arena::cluster {

LeaseHeartbeat::LeaseHeartbeat(const v1::Lease& lease, api::WorkerApi& server) : server_(server) {
  const std::chrono::milliseconds every(std::max(1U, lease.heartbeat_ms()));
  thread_ = std::thread([this, id = lease.id(), every] { Run(id, every); });
}

LeaseHeartbeat::~LeaseHeartbeat() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
  }
  ended_.NotifyAll();
  thread_.join();
}

void LeaseHeartbeat::Run(std::uint64_t lease, std::chrono::milliseconds every) {
  v1::KeepLeaseRequest request;
  request.set_lease(lease);
  for (;;) {
    {
      MutexLock lock(mutex_);
      const auto next = std::chrono::steady_clock::now() + every;
      while (!is_ending_ && ended_.WaitUntil(mutex_, next)) {
      }
      if (is_ending_) return;
    }
    // When the lease is over, what the worker does next with it is told so.
    server_.KeepLease(request).IgnoreError();
  }
}

}  // namespace flagfall::arena::cluster
