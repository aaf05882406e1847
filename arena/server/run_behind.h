#ifndef ARENA_SERVER_RUN_BEHIND_H_
#define ARENA_SERVER_RUN_BEHIND_H_

#include <exception>
#include <functional>
#include <thread>

#include "arena/web/workers.h"

namespace flagfall::arena {

// Does what may take long and that nobody's game waits for on a thread behind the referee's, and waits for its end. Not
// on the caller's, which is gRPC's and may be the one that reads what a bot sends next: a priority can be lowered, but
// not raised again. What `work` throws is thrown here.
inline void RunBehind(const std::function<void()>& work) {
  std::exception_ptr thrown;
  std::thread thread([&] {
    LowerOwnPriority();
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
  });
  thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace flagfall::arena

#endif  // ARENA_SERVER_RUN_BEHIND_H_
