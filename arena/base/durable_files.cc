#include "arena/base/durable_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "referee/base/descriptor.h"

namespace flagfall::arena {
namespace {

absl::StatusCode CodeOf(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::StatusCode::kNotFound;
    case EEXIST:
      return absl::StatusCode::kAlreadyExists;
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::StatusCode::kPermissionDenied;
    default:
      return absl::StatusCode::kInternal;
  }
}

}  // namespace

absl::Status FileError(const std::string& path, absl::string_view what, int error) {
  if (error == ENOSPC || error == EDQUOT) {
    return absl::ResourceExhaustedError(absl::StrCat(path, ": the disk is full; free some space"));
  }
  return absl::Status(CodeOf(error), absl::StrCat(path, ": cannot be ", what, " (", std::strerror(error), ")"));
}

std::string FolderOf(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

bool WriteAll(int file, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

absl::Status WriteDurably(const std::string& path, absl::string_view bytes) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return FileError(path, "replaced", errno);
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.is_valid()) return FileError(path, "written", errno);
  // Whatever the umask is.
  if (::fchmod(file.get(), S_IRUSR | S_IWUSR) != 0) return FileError(path, "written", errno);
  if (!WriteAll(file.get(), bytes)) return FileError(path, "written", errno);
  return ::fsync(file.get()) == 0 ? absl::OkStatus() : FileError(path, "put on the disk", errno);
}

absl::Status SyncToDisk(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_valid()) return FileError(path, "opened", errno);
  return ::fsync(file.get()) == 0 ? absl::OkStatus() : FileError(path, "put on the disk", errno);
}

}  // namespace flagfall::arena
