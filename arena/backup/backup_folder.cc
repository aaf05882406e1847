#include "arena/backup/backup_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "arena/base/private_files.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::backup {
namespace {

namespace fs = std::filesystem;

constexpr char kPrefix[] = "flagfall-";
constexpr char kSuffix[] = ".db";
// The year has four digits, lest a parser take the month for a part of it.
constexpr char kTimeFormat[] = "%E4Y%m%dT%H%M%E3SZ";
// A wrong length is no time of ours, whatever a parser makes of it.
constexpr std::size_t kTimeLength = sizeof("20261126T041500.123Z") - 1;

std::string NameAt(Micros time) {
  const absl::Time moment = absl::FromUnixMicros(time.count());
  return absl::StrCat(kPrefix, absl::FormatTime(kTimeFormat, moment, absl::UTCTimeZone()), kSuffix);
}

std::optional<Micros> TimeOf(absl::string_view name) {
  if (!absl::ConsumePrefix(&name, kPrefix) || !absl::ConsumeSuffix(&name, kSuffix)) return std::nullopt;
  absl::Time time;
  if (name.size() != kTimeLength || !absl::ParseTime(kTimeFormat, name, &time, nullptr)) return std::nullopt;
  return Micros(absl::ToUnixMicros(time));
}

// Removes a part whose writer is gone. One whose lock is held is being written.
void RemoveIfLeft(const std::string& part) {
  const int file = ::open(part.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return;
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) RemoveWithAllBeside(part);
  ::close(file);
}

}  // namespace

absl::Status BackupFolder::Make() const {
  FLAGFALL_RETURN_IF_ERROR(MakePrivateFolders(folder_));
  if (::access(folder_.c_str(), W_OK | X_OK) == 0) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrCat(folder_, ": cannot be written (", std::strerror(errno), "); give another folder for backups"));
}

std::vector<BackupFolder::Entry> BackupFolder::List() const {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    const std::optional<Micros> time = TimeOf(it->path().filename().string());
    if (time.has_value()) entries.push_back({.path = it->path().string(), .time = *time});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.time < b.time; });
  return entries;
}

void BackupFolder::RemoveLeftParts() const {
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    absl::string_view whole = name;
    if (absl::ConsumeSuffix(&whole, kPartSuffix) && TimeOf(whole).has_value()) RemoveIfLeft(it->path().string());
  }
}

absl::StatusOr<BackupFile> BackupFolder::Write(const std::string& ledger, std::size_t keep, Micros now,
                                               const IsStopping& is_stopping) const {
  FLAGFALL_RETURN_IF_ERROR(Make());
  RemoveLeftParts();
  FLAGFALL_ASSIGN_OR_RETURN(BackupFile written,
                            WriteBackup(ledger, absl::StrCat(folder_, "/", NameAt(now)), is_stopping));
  FLAGFALL_RETURN_IF_ERROR(Prune(written.path, keep));
  return written;
}

absl::Status BackupFolder::Prune(const std::string& newest, std::size_t keep) const {
  if (keep == 0) return absl::OkStatus();
  std::vector<Entry> older = List();
  // It stays, even where a clock that was set back has given the others later names.
  std::erase_if(older, [&newest](const Entry& entry) { return entry.path == newest; });
  if (older.size() < keep) return absl::OkStatus();
  older.resize(older.size() - (keep - 1));
  for (const Entry& entry : older) {
    if (::unlink(entry.path.c_str()) == 0 || errno == ENOENT) continue;
    return absl::PermissionDeniedError(absl::StrCat(entry.path, ": an old backup cannot be removed (",
                                                    std::strerror(errno), "); the new one, ", newest, ", is whole"));
  }
  return SyncFolder(folder_);
}

}  // namespace flagfall::arena::backup
