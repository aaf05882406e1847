#ifndef ARENA_METRICS_ABUSE_LOG_H_
#define ARENA_METRICS_ABUSE_LOG_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <thread>

#include "absl/strings/string_view.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::metrics {

// Writes a line to the host's log for each connection or request that was refused, as in
// "abuse: connection refused: too_many_of_peer, from 203.0.113.7". Of each reason there are at most kLinesMax in each
// kWindow, and then one that says how many were left out: whoever floods the server shall not flood its log too. Lines
// are written on a thread of its own, since those who note refusals must not wait for a log. May be used by many
// threads.
class AbuseLog {
 public:
  static constexpr std::size_t kLinesMax = 10;
  static constexpr Micros kWindow = std::chrono::minutes(1);
  static constexpr absl::string_view kPrefix = "abuse: ";

  // `window`: in place of kWindow, for tests.
  explicit AbuseLog(std::function<void(const std::string&)> log, Micros window = kWindow);
  // Writes what has been noted, and how many were left out.
  ~AbuseLog();
  AbuseLog(const AbuseLog&) = delete;
  AbuseLog& operator=(const AbuseLog&) = delete;

  // `what`: "connection" or "request". `reason` is one of few. `peer`: an address as limits count it; empty for this
  // machine. What is no printable character of it is escaped, so that nobody can write lines of their own.
  void Note(absl::string_view what, absl::string_view reason, absl::string_view peer) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // What is known of one reason in the present window.
  struct Window {
    std::size_t lines = 0;
    std::uint64_t left_out = 0;
  };

  void Run();
  // Begins a new window, after a line for each reason of which some were left out.
  void EndWindow() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::function<void(const std::string&)> log_;
  const Micros window_;

  Mutex mutex_;
  CondVar changed_;
  // By what was refused and why, as in "connection refused: flood".
  std::map<std::string, Window> windows_ ABSL_GUARDED_BY(mutex_);
  std::deque<std::string> lines_ ABSL_GUARDED_BY(mutex_);
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::metrics

#endif  // ARENA_METRICS_ABUSE_LOG_H_
