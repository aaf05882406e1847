#ifndef ARENA_SERVER_ATTEMPT_LIMIT_H_
#define ARENA_SERVER_ATTEMPT_LIMIT_H_

#include <cstddef>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/net/budget.h"
#include "referee/net/refusal.h"
#include "referee/net/refusal_reason.h"

namespace flagfall::arena::server {

// Limits how often somebody may try a secret that is wrong: so many times in a row, and then one every few seconds. Who
// tries right ones is not limited. May be used by many threads.
class AttemptLimit {
 public:
  static constexpr double kInARow = 10;
  static constexpr double kPerSecond = 0.2;

  // Before an attempt. RESOURCE_EXHAUSTED after too many that failed; it counts as failed until it has succeeded.
  absl::Status Begin(const std::string& caller, Micros now) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    if (budgets_.size() >= kCallersMax) {
      std::erase_if(budgets_, [now](const auto& entry) { return entry.second.IsFull(now); });
    }
    const auto known = budgets_.find(caller);
    const bool has_room = known != budgets_.end() || budgets_.size() < kCallersMax;
    if (has_room && budgets_.try_emplace(caller, kInARow, kPerSecond, now).first->second.Spend(now)) {
      return absl::OkStatus();
    }
    return RefusedFor(refusals::kRateLimit,
                      absl::ResourceExhaustedError("too many attempts have failed; wait a minute, and try again"));
  }

  void Succeed(const std::string& caller) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    if (const auto known = budgets_.find(caller); known != budgets_.end()) known->second.Earn();
  }

 private:
  static constexpr std::size_t kCallersMax = 4096;

  Mutex mutex_;
  std::map<std::string, Budget> budgets_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_ATTEMPT_LIMIT_H_
