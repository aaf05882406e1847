#include "sample-bots/environment/step_threads.h"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"

namespace flagfall::environment {
namespace {

// How often a thread looks before it sleeps: for some tens of microseconds, or a millisecond on processors that pause
// for longer.
constexpr int kLooks = 20'000;
// Parts of the work for each thread, so that one that the system has stopped keeps the others waiting for little.
constexpr std::size_t kPartsOfThread = 8;

void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Waits until the value is no longer `old`.
template <typename T>
void WaitWhile(const std::atomic<T>& value, T old) {
  for (int look = 0; look < kLooks; ++look) {
    if (value.load(std::memory_order_acquire) != old) return;
    Pause();
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

StepThreads::StepThreads(int threads) : shares_(threads), process_(getpid()) {
  for (int i = 1; i < threads; ++i) workers_.emplace_back([this, i] { Serve(i); });
}

StepThreads::~StepThreads() {
  if (getpid() != process_) {
    // There are no threads in this process, and nothing may be asked of them: what named them is left behind.
    static_cast<void>(std::make_unique<std::vector<std::thread>>(std::move(workers_)).release());
    return;
  }
  is_over_.store(true);
  round_.fetch_add(1);
  round_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

absl::Status StepThreads::CheckProcess() const {
  if (workers_.empty() || getpid() == process_) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("this VectorEnv's threads are in process ", process_,
                   ", from which this one was forked; make a VectorEnv after the fork"));
}

void StepThreads::Run(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work) {
  if (workers_.empty()) {
    work(0, count);
    return;
  }
  work_ = &work;
  part_ = std::max<std::size_t>(1, count / (kPartsOfThread * shares_.size()));
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    shares_[i].next.store(i * count / shares_.size(), std::memory_order_relaxed);
    shares_[i].last = (i + 1) * count / shares_.size();
  }
  at_work_.store(kOpen, std::memory_order_release);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  Work(0);
  // No part is left to be begun. Who has not joined by now has nothing to do, and may be long in coming.
  std::uint32_t at_work = at_work_.fetch_and(~kOpen, std::memory_order_acq_rel) & ~kOpen;
  for (; at_work != 0; at_work = at_work_.load(std::memory_order_acquire)) WaitWhile(at_work_, at_work);
}

void StepThreads::Serve(std::size_t thread) {
  for (std::uint32_t seen = 0;;) {
    WaitWhile(round_, seen);
    seen = round_.load(std::memory_order_acquire);
    if (is_over_.load()) return;
    if (!Join()) continue;
    Work(thread);
    if (at_work_.fetch_sub(1, std::memory_order_acq_rel) == 1) at_work_.notify_one();
  }
}

bool StepThreads::Join() {
  std::uint32_t at_work = at_work_.load(std::memory_order_relaxed);
  while ((at_work & kOpen) != 0) {
    if (at_work_.compare_exchange_weak(at_work, at_work + 1, std::memory_order_acq_rel)) return true;
  }
  return false;
}

void StepThreads::Work(std::size_t thread) {
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    Share& share = shares_[(thread + i) % shares_.size()];
    for (;;) {
      const std::size_t first = share.next.fetch_add(part_, std::memory_order_relaxed);
      if (first >= share.last) break;
      (*work_)(first, std::min(share.last, first + part_));
    }
  }
}

}  // namespace flagfall::environment
