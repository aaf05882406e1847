#ifndef REFEREE_SERVICE_EVENT_LOOP_H_
#define REFEREE_SERVICE_EVENT_LOOP_H_

#include <grpcpp/alarm.h>
#include <grpcpp/completion_queue.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/gate/run_delay.h"
#include "referee/gate/timer_queue.h"
#include "referee/service/pickup_clock.h"

namespace flagfall {

// Handles the end of an operation that was started on the queue. The operation's tag is the address of its Completion,
// which must live until then.
class Completion {
 public:
  // `ok` as gRPC defines it for the operation.
  virtual void OnCompletion(bool ok) = 0;

 protected:
  ~Completion() = default;
};

// A completion that calls a member function.
template <typename Owner, void (Owner::*Method)(bool)>
class MemberCompletion final : public Completion {
 public:
  explicit MemberCompletion(Owner& owner) : owner_(owner) {}
  void OnCompletion(bool ok) override { (owner_.*Method)(ok); }

 private:
  Owner& owner_;
};

// One thread on one completion queue, in whose turns everything of the referee happens. event_loop.cc begins by
// explaining the turns.
class EventLoop {
 public:
  explicit EventLoop(std::unique_ptr<grpc::ServerCompletionQueue> queue);

  // A call that may still start something on the queue, for as long as it lives: the queue is not shut down before,
  // since gRPC aborts the process for whatever is started on it after that. On the loop's thread only.
  class OpenCall {
   public:
    explicit OpenCall(EventLoop& loop) : loop_(loop) { loop_.pickup_.SetCalls(++loop_.open_calls_); }
    ~OpenCall() {
      loop_.pickup_.SetCalls(--loop_.open_calls_);
      loop_.ShutDownWithoutCalls();
    }
    OpenCall(const OpenCall&) = delete;
    OpenCall& operator=(const OpenCall&) = delete;

   private:
    EventLoop& loop_;
  };

  // Takes turns on the calling thread until Stop has been called, all open calls have ended, and all that was started
  // on the queue has come back.
  void Run();

  // ---- From any thread.

  // Calls `call` on the loop's thread, in a turn of its own. Blocks while limits::kPostedCalls are waiting already,
  // except on the loop's own thread. Calls posted after Stop are dropped.
  void Post(std::function<void()> call) ABSL_LOCKS_EXCLUDED(mutex_);

  // Has the queue shut down as soon as no call is open. The server must be shut down already, so that the calls end.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

  // ---- On the loop's thread only.

  // Calls `call` at the end of this turn.
  void Defer(std::function<void()> call) { deferred_.push_back(std::move(call)); }

  // The time at which this turn began, which is not before anything that was done in earlier turns.
  Micros TurnTime() const { return turn_time_; }
  // How long the message that is handled in this turn may have waited for the referee itself; see pickup_clock.h.
  Micros PickupDelay() const { return pickup_.DelayAt(turn_time_); }

  // Makes the calls that were posted so far, since they may have been posted before the event that is being handled.
  void RunPosted() ABSL_LOCKS_EXCLUDED(mutex_);

  TimerQueue& timers() { return timers_; }
  grpc::ServerCompletionQueue& queue() { return *queue_; }

 private:
  // Polls or waits for one completion and handles it. False when the queue is shut down and empty.
  bool TakeTurn();
  bool Sleep();
  void Handle(void* tag, bool ok);
  void FireOverdueTimers();
  void FireTimers();
  void EndTurn();
  void OnPosted(bool ok) ABSL_LOCKS_EXCLUDED(mutex_);
  void Wake() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void ShutDownWithoutCalls();

  // Safe from any thread by themselves.
  const std::unique_ptr<grpc::ServerCompletionQueue> queue_;

  // Touched on the loop's thread only.
  TimerQueue timers_;
  PickupClock pickup_;
  std::optional<RunDelay> run_delay_;
  Micros turn_time_;
  // Turns taken since a timer was due.
  std::size_t overdue_turns_ = 0;
  std::vector<std::function<void()>> deferred_;
  std::size_t open_calls_ = 0;
  bool is_stopping_ = false;
  MemberCompletion<EventLoop, &EventLoop::OnPosted> posted_completion_{*this};

  Mutex mutex_;
  // Signalled when there is room for posted calls again, or when the loop has stopped.
  CondVar has_room_;
  std::vector<std::function<void()>> posted_ ABSL_GUARDED_BY(mutex_);
  bool alarm_is_set_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread::id thread_ ABSL_GUARDED_BY(mutex_);
  grpc::Alarm alarm_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_EVENT_LOOP_H_
