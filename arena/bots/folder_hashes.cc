#include "arena/bots/folder_hashes.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/bots/folder_hash.h"
#include "arena/bots/left_out.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

// What is known of a folder's files without reading them.
struct Look {
  std::string signature;
  // When the last of them has changed in any way; since 1970.
  Micros changed{};
};

Micros MicrosOf(const timespec& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::duration_cast<Micros>(std::chrono::nanoseconds(time.tv_nsec));
}

absl::Status CannotRead(const std::string& path, int error) {
  const std::string message =
      absl::StrCat(path, " cannot be read: ", std::error_code(error, std::generic_category()).message());
  return error == ENOENT ? absl::NotFoundError(message) : absl::PermissionDeniedError(message);
}

absl::Status AddFolder(const std::string& folder, Sha256& digest, Look& look) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator it(folder, error); !error && it != fs::directory_iterator(); it.increment(error)) {
    std::string name = it->path().filename().string();
    if (!IsLeftOut(name)) names.push_back(std::move(name));
  }
  if (error) return CannotRead(folder, error.value());
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    const std::string path = absl::StrCat(folder, "/", name);
    struct stat file = {};
    if (::lstat(path.c_str(), &file) != 0) return CannotRead(path, errno);
    digest.Update(absl::StrCat(name, std::string(1, '\0'), file.st_mode, " "));
    if (S_ISDIR(file.st_mode)) {
      // Its times change with what is left out, as caches that bots leave behind.
      digest.Update("{");
      FLAGFALL_RETURN_IF_ERROR(AddFolder(path, digest, look));
      digest.Update("}");
      continue;
    }
    digest.Update(absl::StrCat(file.st_dev, " ", file.st_ino, " ", file.st_size, " ", file.st_mtim.tv_sec, ".",
                               file.st_mtim.tv_nsec, " ", file.st_ctim.tv_sec, ".", file.st_ctim.tv_nsec, ";"));
    look.changed = std::max(look.changed, MicrosOf(file.st_ctim));
  }
  return absl::OkStatus();
}

absl::StatusOr<Look> LookAt(const std::string& folder) {
  Look look;
  Sha256 digest;
  FLAGFALL_RETURN_IF_ERROR(AddFolder(folder, digest, look));
  look.signature = digest.Digest();
  return look;
}

}  // namespace

absl::StatusOr<std::string> FolderHashes::HashOf(const std::string& folder) {
  const auto find_recent = [&]() -> std::string {
    MutexLock lock(mutex_);
    const auto found = known_.find(folder);
    const bool is_recent = found != known_.end() && SteadyNow() - found->second.looked < looks_every_;
    return is_recent ? found->second.sha256 : "";
  };
  if (std::string recent = find_recent(); !recent.empty()) return recent;
  MutexLock reading(reading_);
  // Another thread may have looked while this one waited.
  if (std::string recent = find_recent(); !recent.empty()) return recent;
  Known known;
  known.looked = SteadyNow();
  FLAGFALL_ASSIGN_OR_RETURN(const Look look, LookAt(folder));
  // Also what has changed in the future of a clock that was put back is not known to be settled.
  if (look.changed + settled_after_ < WallNow()) known.signature = look.signature;
  {
    MutexLock lock(mutex_);
    const auto found = known_.find(folder);
    if (found != known_.end() && !found->second.signature.empty() && found->second.signature == look.signature) {
      found->second.looked = known.looked;
      return found->second.sha256;
    }
  }
  FLAGFALL_ASSIGN_OR_RETURN(known.sha256, HashOfFolder(folder));
  MutexLock lock(mutex_);
  ++reads_;
  const Known& kept = known_[folder] = std::move(known);
  return kept.sha256;
}

std::uint64_t FolderHashes::reads() const {
  MutexLock lock(mutex_);
  return reads_;
}

}  // namespace flagfall::arena::bots
