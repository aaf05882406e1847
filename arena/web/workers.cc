#include "arena/web/workers.h"

#include <sys/resource.h>

#include <utility>

namespace flagfall::arena {
namespace {

constexpr int kNice = 10;

}  // namespace

// On Linux a priority is a thread's own, and 0 stands for the calling one.
void LowerOwnPriority() { ::setpriority(PRIO_PROCESS, 0, kNice); }

Workers::Workers(std::size_t count, std::size_t waiting_max, Exchange::Respond respond)
    : waiting_max_(waiting_max), respond_(std::move(respond)) {
  for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this] { Run(); });
}

Workers::~Workers() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
    jobs_.clear();
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads_) thread.join();
}

bool Workers::Serve(std::string head, Done done) {
  MutexLock lock(mutex_);
  if (jobs_.size() >= waiting_max_ || is_ending_) return false;
  jobs_.push_back({std::move(head), std::move(done)});
  changed_.NotifyOne();
  return true;
}

void Workers::Run() {
  LowerOwnPriority();
  Exchange exchange(respond_);
  for (;;) {
    Job job;
    {
      MutexLock lock(mutex_);
      while (jobs_.empty() && !is_ending_) changed_.Wait(mutex_);
      if (jobs_.empty()) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    job.done(exchange.Serve(job.head));
  }
}

}  // namespace flagfall::arena
