#ifndef SAMPLE_BOTS_CPP_SDK_STOP_SIGNALS_H_
#define SAMPLE_BOTS_CPP_SDK_STOP_SIGNALS_H_

#include <functional>
#include <thread>

#include "absl/synchronization/notification.h"
#include "absl/time/time.h"

namespace flagfall::bot {

// Waits for SIGINT and SIGTERM on a thread of its own while it lives. It must be made before any other thread, so that
// all of them inherit the blocked signals.
class StopSignals {
 public:
  // `on_stop` is called once, on the waiting thread.
  explicit StopSignals(std::function<void()> on_stop);
  ~StopSignals();

  bool HaveCome() const { return stopped_.HasBeenNotified(); }
  // Waits until a signal comes, but no longer than `time`.
  void WaitFor(absl::Duration time) const { stopped_.WaitForNotificationWithTimeout(time); }

 private:
  absl::Notification stopped_;
  absl::Notification ended_;
  std::thread thread_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_STOP_SIGNALS_H_
