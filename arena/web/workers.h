#ifndef ARENA_WEB_WORKERS_H_
#define ARENA_WEB_WORKERS_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "arena/web/exchange.h"
#include "referee/base/mutex.h"

namespace flagfall::arena {

// Lets the referee's threads go before this one, from now on.
void LowerOwnPriority();

// A few threads on which answers are made.
class Workers {
 public:
  using Done = std::function<void(Reply)>;

  // `respond` is called by all of them. More than `waiting_max` requests may not wait.
  Workers(std::size_t count, std::size_t waiting_max, Exchange::Respond respond);
  // What waits is dropped, what is being answered is answered.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Has the request answered, which `done` is told on one of the threads. False when too many wait.
  bool Serve(std::string head, Done done);

 private:
  struct Job {
    std::string head;
    Done done;
  };

  void Run();

  const std::size_t waiting_max_;
  const Exchange::Respond respond_;

  Mutex mutex_;
  CondVar changed_;
  std::deque<Job> jobs_ ABSL_GUARDED_BY(mutex_);
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: they use all of the above.
  std::vector<std::thread> threads_;
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_WORKERS_H_
