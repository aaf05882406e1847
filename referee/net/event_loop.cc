// A round is one look at epoll and a turn for each descriptor that it reports. The look does not wait. When it finds
// something, the next round follows at once. When it finds nothing, timers that are due are fired, and when there are
// none either the thread sleeps until something comes or the next timer is due. A round sees every descriptor that is
// ready, and each gets one turn in it, in which one piece is read.
//
// The order matters twice.
//
// A deadline stands even under a flood of messages, and yet a move that had arrived before the deadline counts, however
// late the thread looks. Both hold by when timers fire: after a look that found nothing, since then all that had come
// in time has been handled; or after a whole round since the timer was seen to be due, since then what had come in time
// has had its turn, whatever else goes on coming. Example: the process stands still for 300 ms. When it comes to
// itself, Red's move, which arrived in time, and Red's deadline both wait. The move is handled first, with a host delay
// of 300 ms, and stands.
//
// The delay that this thread itself causes is measured by the same looks. Nobody tells when a message reached the
// socket. What can be known is when it had certainly not: what a look finds was not there at the look before, or it
// would have had its turn in that round. If the thread slept in between, it came at the end of that sleep; less the
// time that the woken thread stood in the kernel's run queue before it got a core, which the kernel counts.
//
//     sleep ....... | message A arrives | run queue 3 ms | awake: A handled 10 us later | B handled | C handled | sleep
//                                                          A's delay: 3.01 ms             B's, C's: at most as long
//                                                                                         as the thread has been awake
//
// So the bound is too large by one round at most, and too small by no more than what the kernel does not tell.
//
// The thread may also stand still, with its whole process (standstill_meter.h). That is nobody's time. It is no part of
// a pickup delay; it is told of as soon as it is over, before anything else is handled, so that it can be given back to
// every clock that ran meanwhile; and all timers are due so much later. For that, a loop never sleeps long, and one
// that is watchful only for some milliseconds.

#include "referee/net/event_loop.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "referee/base/check.h"
#include "referee/net/net_limits.h"

namespace flagfall {
namespace {

constexpr std::uint64_t kWakeId = 0;
// More than there are connections, so that one look sees all that is ready.
constexpr int kEventsAtOnce = 2048;

using Events = std::array<epoll_event, kEventsAtOnce>;

int Look(int poll, Events& events) { return std::max(::epoll_wait(poll, events.data(), kEventsAtOnce, 0), 0); }

int Sleep(int poll, Events& events, Micros for_at_most) {
  const timespec limit{.tv_sec = static_cast<time_t>(for_at_most / std::chrono::seconds(1)),
                       .tv_nsec = static_cast<long>((for_at_most % std::chrono::seconds(1)).count() * 1000)};
  return std::max(::epoll_pwait2(poll, events.data(), kEventsAtOnce, &limit, nullptr), 0);
}

}  // namespace

EventLoop::EventLoop()
    : LoopTurns(SteadyNow()),
      poll_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      round_began_(TurnTime()) {
  epoll_event event{.events = EPOLLIN, .data = {.u64 = kWakeId}};
  FLAGFALL_CHECK(::epoll_ctl(poll_.get(), EPOLL_CTL_ADD, wake_.get(), &event) == 0);
}

void EventLoop::Run() {
  {
    MutexLock lock(mutex_);
    thread_ = std::this_thread::get_id();
  }
  const ThreadTimesReader thread_times;
  meter_.emplace([&thread_times](bool exactly) { return thread_times.Read(exactly); }, SteadyNow());
  for (;;) {
    TakeRound();
    MutexLock lock(mutex_);
    if (is_stopped_ && posted_.empty()) break;
  }
  meter_.reset();
}

void EventLoop::TakeRound() {
  static thread_local Events events;
  const Micros due_until = round_began_;
  const Micros there_since = std::exchange(round_began_, Now());
  SetThereSince(there_since, std::exchange(stood_still_at_round_, StoodStill()));
  const std::optional<Micros> next = timers().NextLook();
  // What was due by then fires after this round, in which all that came in time has its turn.
  const bool is_overdue = next && *next <= due_until;
  int count = Look(poll_.get(), events);
  if (count == 0 && !is_overdue) {
    const Micros began = round_began_;
    const Micros wake_at = std::max(
        began, std::min(next.value_or(Micros::max()), began + (IsWatchful() ? limits::kHeartbeat : limits::kSleepMax)));
    meter_->Sleeps(began);
    count = Sleep(poll_.get(), events, wake_at - began);
    round_began_ = SteadyNow();
    const StandstillMeter::Sleep sleep = meter_->Wakes(round_began_, wake_at);
    NoteStandstill(round_began_, sleep.stood_still);
    stood_still_at_round_ = StoodStill();
    SetThereSince(round_began_ - sleep.in_queue, StoodStill());
  }
  for (int i = 0; i < count; ++i) {
    BeginTurn();
    if (events[i].data.u64 == kWakeId) {
      for (const std::function<void()>& call : TakePosted()) {
        BeginTurn();
        call();
        EndTurn();
      }
    } else if (const auto found = watched_.find(events[i].data.u64); found != watched_.end()) {
      found->second.watched->OnEvents(events[i].events);
    }
    EndTurn();
  }
  if (!is_overdue) return;
  BeginTurn();
  timers().FireDue(due_until, TurnTime());
  EndTurn();
}

Micros EventLoop::Now() {
  const Micros now = SteadyNow();
  if (meter_) NoteStandstill(now, meter_->Awake(now));
  return now;
}

std::uint64_t EventLoop::Watch(int descriptor, std::uint32_t events, Watched& watched) {
  const std::uint64_t id = ++last_id_;
  watched_[id] = {.descriptor = descriptor, .events = 0, .watched = &watched};
  Rewatch(id, events);
  return id;
}

void EventLoop::Rewatch(std::uint64_t id, std::uint32_t events) {
  Entry& entry = watched_.at(id);
  const std::uint32_t before = std::exchange(entry.events, events);
  if (before == events) return;
  const int change = events == 0 ? EPOLL_CTL_DEL : before == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  epoll_event event{.events = events, .data = {.u64 = id}};
  FLAGFALL_CHECK(::epoll_ctl(poll_.get(), change, entry.descriptor, &event) == 0);
}

void EventLoop::Unwatch(std::uint64_t id) {
  Rewatch(id, 0);
  watched_.erase(id);
}

void EventLoop::Post(std::function<void()> call) {
  MutexLock lock(mutex_);
  if (std::this_thread::get_id() != thread_) {
    while (posted_.size() >= limits::kPostedCalls && !is_stopped_) has_room_.Wait(mutex_);
  }
  if (is_stopped_) return;
  posted_.push_back(std::move(call));
  if (!std::exchange(is_woken_, true)) ::eventfd_write(wake_.get(), 1);
}

std::vector<std::function<void()>> EventLoop::TakePosted() {
  std::vector<std::function<void()>> calls;
  MutexLock lock(mutex_);
  eventfd_t ignored = 0;
  ::eventfd_read(wake_.get(), &ignored);
  is_woken_ = false;
  calls.swap(posted_);
  has_room_.NotifyAll();
  return calls;
}

void EventLoop::RunPosted() {
  for (const std::function<void()>& call : TakePosted()) call();
}

void EventLoop::Stop() {
  MutexLock lock(mutex_);
  is_stopped_ = true;
  has_room_.NotifyAll();
  ::eventfd_write(wake_.get(), 1);
}

}  // namespace flagfall
