#include "arena/base/key_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "arena/base/durable_files.h"
#include "referee/base/descriptor.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

// Many times what a key takes.
constexpr std::size_t kPemBytesMax = 4096;
constexpr mode_t kOfOthers = S_IRWXG | S_IRWXO;

// A process may be killed at any moment, and half a key would keep the home from opening. So the key is written under
// another name, and gets its own one by a link, which fails where another process was first.
absl::Status MakeKeyFile(const std::string& path) {
  const std::string unfinished = absl::StrCat(path, ".new.", ::getpid());
  const absl::Cleanup remove = [&] { (void)::unlink(unfinished.c_str()); };
  FLAGFALL_RETURN_IF_ERROR(WriteDurably(unfinished, SigningKey::Draw().Pem()));
  if (::link(unfinished.c_str(), path.c_str()) != 0 && errno != EEXIST) return FileError(path, "written", errno);
  return SyncToDisk(FolderOf(path));
}

}  // namespace

absl::StatusOr<SigningKey> ReadKeyFile(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_valid() && errno == ENOENT)
    return absl::NotFoundError(absl::StrCat(path, ": there is no such key file"));
  if (!file.is_valid()) return FileError(path, "read", errno);
  struct stat facts;
  if (::fstat(file.get(), &facts) != 0) return FileError(path, "read", errno);
  if (!S_ISREG(facts.st_mode)) return absl::FailedPreconditionError(absl::StrCat(path, ": the key is not a file"));
  if ((facts.st_mode & kOfOthers) != 0) {
    return absl::PermissionDeniedError(
        absl::StrCat(path, ": others than its owner may use the key; `chmod 600` keeps it private"));
  }
  std::string pem(kPemBytesMax, '\0');
  const ssize_t size = ::read(file.get(), pem.data(), pem.size());
  if (size < 0) return FileError(path, "read", errno);
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
