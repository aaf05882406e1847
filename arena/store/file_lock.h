#ifndef ARENA_STORE_FILE_LOCK_H_
#define ARENA_STORE_FILE_LOCK_H_

#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace flagfall::arena::store {

// An exclusive lock on a file that serves no other purpose. It is held as long as the value lives, and released when
// the process ends in whatever way. Children do not inherit it.
class FileLock {
 public:
  // Takes the lock, creates the file if it is missing, and writes this process's id into it. UNAVAILABLE, with the id
  // of the holder, when another process, or another FileLock of this process, has the lock.
  static absl::StatusOr<FileLock> Take(const std::string& path);

  FileLock(FileLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileLock& operator=(FileLock&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileLock();

 private:
  explicit FileLock(int fd) : fd_(fd) {}

  int fd_;
};

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_FILE_LOCK_H_
