#ifndef ARENA_SERVER_RECENT_CALLERS_H_
#define ARENA_SERVER_RECENT_CALLERS_H_

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/accounts/roles.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {

// Whose tokens were shown in the last moment, so that the ledger is not asked for the same token again with each of a
// thousand workers' calls. May be used by many threads.
class RecentCallers {
 public:
  // For how long a token that was revoked is still good here. A call that is under way when its token is revoked goes
  // on for as long as this at least (TokenWatch::kLooksEvery).
  static constexpr Micros kKept = std::chrono::seconds(1);
  // Beyond so many tokens all are forgotten.
  static constexpr std::size_t kTokensMax = 1024;

  // Who has shown the token: as `ask` says, which is called where it has not been for kKept. Only good tokens are kept.
  absl::StatusOr<accounts::Principal> CallerOf(absl::string_view token, Micros now,
                                               const std::function<absl::StatusOr<accounts::Principal>()>& ask)
      ABSL_LOCKS_EXCLUDED(mutex_) {
    // Found by its hash, so that how long it takes says nothing about tokens that there are.
    const std::string key = Sha256Of(token);
    {
      MutexLock lock(mutex_);
      const auto found = callers_.find(key);
      if (found != callers_.end() && now - found->second.asked < kKept) return found->second.caller;
    }
    FLAGFALL_ASSIGN_OR_RETURN(accounts::Principal caller, ask());
    MutexLock lock(mutex_);
    if (callers_.size() >= kTokensMax) callers_.clear();
    callers_[key] = {.caller = caller, .asked = now};
    return caller;
  }

 private:
  struct Known {
    accounts::Principal caller;
    // When the ledger was asked, before it answered.
    Micros asked{};
  };

  Mutex mutex_;
  // By the tokens' SHA-256.
  std::map<std::string, Known> callers_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_RECENT_CALLERS_H_
