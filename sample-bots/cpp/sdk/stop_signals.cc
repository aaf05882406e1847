#include "sample-bots/cpp/sdk/stop_signals.h"

#include <pthread.h>
#include <signal.h>

#include <utility>

namespace flagfall::bot {

StopSignals::StopSignals(std::function<void()> on_stop) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  thread_ = std::thread([this, signals, on_stop = std::move(on_stop)] {
    int signal = 0;
    sigwait(&signals, &signal);
    if (ended_.HasBeenNotified()) return;
    stopped_.Notify();
    on_stop();
  });
}

StopSignals::~StopSignals() {
  ended_.Notify();
  // Wakes the thread when no signal came; when one did, this one stays pending for a thread that has ended.
  // It ends nobody: it is blocked, and sigwait takes it.
  pthread_kill(thread_.native_handle(), SIGTERM);  // NOLINT(bugprone-bad-signal-to-kill-thread)
  thread_.join();
}

}  // namespace flagfall::bot
