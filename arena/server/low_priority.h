#ifndef ARENA_SERVER_LOW_PRIORITY_H_
#define ARENA_SERVER_LOW_PRIORITY_H_

#include <exception>
#include <functional>
#include <thread>

#include "arena/web/workers.h"

namespace flagfall::arena::server {

// Runs `work` on a new thread whose priority is below the referee's, and returns when it has ended: for work that may
// take long and that no game waits for. The caller's own thread, a worker of the referee's, will not do: a priority
// that was lowered cannot be raised again, and the next call that the worker serves may be a change, which holds the
// ledger while games wait for it. What `work` throws is thrown here.
inline void RunAtLowPriority(const std::function<void()>& work) {
  std::exception_ptr thrown;
  std::thread thread([&] {
    web::LowerOwnPriority();
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
  });
  thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_LOW_PRIORITY_H_
