#ifndef ARENA_RUNNER_STOP_SIGNALS_H_
#define ARENA_RUNNER_STOP_SIGNALS_H_

#include <stop_token>
#include <thread>

namespace flagfall::arena::runner {

// Turns SIGINT and SIGTERM into a request to stop. The first signal asks; the second ends the process at once, with
// exit code 130, and the supervisors then end the bots.
//
// Must be made before any other thread, because threads inherit which signals are blocked.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();

  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  std::stop_token Token() const { return source_.get_token(); }

 private:
  void Wait(const std::stop_token& ended);

  std::stop_source source_;
  std::jthread waiter_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_STOP_SIGNALS_H_
