// A turn handles one completion: a message read, a write done, a call accepted, the alarm of Post. Between turns the
// thread polls without waiting. While polls find something, the next turn follows at once. When a poll finds nothing,
// timers that are due are fired, and when there are none either the thread sleeps until a completion comes or the next
// timer is due.
//
// The order matters twice.
//
// A deadline stands even under a flood of messages, and yet a move that had arrived before the deadline counts, however
// late the referee looks. Both hold by when timers fire: after a poll that found nothing, since then all that had come
// in time has been handled; or after a whole lap of turns (pickup_clock.h) since the timer was seen to be due, since
// then what had come in time has had its turn, whatever else goes on coming. Example: the process stands still for 300
// ms. When it comes to itself, Red's move, which arrived in time, and Red's deadline both wait. The move is handled
// first, with a host delay of 300 ms, and stands.
//
// The delay that the referee itself causes is measured from the same poll: see pickup_clock.h. That is what the extra
// poll before each sleep is for; it costs nothing under load, when there is always something to be found.
//
// Timers are a queue of our own (timer_queue.h) and not grpc::Alarms: setting an Alarm for each ply would cost more
// than the ply.

#include "referee/service/event_loop.h"

#include <grpc/support/time.h>

#include <utility>

#include "referee/service/service_limits.h"

namespace flagfall {
namespace {

gpr_timespec At(std::optional<Micros> time) {
  if (!time) return gpr_inf_future(GPR_CLOCK_MONOTONIC);
  return gpr_time_add(gpr_time_0(GPR_CLOCK_MONOTONIC), gpr_time_from_micros(time->count(), GPR_TIMESPAN));
}

}  // namespace

EventLoop::EventLoop(std::unique_ptr<grpc::ServerCompletionQueue> queue)
    : queue_(std::move(queue)), pickup_(SteadyNow()), turn_time_(SteadyNow()) {}

void EventLoop::Run() {
  {
    MutexLock lock(mutex_);
    thread_ = std::this_thread::get_id();
  }
  run_delay_.emplace();
  while (TakeTurn()) {
  }
  run_delay_.reset();
}

bool EventLoop::TakeTurn() {
  void* tag = nullptr;
  bool ok = false;
  switch (queue_->AsyncNext(&tag, &ok, gpr_inf_past(GPR_CLOCK_MONOTONIC))) {
    case grpc::CompletionQueue::SHUTDOWN:
      return false;
    case grpc::CompletionQueue::GOT_EVENT:
      turn_time_ = SteadyNow();
      Handle(tag, ok);
      FireOverdueTimers();
      EndTurn();
      return true;
    case grpc::CompletionQueue::TIMEOUT:
      // Everything that had arrived when the last turn began has been handled.
      if (const auto look = timers_.NextLook(); !look || *look > turn_time_) return Sleep();
      FireTimers();
      EndTurn();
      return true;
  }
  return false;
}

bool EventLoop::Sleep() {
  void* tag = nullptr;
  bool ok = false;
  const Micros began = SteadyNow();
  run_delay_->Sleeps();
  const auto next = queue_->AsyncNext(&tag, &ok, At(timers_.NextLook()));
  turn_time_ = SteadyNow();
  pickup_.Woke(turn_time_, run_delay_->OfSleep(turn_time_ - began));
  if (next == grpc::CompletionQueue::GOT_EVENT) {
    Handle(tag, ok);
    EndTurn();
  }
  return next != grpc::CompletionQueue::SHUTDOWN;
}

void EventLoop::Handle(void* tag, bool ok) {
  pickup_.Turn(turn_time_);
  static_cast<Completion*>(tag)->OnCompletion(ok);
}

void EventLoop::FireOverdueTimers() {
  const auto look = timers_.NextLook();
  if (!look || *look > turn_time_) {
    overdue_turns_ = 0;
  } else if (++overdue_turns_ > pickup_.lap_turns()) {
    overdue_turns_ = 0;
    FireTimers();
  }
}

void EventLoop::FireTimers() {
  const Micros until = std::exchange(turn_time_, SteadyNow());
  timers_.FireDue(until, turn_time_);
}

void EventLoop::EndTurn() {
  if (deferred_.empty()) return;
  // Later than anything that has happened in this turn.
  turn_time_ = SteadyNow();
  // A deferred call may defer another.
  for (std::size_t i = 0; i < deferred_.size(); ++i) {
    const std::function<void()> call = std::move(deferred_[i]);
    call();
  }
  deferred_.clear();
}

void EventLoop::Post(std::function<void()> call) {
  MutexLock lock(mutex_);
  if (std::this_thread::get_id() != thread_) {
    while (posted_.size() >= limits::kPostedCalls && !stopped_) has_room_.Wait(mutex_);
  }
  if (stopped_) return;
  posted_.push_back(std::move(call));
  Wake();
}

void EventLoop::Wake() {
  if (alarm_is_set_) return;
  alarm_is_set_ = true;
  alarm_.Set(queue_.get(), gpr_now(GPR_CLOCK_MONOTONIC), static_cast<Completion*>(&posted_completion_));
}

void EventLoop::OnPosted(bool /*ok*/) {
  {
    MutexLock lock(mutex_);
    alarm_is_set_ = false;
  }
  RunPosted();
}

void EventLoop::RunPosted() {
  std::vector<std::function<void()>> calls;
  {
    MutexLock lock(mutex_);
    calls.swap(posted_);
    has_room_.NotifyAll();
  }
  for (const std::function<void()>& call : calls) {
    turn_time_ = SteadyNow();
    call();
  }
}

void EventLoop::Stop() {
  MutexLock lock(mutex_);
  if (stopped_) return;
  stopped_ = true;
  has_room_.NotifyAll();
  posted_.clear();
  posted_.push_back([this] {
    is_stopping_ = true;
    ShutDownWithoutCalls();
  });
  Wake();
}

void EventLoop::ShutDownWithoutCalls() {
  if (is_stopping_ && open_calls_ == 0) queue_->Shutdown();
}

}  // namespace flagfall
