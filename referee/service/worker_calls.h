#ifndef REFEREE_SERVICE_WORKER_CALLS_H_
#define REFEREE_SERVICE_WORKER_CALLS_H_

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "referee/base/mutex.h"
#include "referee/rpc/call.h"
#include "referee/service/blocking_call.h"

namespace flagfall {

// A limited number of threads that do one piece of work each at a time. A thread is started when all others are busy,
// and kept. May be used from any thread.
class WorkerPool {
 public:
  // `threads_urgent` more are kept for urgent work, so that nothing else can have it wait or fail.
  explicit WorkerPool(std::size_t threads_max, std::size_t threads_urgent = 0)
      : threads_max_(threads_max), threads_in_all_(threads_max + threads_urgent) {}
  // Waits until all work is done. Nothing may be started meanwhile.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  std::size_t threads_max() const { return threads_max_; }

  // Has `work`, which must not throw, done at once on one of the threads. False when all that such work may have are
  // busy, or when the system gives no further thread.
  bool Start(std::function<void()> work, bool is_urgent = false) ABSL_LOCKS_EXCLUDED(mutex_);

  // Waits for a moment at which no thread is busy, at most until `time`; false when none has come. A server that shuts
  // down so gives calls the time to say why they end, before it cancels them.
  bool AwaitIdle(std::chrono::steady_clock::time_point time) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  const std::size_t threads_max_;
  const std::size_t threads_in_all_;
  Mutex mutex_;
  CondVar has_work_;
  CondVar is_idle_;
  // Work that no thread has taken yet; there is a free thread for each.
  std::deque<std::function<void()>> waiting_ ABSL_GUARDED_BY(mutex_);
  // Work that waits or is being done; at most one for each thread.
  std::size_t busy_ ABSL_GUARDED_BY(mutex_) = 0;
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_ ABSL_GUARDED_BY(mutex_);
};

// Runs the function on the thread that serves a connection at that time, or destroys it without running it when the
// connection has ended. Can be called from any thread, and may wait.
using PostToConnection = std::function<void(std::function<void()>)>;

// Has `method` serve the call on a thread of the pool, and returns the handler that the call's connection must call. A
// thread is taken when the client has sent what BlockingMethod::takes_one_message says, so that no thread waits for a
// client that only opens calls; with no thread free, the call then ends as RESOURCE_EXHAUSTED. What the method writes
// goes out before the status that it returns. When it throws, the call ends as UNKNOWN. A call that is over before its
// thread begins is not served.
//
// `peer_address` is BlockingCall's. `post` must reach the connection of `call`. The pool, the method and whatever
// `post` refers to must live until the method has returned, which may be after the call and its connection have ended.
std::shared_ptr<rpc::CallHandler> StartWorkerCall(WorkerPool& pool, const BlockingMethod& method, rpc::Call& call,
                                                  std::string peer_address, PostToConnection post);

}  // namespace flagfall

#endif  // REFEREE_SERVICE_WORKER_CALLS_H_
