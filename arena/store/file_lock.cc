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
std::string HolderOf(int file) {
  char text[32];
  const ssize_t size = pread(file, text, sizeof text, 0);
  return size > 0 ? std::string(text, static_cast<std::size_t>(size)) : "?";
}

}  // namespace

absl::StatusOr<FileLock> FileLock::Take(const std::string& path) {
  if (const std::error_code error = MakePrivateFile(path)) return FileError(path, "opened for writing", error.value());
  Descriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!file.is_valid()) return FileError(path, "opened for writing", errno);
  if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return FileError(path, "locked", errno);
    return absl::UnavailableError(absl::StrCat(path, ": another flagfall (process ", HolderOf(file.get()),
                                               ") is at work here; wait for it to end, or use another home"));
  }
  // The id only serves messages. A full disk may keep it from being written without harm to the lock.
  const std::string id = absl::StrCat(getpid());
  (void)(ftruncate(file.get(), 0) == 0 && pwrite(file.get(), id.data(), id.size(), 0) > 0);
  return FileLock(std::move(file));
}

}  // namespace flagfall::arena::store
