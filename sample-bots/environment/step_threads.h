#ifndef SAMPLE_BOTS_ENVIRONMENT_STEP_THREADS_H_
#define SAMPLE_BOTS_ENVIRONMENT_STEP_THREADS_H_

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "absl/status/status.h"

namespace flagfall::environment {

// Threads that share the work of a step: the caller of Run and `threads - 1` more. They wait a little while for the
// next step without sleeping, since it mostly comes within microseconds. Nobody waits for a thread that the system
// keeps from running: the others do its share. One caller at a time.
class StepThreads {
 public:
  // `threads` is at least 1.
  explicit StepThreads(int threads);
  ~StepThreads();
  StepThreads(const StepThreads&) = delete;
  StepThreads& operator=(const StepThreads&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  // FAILED_PRECONDITION in a process that was forked from the one that made the threads, which took none of them along:
  // Run would wait for them for ever.
  absl::Status CheckProcess() const;

  // Calls work(first, last) for parts of 0 to count - 1 that together are all of it, each once, and returns when all
  // have returned. `work` must not throw, and must do the same whichever thread calls it.
  void Run(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work);

 private:
  // What a thread does of each round before it helps others, so that it finds the memory that it has used last in its
  // own processor's caches. On a line of its own there, since all threads change it.
  struct alignas(64) Share {
    std::atomic<std::size_t> next = 0;
    std::size_t last = 0;
  };

  void Serve(std::size_t thread);
  // Whether the worker takes part in a round: not in one that is over.
  bool Join();
  // Takes parts until there are none left, those of the thread's own share first.
  void Work(std::size_t thread);

  // Rises with each Run, and once more at the end.
  std::atomic<std::uint32_t> round_ = 0;
  // How many workers are at work, and kOpen while others may join them. What they need to know is written before.
  static constexpr std::uint32_t kOpen = 1U << 31;
  std::atomic<std::uint32_t> at_work_ = 0;
  std::atomic<bool> is_over_ = false;
  const std::function<void(std::size_t, std::size_t)>* work_ = nullptr;
  std::size_t part_ = 1;
  std::vector<Share> shares_;
  // The process that has the threads.
  const pid_t process_;
  std::vector<std::thread> workers_;
};

}  // namespace flagfall::environment

#endif  // SAMPLE_BOTS_ENVIRONMENT_STEP_THREADS_H_
