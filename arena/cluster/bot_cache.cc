#include "arena/cluster/bot_cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/base/private_files.h"
#include "arena/bots/archive.h"
#include "arena/bots/folder_hash.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cluster {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHashBytes = 32;
// How the names of folders begin that are being filled or removed, and how long one is left alone that a worker may
// still be filling.
constexpr absl::string_view kScratch = ".fetched-";
constexpr std::chrono::hours kScratchKept{24};

// A server's host may set its own limits higher than the usual ones; this keeps a disk from being filled by mistake.
constexpr bots::ArchiveLimits Limits() {
  bots::ArchiveLimits limits;
  limits.archive_bytes_max = std::uint64_t{2} << 30;
  limits.unpacked_bytes_max = std::uint64_t{4} << 30;
  limits.stream_bytes_max = std::uint64_t{6} << 30;
  limits.file_bytes_max = std::uint64_t{2} << 30;
  limits.entries_max = 100'000;
  return limits;
}

// Whether the folder that is open is still the one at that path.
bool IsAt(const Descriptor& open, const std::string& path) {
  struct stat mine = {};
  struct stat there = {};
  return ::fstat(open.get(), &mine) == 0 && ::stat(path.c_str(), &there) == 0 && mine.st_ino == there.st_ino &&
         mine.st_dev == there.st_dev;
}

// Of all files below.
std::uint64_t BytesOf(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error); !error && it != fs::recursive_directory_iterator();
       it.increment(error)) {
    std::error_code ignored;
    const std::uint64_t size = it->is_regular_file(ignored) ? it->file_size(ignored) : 0;
    if (!ignored) bytes += size;
  }
  return bytes;
}

absl::Status WriteError(const std::string& path) {
  return absl::InternalError(absl::StrCat("cannot write ", path, ": ", std::strerror(errno)));
}

}  // namespace

absl::StatusOr<BotCache::Use> BotCache::Take(const v1::LeasedBot& bot, std::uint64_t lease, api::WorkerApi& server,
                                             const std::stop_token& stop) {
  if (bot.folder_sha256().size() != kHashBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the server gives no SHA-256 of the files of ", bot.manifest().name()));
  }
  const std::string folder = absl::StrCat(folder_, "/", absl::BytesToHexString(bot.folder_sha256()));
  bool was_fetched = false;
  MutexLock taking(mutex_);
  for (;;) {
    Descriptor lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!lock.is_valid()) {
      if (errno != ENOENT) return absl::InternalError(absl::StrCat("cannot open ", folder, ": ", std::strerror(errno)));
      FLAGFALL_RETURN_IF_ERROR(Fetch(bot, lease, server, folder, stop));
      was_fetched = true;
      continue;
    }
    // On a file system without locks nothing can be removed either.
    ::flock(lock.get(), LOCK_SH);
    // Another worker may have removed it meanwhile.
    if (!IsAt(lock, folder)) continue;
    // Its time is that of its last use.
    ::futimens(lock.get(), nullptr);
    Use use(folder, std::move(lock));
    if (was_fetched) RemoveUnused();
    return use;
  }
}

void BotCache::Prune() {
  MutexLock lock(mutex_);
  RemoveUnused();
}

void BotCache::RemoveUnused() {
  struct Kept {
    fs::file_time_type used;
    std::string folder;
    std::uint64_t bytes;
  };
  std::vector<Kept> kept;
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error); !error && it != fs::directory_iterator(); it.increment(error)) {
    std::error_code ignored;
    const fs::file_time_type used = fs::last_write_time(it->path(), ignored);
    if (ignored) continue;
    if (absl::StartsWith(it->path().filename().string(), kScratch)) {
      // A worker that was killed has left it.
      if (used + kScratchKept < fs::file_time_type::clock::now()) Remove(it->path().string());
      continue;
    }
    kept.push_back({.used = used, .folder = it->path().string(), .bytes = 0});
    const auto [known, is_new] = sizes_.try_emplace(kept.back().folder, 0);
    if (is_new) known->second = BytesOf(it->path());
    kept.back().bytes = known->second;
    bytes += known->second;
  }
  std::sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& bot : kept) {
    if (bytes <= bytes_max_) return;
    if (Remove(bot.folder)) bytes -= bot.bytes;
  }
}

bool BotCache::Remove(const std::string& folder) {
  const std::string scratch = ScratchName();
  {
    const Descriptor lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!lock.is_valid() || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0 || !IsAt(lock, folder)) return false;
    // Whoever waits for the lock sees that it is no longer there.
    std::error_code error;
    fs::rename(folder, scratch, error);
    if (error) return false;
  }
  std::error_code ignored;
  fs::remove_all(scratch, ignored);
  return true;
}

std::string BotCache::ScratchName() { return absl::StrCat(folder_, "/", kScratch, ::getpid(), "-", ++scratch_names_); }

absl::Status BotCache::Fetch(const v1::LeasedBot& bot, std::uint64_t lease, api::WorkerApi& server,
                             const std::string& folder, const std::stop_token& stop) {
  const std::string& name = bot.manifest().name();
  const std::string scratch = ScratchName();
  FLAGFALL_RETURN_IF_ERROR(MakePrivateFolders(scratch));
  const absl::Cleanup remove = [&scratch] {
    std::error_code ignored;
    fs::remove_all(scratch, ignored);
  };
  const std::string archive = scratch + "/package";
  {
    std::ofstream file(archive, std::ios::binary);
    std::uint64_t bytes = 0;
    const auto take = [&](absl::string_view piece) -> absl::Status {
      bytes += piece.size();
      if (bytes > Limits().archive_bytes_max) {
        return absl::ResourceExhaustedError(absl::StrCat("what the server sends as ", name, " is larger than any bot"));
      }
      file.write(piece.data(), static_cast<std::streamsize>(piece.size()));
      return file ? absl::OkStatus() : WriteError(archive);
    };
    v1::FetchBotRequest request;
    request.set_lease(lease);
    request.set_bot(name);
    FLAGFALL_RETURN_IF_ERROR(server.FetchBot(request, take, stop));
    file.close();
    if (!file) return WriteError(archive);
  }
  absl::Status stopped = absl::CancelledError("this worker is being stopped");
  if (stop.stop_requested()) return stopped;
  const std::string unpacked = scratch + "/bot";
  FLAGFALL_RETURN_IF_ERROR(bots::UnpackArchive(archive_reader_, archive, unpacked, Limits()).status());
  if (stop.stop_requested()) return stopped;
  FLAGFALL_ASSIGN_OR_RETURN(const std::string sha256, bots::HashOfFolder(unpacked));
  if (sha256 != bot.folder_sha256()) {
    return absl::DataLossError(absl::StrCat("the files of ", name, " came with the SHA-256 ",
                                            absl::BytesToHexString(sha256), ", not ",
                                            absl::BytesToHexString(bot.folder_sha256()), " as the lease says"));
  }
  std::error_code error;
  fs::rename(unpacked, folder, error);
  // Another worker may have been faster.
  if (error && !fs::exists(folder)) {
    return absl::InternalError(absl::StrCat("cannot make ", folder, ": ", error.message()));
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::cluster
