#include "arena/base/private_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "absl/strings/str_cat.h"

namespace flagfall::arena {
namespace {

constexpr mode_t kPrivateFolder = 0700;
constexpr mode_t kPrivateFile = 0600;

std::error_code LastSystemError() { return {errno, std::generic_category()}; }

}  // namespace

absl::Status MakePrivateFolders(const std::string& path) {
  std::error_code ignored;
  std::filesystem::path made;
  for (const std::filesystem::path& part : std::filesystem::path(path)) {
    made /= part;
    if (::mkdir(made.c_str(), kPrivateFolder) == 0) {
      // A umask may have taken rights of the owner away.
      (void)::chmod(made.c_str(), kPrivateFolder);
      continue;
    }
    const int error = errno;
    if (std::filesystem::is_directory(made, ignored)) continue;
    return absl::PermissionDeniedError(
        absl::StrCat("cannot make the folder ", made.string(), ": ", std::strerror(error)));
  }
  return absl::OkStatus();
}

std::error_code MakePrivateFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kPrivateFile);
  if (file < 0) return errno == EEXIST ? std::error_code() : LastSystemError();
  const std::error_code error = ::fchmod(file, kPrivateFile) == 0 ? std::error_code() : LastSystemError();
  ::close(file);
  return error;
}

bool TakeRightsOfOthers(const std::string& path) {
  struct stat found;
  if (::stat(path.c_str(), &found) != 0 || (found.st_mode & (S_IRWXG | S_IRWXO)) == 0) return false;
  const bool is_for_all = S_ISDIR(found.st_mode) && (found.st_mode & S_ISVTX) != 0;
  return !is_for_all && ::chmod(path.c_str(), found.st_mode & S_IRWXU) == 0;
}

}  // namespace flagfall::arena
