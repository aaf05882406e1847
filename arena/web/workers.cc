#include "arena/web/workers.h"

#include <sys/resource.h>

#include <iterator>
#include <utility>

namespace flagfall::arena::web {
namespace {

constexpr int kNice = 10;

}  // namespace

// On Linux a priority is a thread's own, and 0 stands for the calling one.
void LowerOwnPriority() { ::setpriority(PRIO_PROCESS, 0, kNice); }

Workers::Workers(std::size_t count, std::size_t of_one_max, std::size_t waiting_max, Respond respond)
    : of_one_max_(of_one_max), waiting_max_(waiting_max), respond_(std::move(respond)) {
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

bool Workers::Answer(WebRequest request, std::optional<std::string> client, Done done) {
  MutexLock lock(mutex_);
  if (jobs_.size() + later_.size() >= waiting_max_ || is_ending_) return false;
  jobs_.push_back({.request = std::move(request), .client = std::move(client), .done = std::move(done)});
  changed_.NotifyOne();
  return true;
}

void Workers::Do(std::function<void()> work, std::optional<std::string> client) {
  MutexLock lock(mutex_);
  if (is_ending_) return;
  jobs_.push_back({.client = std::move(client), .work = std::move(work)});
  changed_.NotifyOne();
}

void Workers::Run() {
  LowerOwnPriority();
  std::uint64_t ended = 0;
  while (std::optional<Job> job = Take(ended)) {
    bool is_later = false;
    if (job->work != nullptr) {
      job->work();
    } else {
      const WebAnswer answer = respond_(job->request);
      is_later = answer.is_later;
      if (!is_later) job->done(answer);
    }
    End(*std::move(job), is_later, ended);
  }
}

std::optional<Workers::Job> Workers::Take(std::uint64_t& ended) {
  MutexLock lock(mutex_);
  while (!is_ending_) {
    for (auto next = jobs_.begin(); next != jobs_.end(); ++next) {
      if (!MayBegin(*next)) continue;
      Job job = std::move(*next);
      jobs_.erase(next);
      if (job.client.has_value()) ++begun_of_[*job.client];
      ended = ended_;
      return job;
    }
    changed_.Wait(mutex_);
  }
  return std::nullopt;
}

bool Workers::MayBegin(const Job& job) const {
  const auto begun = job.client.has_value() ? begun_of_.find(*job.client) : begun_of_.end();
  return begun == begun_of_.end() || begun->second < of_one_max_;
}

void Workers::End(Job job, bool is_later, std::uint64_t ended) {
  MutexLock lock(mutex_);
  if (job.client.has_value() && --begun_of_[*job.client] == 0) begun_of_.erase(*job.client);
  if (is_later) {
    // Where a job has ended since this one began, that may have been the page: then it is tried again at once.
    (ended == ended_ ? later_ : jobs_).push_back(std::move(job));
  } else {
    ++ended_;
    jobs_.insert(jobs_.end(), std::make_move_iterator(later_.begin()), std::make_move_iterator(later_.end()));
    later_.clear();
  }
  changed_.NotifyAll();
}

}  // namespace flagfall::arena::web
