#ifndef ARENA_CLUSTER_MACHINE_SPEED_H_
#define ARENA_CLUSTER_MACHINE_SPEED_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::cluster {

// The processor time that the calling thread has had.
Micros ThreadTime();

// How many plies of random games of `barrage` this thread referees in a second of `now`, measured for so long, or until
// `gives_up` says so. With ThreadTime, other work on the machine makes it less only as far as cores get slower by it.
double PliesPerSecond(
    Micros measured_for, const std::function<Micros()>& now = ThreadTime,
    const std::function<bool()>& gives_up = [] { return false; });

// The speed of a core of this machine, which is measured when this is made and every hour after that, on a thread of
// its own. All cores are measured at once, since bots are not alone either, for half a second of each one's time. It is
// done beside games, and disturbs none: its threads have the lowest priority (nice 19), are given up after five
// seconds, and are measured by the time that they got. All methods may be called from any thread.
class MachineSpeed {
 public:
  struct Options {
    std::uint32_t cores = 1;
    // The first time is done at an ordinary priority, where no game is being played yet and somebody waits for it.
    bool is_first_urgent = false;
    // Not 0: it is not measured, but this.
    std::uint32_t plies_per_second = 0;
    Micros every = std::chrono::hours(1);
    // Is told what was measured first, on a thread of its own.
    std::function<void(std::uint32_t)> on_first = {};
    // Measures a core, for tests. Takes what ends it before its time.
    std::function<double(const std::function<bool()>& gives_up)> measure = {};
  };

  explicit MachineSpeed(Options options);
  // Ends what is being measured.
  ~MachineSpeed();

  MachineSpeed(const MachineSpeed&) = delete;
  MachineSpeed& operator=(const MachineSpeed&) = delete;

  // In whole plies a second, as measured last; above 0. Waits for the first measurement.
  std::uint32_t Newest() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void MeasureOn() ABSL_LOCKS_EXCLUDED(mutex_);
  void Take(std::uint32_t measured) ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits until it is time to measure again; false where this ends before.
  bool AwaitNext() ABSL_LOCKS_EXCLUDED(mutex_);
  // The mean of all cores; none where the machine was too busy, or this is ending.
  std::optional<std::uint32_t> Measure(bool is_urgent);

  const Options options_;
  std::stop_source ending_;
  Mutex mutex_;
  CondVar changed_;
  // 0 until it is known.
  std::uint32_t newest_ ABSL_GUARDED_BY(mutex_);
  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_MACHINE_SPEED_H_
