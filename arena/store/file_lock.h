#ifndef ARENA_STORE_FILE_LOCK_H_
#define ARENA_STORE_FILE_LOCK_H_

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "referee/base/descriptor.h"

namespace flagfall::arena::store {

// An exclusive lock on a file that serves no other purpose. It is held as long as the value lives, and released when
// the process ends in whatever way. Children do not inherit it.
class FileLock {
 public:
  // Takes the lock, creates the file if it is missing, and writes this process's id into it. UNAVAILABLE, with the id
  // of the holder, when another process, or another FileLock of this process, has the lock.
  static absl::StatusOr<FileLock> Take(const std::string& path);

 private:
  explicit FileLock(Descriptor file) : file_(std::move(file)) {}

  Descriptor file_;
};

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_FILE_LOCK_H_
