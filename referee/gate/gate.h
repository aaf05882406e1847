#ifndef REFEREE_GATE_GATE_H_
#define REFEREE_GATE_GATE_H_

#include <sys/epoll.h>
#include <sys/socket.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/gate/acceptor.h"
#include "referee/gate/budget.h"
#include "referee/gate/descriptor.h"
#include "referee/gate/listener.h"
#include "referee/gate/passage.h"
#include "referee/gate/peer_quotas.h"
#include "referee/gate/run_delay.h"
#include "referee/gate/timer_queue.h"
#include "referee/gate/visitors.h"

namespace flagfall {

// Where connections come in before the referee's server gets them. One thread accepts at all listeners, counts who
// dials in how often, has what is guarded pass through a Passage each, and hands the rest over as it is. Nobody waits
// there for anybody. A server of gRPC's can be given no address once it runs, but connections.
class Gate {
 public:
  struct Limits {
    // Of one bot, or one address.
    Quota peer;
    // Of all together.
    Quota all;
    // The calls of all together, as limits::kCallBurst and kCallsPerSecond are of one connection.
    double call_burst;
    double calls_per_second;
  };
  // What holds for those who come in at a listener.
  struct Entrance {
    // Whose own socket it is; empty for all.
    std::string bot;
    // Whether they come through a Passage; or, as an owner's trusted bot, as they are.
    bool is_guarded = true;
    // Spoken there, when they are guarded; null for none.
    const TlsContext* tls = nullptr;
  };

  // `hand_over` gets a connection that the server is to serve, on the gate's thread, and must not block. `now` may be
  // called on any thread. `visitors` outlives the gate.
  Gate(const Limits& limits, Visitors& visitors, std::function<void(int)> hand_over, std::function<Micros()> now);
  // As Stop.
  ~Gate();
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  // Lets in who dials in there.
  void Open(Listener listener, Entrance entrance) ABSL_LOCKS_EXCLUDED(mutex_);
  // Lets in nobody more at the bot's own listener; those that are in stay.
  void CloseFor(absl::string_view bot) ABSL_LOCKS_EXCLUDED(mutex_);
  // Lets in nobody more at all. After this nothing is handed over.
  void Close() ABSL_LOCKS_EXCLUDED(mutex_);
  // Closes, and ends the passages: what the server has said still goes out, for at most limits::kLinger. To be called
  // when the server has ended all of its connections.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Door {
    Listener listener;
    Entrance entrance;
  };
  struct Guest;

  void Run();
  // The next events, when there are any.
  int Wait(epoll_event* events);
  void OnEvent(std::uint64_t id, std::uint32_t events);
  // Whether the thread has still something to do.
  bool GoesOn() ABSL_LOCKS_EXCLUDED(mutex_);

  void Accept(std::uint64_t door_id) ABSL_LOCKS_EXCLUDED(mutex_);
  void Admit(Descriptor connection, const Entrance& entrance, const std::string& peer, bool is_tcp);
  bool HandOver(Guest& guest, Descriptor connection) ABSL_LOCKS_EXCLUDED(mutex_);
  // The server has the guest's connection itself.
  bool HandOverUnguarded(Guest& guest, Descriptor connection);

  // Has epoll and the timer do what the guest's passage wants of them by now; removes the guest when that has ended.
  void Follow(Guest& guest);
  void Remove(std::uint64_t id);

  std::uint64_t NewId() { return last_id_ += kIdsEach; }

  // A guest has two sockets: one's events come with its id, the other's with the next.
  static constexpr std::uint64_t kIdsEach = 2;

  const Limits limits_;
  Visitors& visitors_;
  const std::function<void(int)> hand_over_;
  const std::function<Micros()> now_;
  const Descriptor poll_;
  // Written to wake the thread.
  const Descriptor wake_;
  std::atomic<std::uint64_t> last_id_ = 0;

  // Touched on the gate's thread only, and after it.
  PeerQuotas peers_;
  Budget arrivals_;
  Budget calls_;
  TimerQueue timers_;
  std::map<std::uint64_t, std::unique_ptr<Guest>> guests_;
  Acceptor acceptor_;
  std::optional<Micros> stop_at_;
  std::optional<RunDelay> run_delay_;
  // The end of the last wait; and since when what it brought may have been there.
  Micros waited_until_{};
  Micros there_since_{};

  Mutex mutex_;
  std::map<std::uint64_t, Door> doors_ ABSL_GUARDED_BY(mutex_);
  bool is_closed_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // Runs from the first Open on.
  std::thread thread_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall

#endif  // REFEREE_GATE_GATE_H_
