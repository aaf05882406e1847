#ifndef ARENA_STORE_ONLINE_COPY_H_
#define ARENA_STORE_ONLINE_COPY_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// Copies the ledger, as it is at the moment of the call, to the file `path`, which must be missing or empty; only its
// owner may read it, and nothing lies beside it when it is opened for reading. Others may write to the ledger
// meanwhile: they do not wait, and what they write is not in the copy. The connection must not be in a transaction.
// What has been written when this fails is left in the file.
//
// CANCELLED soon after `is_stopping` has become true, RESOURCE_EXHAUSTED when the disk is full; other errors as
// Database's, of either file. The copy is not surely on the disk until its file has been synced.
absl::Status CopyOnline(Database& from, const std::string& path, const std::function<bool()>& is_stopping);

// While it lives, statements of the database fail soon after `is_stopping` has become true. A database can have at most
// one, or one TimeLimit, which must not outlive it.
class StopLimit {
 public:
  StopLimit(Database& database, const std::function<bool()>& is_stopping);
  ~StopLimit();
  StopLimit(const StopLimit&) = delete;
  StopLimit& operator=(const StopLimit&) = delete;

 private:
  Database& database_;
  const std::function<bool()>& is_stopping_;
};

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_ONLINE_COPY_H_
