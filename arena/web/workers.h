#ifndef ARENA_WEB_WORKERS_H_
#define ARENA_WEB_WORKERS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arena/web/web_answer.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::web {

// Gives the calling thread a lower priority than the referee's threads have, from now on.
void LowerOwnPriority();

// A few threads that make answers. None of them waits for a page that another one makes: such a request is put back
// until that page is there. One client's requests never occupy all threads. May be used from any thread.
class Workers {
 public:
  using Respond = std::function<WebAnswer(const WebRequest&)>;
  using Done = std::function<void(const WebAnswer&)>;

  // Calls `respond` on all threads, for one client on at most `of_one_max` at once. At most `waiting_max` requests
  // wait.
  Workers(std::size_t count, std::size_t of_one_max, std::size_t waiting_max, Respond respond);
  // Answers that are being made are made to their end; requests that wait are dropped.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Has the request answered; `done` is called with the answer on one of the threads. `client`: who asks, where that
  // counts. False when too many requests wait.
  bool Answer(WebRequest request, std::optional<std::string> client, Done done) ABSL_LOCKS_EXCLUDED(mutex_);

  // Has work done that belongs to an answer which is being sent. It waits beside the requests, however many those are:
  // the caller limits how much there is. It may be dropped at the end.
  void Do(std::function<void()> work, std::optional<std::string> client) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Job {
    WebRequest request = {};
    std::optional<std::string> client;
    Done done = nullptr;
    // In place of a request.
    std::function<void()> work = nullptr;
  };

  void Run();
  // Waits for the next job; absent at the end. `ended`: how many jobs have ended before it begins.
  std::optional<Job> Take(std::uint64_t& ended) ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether one more job of the client may begin.
  bool MayBegin(const Job& job) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void End(Job job, bool is_later, std::uint64_t ended) ABSL_LOCKS_EXCLUDED(mutex_);

  const std::size_t of_one_max_;
  const std::size_t waiting_max_;
  const Respond respond_;

  Mutex mutex_;
  CondVar changed_;
  std::deque<Job> jobs_ ABSL_GUARDED_BY(mutex_);
  // Requests for a page that another thread was making. They are tried again when any job has ended.
  std::deque<Job> later_ ABSL_GUARDED_BY(mutex_);
  // Jobs that have ended.
  std::uint64_t ended_ ABSL_GUARDED_BY(mutex_) = 0;
  // For each client that counts: its jobs that have begun and not ended.
  std::map<std::string, std::size_t> begun_of_ ABSL_GUARDED_BY(mutex_);
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: they use all of the above.
  std::vector<std::thread> threads_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_WORKERS_H_
