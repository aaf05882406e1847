#ifndef REFEREE_GATE_VISITORS_H_
#define REFEREE_GATE_VISITORS_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall {

// How a connection came in.
struct ConnectionSource {
  // Whose own socket it came in at; empty where everybody may dial in.
  std::string bot;
  // From where: one of IPv4 or a network of IPv6, for counting; of a Unix socket for all, each connection's own.
  std::string address = {};
  // Over a network, or what might be one.
  bool is_tcp = false;
  // For how long the gate itself left waiting what the client said last, and what was said to it last, together.
  std::shared_ptr<const std::atomic<Micros>> gate_delay = {};
};

// Where the connections came from that the server was given, by the descriptor that each was given with: all that the
// server knows of them. From any thread.
class Visitors {
 public:
  // The number of this visit.
  std::uint64_t Enter(int descriptor, ConnectionSource origin) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    // The server has closed what had the descriptor before.
    visits_[descriptor] = {++last_visit_, std::move(origin)};
    return last_visit_;
  }
  void Leave(int descriptor, std::uint64_t visit) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    const auto found = visits_.find(descriptor);
    if (found != visits_.end() && found->second.number == visit) visits_.erase(found);
  }

  // Absent when it has ended.
  std::optional<ConnectionSource> At(int descriptor) const ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    const auto found = visits_.find(descriptor);
    if (found == visits_.end()) return std::nullopt;
    return found->second.origin;
  }

 private:
  struct Visit {
    std::uint64_t number = 0;
    ConnectionSource origin;
  };

  mutable Mutex mutex_;
  std::uint64_t last_visit_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<int, Visit> visits_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall

#endif  // REFEREE_GATE_VISITORS_H_
