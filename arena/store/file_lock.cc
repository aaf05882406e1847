#include "arena/store/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "arena/base/durable_files.h"
#include "arena/base/private_files.h"

namespace flagfall::arena::store {
namespace {

// Returns the process id that the holder has written; "?" when it has not done so yet.
std::string HolderOf(int fd) {
  char text[32];
  const ssize_t size = pread(fd, text, sizeof text, 0);
  return size > 0 ? std::string(text, static_cast<std::size_t>(size)) : "?";
}

}  // namespace

absl::StatusOr<FileLock> FileLock::Take(const std::string& path) {
  if (const std::error_code error = MakePrivateFile(path)) return FileError(path, "opened for writing", error.value());
  const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return FileError(path, "opened for writing", errno);
  FileLock lock(fd);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return FileError(path, "opened for writing", errno);
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
