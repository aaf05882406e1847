#ifndef TESTS_SUPPORT_WAIT_H_
#define TESTS_SUPPORT_WAIT_H_

#include <chrono>
#include <functional>
#include <thread>

namespace flagfall {

// Checks `condition` again and again until it holds. Returns false if it never did. For events that cannot wake the
// test, as those of other processes.
inline bool WaitFor(const std::function<bool()>& condition, std::chrono::seconds most = std::chrono::seconds(60)) {
  const auto deadline = std::chrono::steady_clock::now() + most;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace flagfall

#endif  // TESTS_SUPPORT_WAIT_H_
