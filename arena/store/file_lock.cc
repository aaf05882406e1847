#include "arena/store/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "arena/base/private_files.h"

namespace flagfall::arena::store {
namespace {

// Returns the process id that the holder has written; "?" when it has not done so yet.
std::string HolderOf(int fd) {
  char text[32];
  const ssize_t size = pread(fd, text, sizeof text, 0);
  return size > 0 ? std::string(text, static_cast<std::size_t>(size)) : "?";
}

absl::Status CannotOpen(const std::string& path, int error) {
  const std::string message = absl::StrCat(path, ": cannot be opened for writing (", std::strerror(error),
                                           "); the folder must exist and be writable");
  if (error == ENOSPC) return absl::ResourceExhaustedError(absl::StrCat(path, ": the disk is full; free some space"));
  if (error == ENOENT || error == ENOTDIR) return absl::NotFoundError(message);
  return absl::PermissionDeniedError(message);
}

}  // namespace

absl::StatusOr<FileLock> FileLock::Take(const std::string& path) {
  if (const std::error_code error = MakePrivateFile(path)) return CannotOpen(path, error.value());
  const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return CannotOpen(path, errno);
  FileLock lock(fd);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return CannotOpen(path, errno);
    return absl::UnavailableError(absl::StrCat(path, ": another flagfall (process ", HolderOf(fd),
                                               ") is at work here; wait for it to end, or use another home"));
  }
  // The id only serves messages. A full disk may keep it from being written without harm to the lock.
  const std::string id = absl::StrCat(getpid());
  if (ftruncate(fd, 0) != 0 || pwrite(fd, id.data(), id.size(), 0) < 0) return lock;
  return lock;
}

FileLock::~FileLock() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace flagfall::arena::store
