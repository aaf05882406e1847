#include "arena/runner/run_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace flagfall::arena::runner {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kPrefix = "flagfall-run-";
// The bytes of a socket's address that are left for the parent folder: all but "/flagfall-run-XXXXXX/BOT-LIFE" and the
// terminating zero.
constexpr std::size_t kParentCharactersMax = 70;
// The mode of the folder: see RunFolder.
constexpr mode_t kPassThrough = 0711;
// A folder younger than this may be one that its owner is about to lock.
constexpr std::time_t kAbandonedSeconds = 60;

int OpenLocked(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return -1;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

// Whether the folder is ours, and its owner cannot be just about to lock it.
bool MayBeAbandoned(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == ::geteuid() &&
         info.st_mtime + kAbandonedSeconds < std::time(nullptr);
}

void RemoveAbandoned(const std::string& parent) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, ignored)) {
    const std::string path = entry.path().string();
    if (!absl::StartsWith(entry.path().filename().string(), std::string(kPrefix)) || !MayBeAbandoned(path)) continue;
    const int lock = OpenLocked(path);
    if (lock < 0) continue;
    fs::remove_all(path, ignored);
    ::close(lock);
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<RunFolder>> RunFolder::Make() {
  // The runtime folder of root is closed to the users as which root's bots run.
  const char* runtime = ::geteuid() == 0 ? nullptr : ::getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && runtime[0] == '/' && std::strlen(runtime) <= kParentCharactersMax &&
      ::access(runtime, W_OK | X_OK) == 0) {
    return MakeUnder(runtime);
  }
  return MakeUnder("/tmp");
}

absl::StatusOr<std::unique_ptr<RunFolder>> RunFolder::MakeUnder(const std::string& parent) {
  RemoveAbandoned(parent);
  std::string path = absl::StrCat(parent, "/", kPrefix, "XXXXXX");
  if (::mkdtemp(path.data()) == nullptr || ::chmod(path.c_str(), kPassThrough) != 0) {
    return absl::InternalError(
        absl::StrCat("cannot make a folder for the bots' sockets under ", parent, ": ", std::strerror(errno)));
  }
  const int lock = OpenLocked(path);
  if (lock < 0) return absl::InternalError(absl::StrCat("cannot lock ", path, ": ", std::strerror(errno)));
  return std::unique_ptr<RunFolder>(new RunFolder(std::move(path), lock));
}

RunFolder::~RunFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  ::close(lock_);
}

}  // namespace flagfall::arena::runner
