#ifndef ARENA_STORE_READERS_H_
#define ARENA_STORE_READERS_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "referee/base/mutex.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {

// A pool of connections to a ledger that only read. Thread-safe; each connection is used by one thread at a time.
class Readers {
 public:
  // Each connection holds up to 2 MiB of the ledger's pages, so that what a crowd has opened is closed when it leaves.
  static constexpr std::size_t kIdleMax = 16;

  // A connection in use, which goes back to the pool when the pointer dies. Must not outlive its Readers.
  using Reader = std::shared_ptr<Database>;

  explicit Readers(std::string path) : path_(std::move(path)) {}

  // Takes an idle connection, or opens a new one. Errors as Database::OpenForReading.
  absl::StatusOr<Reader> Take() ABSL_LOCKS_EXCLUDED(mutex_) {
    std::unique_ptr<Database> database;
    {
      MutexLock lock(mutex_);
      if (!idle_.empty()) {
        database = std::move(idle_.back());
        idle_.pop_back();
      }
    }
    if (database == nullptr) {
      FLAGFALL_ASSIGN_OR_RETURN(database, Database::OpenForReading(path_));
    }
    return Reader(database.release(), [this](Database* taken) { GiveBack(std::unique_ptr<Database>(taken)); });
  }

 private:
  void GiveBack(std::unique_ptr<Database> database) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    if (idle_.size() < kIdleMax) idle_.push_back(std::move(database));
  }

  const std::string path_;
  Mutex mutex_;
  std::vector<std::unique_ptr<Database>> idle_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_READERS_H_
