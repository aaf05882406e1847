#ifndef ARENA_STORE_LEDGER_WATCH_H_
#define ARENA_STORE_LEDGER_WATCH_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "arena/store/ledger_size.h"
#include "referee/base/mutex.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {

// Tells whether a ledger has changed, on a connection of its own. Thread-safe.
class LedgerWatch {
 public:
  explicit LedgerWatch(std::string path) : path_(std::move(path)) {}

  // Returns a number that differs from that of the previous call if the ledger has changed in between. Errors as
  // Database::OpenForReading.
  absl::StatusOr<std::int64_t> Now() ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    if (database_ == nullptr) {
      FLAGFALL_ASSIGN_OR_RETURN(database_, Database::OpenForReading(path_));
    }
    return ChangesSeen(*database_);
  }

 private:
  const std::string path_;
  Mutex mutex_;
  std::unique_ptr<Database> database_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_LEDGER_WATCH_H_
