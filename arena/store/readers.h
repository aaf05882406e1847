#ifndef ARENA_STORE_READERS_H_
#define ARENA_STORE_READERS_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "referee/base/mutex.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {

// A pool of connections to a ledger that only read. Thread-safe; each connection is used by one thread at a time.
class Readers {
 public:
  // A connection in use, which the destructor returns to the pool. Must not outlive its Readers.
  class Reader {
   public:
    Reader(Readers& readers, std::unique_ptr<Database> database) : readers_(&readers), database_(std::move(database)) {}
    Reader(Reader&&) noexcept = default;
    Reader& operator=(Reader&&) = delete;
    ~Reader() {
      if (database_ != nullptr) readers_->GiveBack(std::move(database_));
    }
    Database& operator*() const { return *database_; }

   private:
    Readers* readers_;
    std::unique_ptr<Database> database_;
  };

  explicit Readers(std::string path) : path_(std::move(path)) {}

  // Takes an idle connection, or opens a new one. Errors as Database::OpenForReading.
  absl::StatusOr<Reader> Take() ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      MutexLock lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Database> database = std::move(idle_.back());
        idle_.pop_back();
        return Reader(*this, std::move(database));
      }
    }
    FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::OpenForReading(path_));
    return Reader(*this, std::move(database));
  }

 private:
  void GiveBack(std::unique_ptr<Database> database) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    idle_.push_back(std::move(database));
  }

  const std::string path_;
  Mutex mutex_;
  std::vector<std::unique_ptr<Database>> idle_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena

#endif  // ARENA_STORE_READERS_H_
