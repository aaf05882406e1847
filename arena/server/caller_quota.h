#ifndef ARENA_SERVER_CALLER_QUOTA_H_
#define ARENA_SERVER_CALLER_QUOTA_H_

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "arena/base/busy.h"
#include "referee/base/mutex.h"
#include "referee/net/refusal.h"
#include "referee/net/refusal_reason.h"

namespace flagfall::arena::server {

// Limits how many calls of one kind are served at once: in total, and for each caller. A call holds a slot while it is
// served. May be used by many threads.
class CallerQuota {
 public:
  struct Limits {
    std::size_t total;
    std::size_t per_caller;
  };

  // A slot that is held until this dies. Must not outlive its quota.
  class Slot {
   public:
    Slot(CallerQuota& quota, std::string caller) : quota_(&quota), caller_(std::move(caller)) {}
    Slot(Slot&& other) noexcept : quota_(std::exchange(other.quota_, nullptr)), caller_(std::move(other.caller_)) {}
    Slot& operator=(Slot&&) = delete;
    ~Slot() {
      if (quota_ != nullptr) quota_->Release(caller_);
    }

   private:
    CallerQuota* quota_;
    std::string caller_;
  };

  // `kind` names the calls in errors, as in "uploads".
  CallerQuota(std::string kind, const Limits& limits) : kind_(std::move(kind)), limits_(limits) {}

  // RESOURCE_EXHAUSTED when all slots are taken, or as many as one caller may have.
  absl::StatusOr<Slot> Acquire(const std::string& caller) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    const auto found = by_caller_.find(caller);
    const bool is_callers = found != by_caller_.end() && found->second >= limits_.per_caller;
    if (is_callers || taken_ >= limits_.total) {
      return RefusedFor(is_callers ? refusals::kRateLimit : refusals::kBusy,
                        absl::ResourceExhaustedError(
                            absl::StrCat("there are as many ", kind_, " as there may be at once (", limits_.total,
                                         ", and ", limits_.per_caller, " of one caller)", kTryAgain, "a moment")));
    }
    ++taken_;
    ++by_caller_[caller];
    return Slot(*this, caller);
  }

 private:
  void Release(const std::string& caller) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    --taken_;
    const auto found = by_caller_.find(caller);
    if (--found->second == 0) by_caller_.erase(found);
  }

  const std::string kind_;
  const Limits limits_;
  Mutex mutex_;
  std::size_t taken_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::string, std::size_t> by_caller_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_CALLER_QUOTA_H_
