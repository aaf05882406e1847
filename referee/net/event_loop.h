#ifndef REFEREE_NET_EVENT_LOOP_H_
#define REFEREE_NET_EVENT_LOOP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "referee/base/descriptor.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/net/loop_turns.h"
#include "referee/net/standstill_meter.h"

namespace flagfall {

// Handles what epoll reports of a descriptor.
class Watched {
 public:
  // `events` as epoll's: EPOLLIN, EPOLLOUT, EPOLLRDHUP, EPOLLHUP, EPOLLERR. Each call is a turn of the loop.
  virtual void OnEvents(std::uint32_t events) = 0;

 protected:
  ~Watched() = default;
};

// One thread on one epoll descriptor, in whose turns everything of a referee happens. event_loop.cc begins by
// explaining the turns.
class EventLoop final : public LoopTurns {
 public:
  EventLoop();

  // Takes turns on the calling thread until Stop has been called.
  void Run();

  // ---- From any thread.

  // Calls `call` on the loop's thread, in a turn of its own. Blocks while limits::kPostedCalls are waiting already,
  // except on the loop's own thread. Calls that were posted before Stop are still made; those after it are dropped.
  void Post(std::function<void()> call) ABSL_LOCKS_EXCLUDED(mutex_);
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

  // ---- On the loop's thread only, or before Run.

  // Has `watched` told of these events of the descriptor, and of its end, until Unwatch; level-triggered unless
  // `events` has EPOLLET. `watched` may be destroyed after Unwatch, also in a turn in which an event of it was still to
  // come. Returns an id for the two calls below.
  std::uint64_t Watch(int descriptor, std::uint32_t events, Watched& watched);
  // Other events from now on. With none, also the end is no longer reported.
  void Rewatch(std::uint64_t id, std::uint32_t events);
  // Must be called before the descriptor is closed.
  void Unwatch(std::uint64_t id);

  // Makes the calls that were posted so far, within this turn, since they may have been posted before the event that is
  // being handled.
  void RunPosted() ABSL_LOCKS_EXCLUDED(mutex_);

  Micros Now() override;

 private:
  struct Entry {
    int descriptor = -1;
    std::uint32_t events = 0;
    Watched* watched = nullptr;
  };

  void TakeRound();
  std::vector<std::function<void()>> TakePosted() ABSL_LOCKS_EXCLUDED(mutex_);

  const Descriptor poll_;
  // Written to wake the thread.
  const Descriptor wake_;

  // Touched on the loop's thread only.
  // While it runs.
  std::optional<StandstillMeter> meter_;
  Micros round_began_;
  // For how long the thread had stood still in all by then.
  Micros stood_still_at_round_{};
  std::uint64_t last_id_ = 0;
  absl::flat_hash_map<std::uint64_t, Entry> watched_;

  Mutex mutex_;
  // Signalled when there is room for posted calls again, or when the loop has stopped.
  CondVar has_room_;
  std::vector<std::function<void()>> posted_ ABSL_GUARDED_BY(mutex_);
  bool is_woken_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread::id thread_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall

#endif  // REFEREE_NET_EVENT_LOOP_H_
