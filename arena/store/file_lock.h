#ifndef ARENA_STORE_FILE_LOCK_H_
#define ARENA_STORE_FILE_LOCK_H_

#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace flagfall::arena {

// An exclusive lock on a file of its own, held for as long as the value lives and gone with the process however it
// ends. Children do not inherit it.
class FileLock {
 public:
  // Makes the file where it is missing, and writes this process's id into it. UNAVAILABLE, with the id of the holder,
  // when another process, or another FileLock of this one, has it.
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

}  // namespace flagfall::arena

#endif  // ARENA_STORE_FILE_LOCK_H_
