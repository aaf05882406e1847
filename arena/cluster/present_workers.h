#ifndef ARENA_CLUSTER_PRESENT_WORKERS_H_
#define ARENA_CLUSTER_PRESENT_WORKERS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "arena/store/workers.h"
#include "flagfall/v1/worker_service.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::cluster {

// A process of a worker. Two may have one name, at the same time or one after the other.
struct WorkerProcess {
  store::WorkerName name;
  // As it has drawn it itself (v1::Worker.process_id).
  std::uint64_t id = 0;

  friend bool operator==(const WorkerProcess&, const WorkerProcess&) = default;
  friend bool operator<(const WorkerProcess& a, const WorkerProcess& b) {
    return std::tie(a.name, a.id) < std::tie(b.name, b.id);
  }
};

// The workers that have asked for games and of which something was heard lately, as they described themselves last. Not
// thread-safe.
class PresentWorkers {
 public:
  // Beyond so many, others are not kept.
  static constexpr std::size_t kMax = 4096;

  // One of which nothing was heard for longer than `kept` has gone.
  explicit PresentWorkers(Micros kept) : kept_(kept) {}

  // The worker asks for games.
  void NoteAsking(const WorkerProcess& process, const v1::Worker& worker, Micros now);
  // Something was heard of a worker that has asked before.
  void NoteHeard(const WorkerProcess& process, Micros now);

  // When something was last heard of those that were heard of since this returned them: of a new one at once, of each
  // of the others no more often than `every`.
  std::map<store::WorkerName, Micros> HeardLately(Micros now, Micros every);
  // Those that have not gone by `now`.
  std::map<WorkerProcess, const v1::Worker*> At(Micros now);

 private:
  struct Present {
    v1::Worker worker;
    Micros heard{};
    // When HeardLately last returned it; absent until it has.
    std::optional<Micros> returned = std::nullopt;
  };

  const Micros kept_;
  std::map<WorkerProcess, Present> workers_;
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_PRESENT_WORKERS_H_
