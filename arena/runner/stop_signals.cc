#include "arena/runner/stop_signals.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

namespace flagfall::arena::runner {
namespace {

constexpr int kInterruptedExitCode = 130;

// SIGUSR1 wakes the waiting thread at the end.
sigset_t WaitedFor() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGINT);
  ::sigaddset(&set, SIGTERM);
  ::sigaddset(&set, SIGUSR1);
  return set;
}

}  // namespace

StopSignals::StopSignals() {
  const sigset_t set = WaitedFor();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  waiter_ = std::jthread([this](const std::stop_token& ended) { Wait(ended); });
}

StopSignals::~StopSignals() {
  waiter_.request_stop();
  ::pthread_kill(waiter_.native_handle(), SIGUSR1);
}

void StopSignals::Wait(const std::stop_token& ended) {
  const sigset_t set = WaitedFor();
  while (!ended.stop_requested()) {
    int signal = 0;
    if (::sigwait(&set, &signal) != 0 || signal == SIGUSR1) continue;
    if (!source_.request_stop()) ::_exit(kInterruptedExitCode);
  }
}

}  // namespace flagfall::arena::runner
