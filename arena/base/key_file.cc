#include "arena/base/key_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

// Many times what a key takes.
constexpr std::size_t kPemBytesMax = 4096;
constexpr mode_t kOfOthers = S_IRWXG | S_IRWXO;

absl::Status KeyFileError(const std::string& path, const char* what) {
  const std::string message = absl::StrCat(path, ": the key cannot be ", what, ": ", std::strerror(errno));
  return errno == ENOSPC ? absl::ResourceExhaustedError(message) : absl::PermissionDeniedError(message);
}

bool WriteAll(int file, absl::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool SyncFolderOf(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return false;
  const bool is_synced = ::fsync(file) == 0;
  ::close(file);
  return is_synced;
}

// A process may be killed at any moment, and half a key would keep the home from opening. So the key is written under
// another name, and gets its own one by a link, which fails where another process was first.
absl::Status MakeKeyFile(const std::string& path) {
  const std::string unfinished = absl::StrCat(path, ".new.", ::getpid());
  (void)::unlink(unfinished.c_str());
  const int file = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return KeyFileError(path, "written");
  const absl::Cleanup remove = [&] { (void)::unlink(unfinished.c_str()); };
  const bool is_written =
      ::fchmod(file, S_IRUSR | S_IWUSR) == 0 && WriteAll(file, SigningKey::Draw().Pem()) && ::fsync(file) == 0;
  const int error = errno;
  ::close(file);
  errno = error;
  if (!is_written) return KeyFileError(path, "written");
  if (::link(unfinished.c_str(), path.c_str()) != 0 && errno != EEXIST) return KeyFileError(path, "written");
  return SyncFolderOf(path) ? absl::OkStatus() : KeyFileError(path, "put on the disk");
}

}  // namespace

absl::StatusOr<SigningKey> ReadKeyFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0 && errno == ENOENT) return absl::NotFoundError(absl::StrCat(path, ": there is no such key file"));
  if (file < 0) return KeyFileError(path, "read");
  const absl::Cleanup close = [file] { ::close(file); };
  struct stat facts;
  if (::fstat(file, &facts) != 0) return KeyFileError(path, "read");
  if (!S_ISREG(facts.st_mode)) return absl::FailedPreconditionError(absl::StrCat(path, ": the key is not a file"));
  if ((facts.st_mode & kOfOthers) != 0) {
    return absl::PermissionDeniedError(
        absl::StrCat(path, ": others than its owner may use the key; `chmod 600` keeps it private"));
  }
  std::string pem(kPemBytesMax, '\0');
  const ssize_t size = ::read(file, pem.data(), pem.size());
  if (size < 0) return KeyFileError(path, "read");
  pem.resize(static_cast<std::size_t>(size));
  absl::StatusOr<SigningKey> key = SigningKey::FromPem(pem);
  if (key.ok()) return key;
  return absl::FailedPreconditionError(absl::StrCat(path, ": is no key of flagfall's: ", key.status().message()));
}

absl::StatusOr<SigningKey> ReadOrMakeKeyFile(const std::string& path) {
  absl::StatusOr<SigningKey> key = ReadKeyFile(path);
  if (!absl::IsNotFound(key.status())) return key;
  FLAGFALL_RETURN_IF_ERROR(MakeKeyFile(path));
  return ReadKeyFile(path);
}

}  // namespace flagfall::arena
