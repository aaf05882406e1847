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

#include "arena/web/exchange.h"
#include "referee/base/mutex.h"

namespace flagfall::arena {

// Lets the referee's threads go before this one, from now on.
void LowerOwnPriority();

// A few threads on which answers are made. None of them waits for a page that another one makes, and one visitor's
// requests have not all of them.
class Workers {
 public:
  using Done = std::function<void(Reply)>;

  // `respond` is called by all of them, for one visitor by `of_one_max` at once. More than `waiting_max` requests may
  // not wait.
  Workers(std::size_t count, std::size_t of_one_max, std::size_t waiting_max, Exchange::Respond respond);
  // What waits is dropped, what is being answered is answered.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Has the request answered, which `done` is told on one of the threads. `visitor`: who asks, where that counts. False
  // when too many wait.
  bool Serve(std::string head, std::optional<std::string> visitor, Done done) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Job {
    std::string head;
    std::optional<std::string> visitor;
    Done done;
  };

  void Run();
  // The next job; absent at the end. `ended`: how many have come to an end before it begins.
  std::optional<Job> Take(std::uint64_t& ended) ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether another job of the visitor may begin.
  bool MayBegin(const Job& job) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void End(Job job, bool is_later, std::uint64_t ended) ABSL_LOCKS_EXCLUDED(mutex_);

  const std::size_t of_one_max_;
  const std::size_t waiting_max_;
  const Exchange::Respond respond_;

  Mutex mutex_;
  CondVar changed_;
  std::deque<Job> jobs_ ABSL_GUARDED_BY(mutex_);
  // Those that ask for what another one makes: they are jobs again when one has come to its end.
  std::deque<Job> later_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t ended_ ABSL_GUARDED_BY(mutex_) = 0;
  // Jobs of a visitor that have begun.
  std::map<std::string, std::size_t> begun_of_ ABSL_GUARDED_BY(mutex_);
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: they use all of the above.
  std::vector<std::thread> threads_;
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_WORKERS_H_
