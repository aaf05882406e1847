#include "arena/backup/backup_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/durable_files.h"
#include "arena/base/private_files.h"
#include "arena/queries/check_ledger.h"
#include "arena/store/ledger_size.h"
#include "arena/store/online_copy.h"
#include "referee/base/descriptor.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::backup {
namespace {

namespace fs = std::filesystem;

// A file PATH.part that this process alone writes, which is removed unless it has got its name. Its lock ends with the
// process, so that others can tell a backup under way from one that was killed.
class PartFile {
 public:
  static absl::StatusOr<PartFile> Make(const std::string& path);
  PartFile(PartFile&&) = default;
  PartFile& operator=(PartFile&&) = delete;
  ~PartFile() {
    if (file_.is_valid()) RemoveWithAllBeside(part_);
  }

  const std::string& part() const { return part_; }
  // Puts its content on the disk, and then gives it its name.
  absl::Status Finish();

 private:
  PartFile(std::string path, std::string part, Descriptor file)
      : path_(std::move(path)), part_(std::move(part)), file_(std::move(file)) {}

  std::string path_;
  std::string part_;
  Descriptor file_;
};

absl::StatusOr<PartFile> PartFile::Make(const std::string& path) {
  const std::string part = absl::StrCat(path, kPartSuffix);
  if (const std::error_code error = MakePrivateFile(part)) return FileError(part, "made", error.value());
  Descriptor file(::open(part.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (!file.is_valid()) return FileError(part, "made", errno);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    return absl::UnavailableError(absl::StrCat(part, ": another flagfall is writing this backup; wait for it to end"));
  }
  // What a killed process has left is no part of this one.
  if (::ftruncate(file.get(), 0) != 0) return FileError(part, "emptied", errno);
  return PartFile(path, part, std::move(file));
}

absl::Status PartFile::Finish() {
  if (::fsync(file_.get()) != 0) return FileError(part_, "put on the disk", errno);
  if (::rename(part_.c_str(), path_.c_str()) != 0) return FileError(path_, "made", errno);
  file_ = Descriptor();
  return SyncToDisk(FolderOf(path_));
}

std::uint64_t SizeOfFile(const std::string& path) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  return error ? 0 : size;
}

// A disk that has no room is told before it is full: the ledger itself may lie on it, and its games need room too.
absl::Status CheckRoom(const std::string& ledger, const std::string& path) {
  const std::uint64_t size = SizeOfFile(ledger) + SizeOfFile(absl::StrCat(ledger, "-wal"));
  const std::uint64_t needed = size + size / 10;
  struct statvfs disk;
  if (::statvfs(FolderOf(path).c_str(), &disk) != 0) return FileError(FolderOf(path), "read", errno);
  const std::uint64_t free = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
  if (free >= needed) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      path, ": the disk is too full for a backup: ", free / 1024, " KiB are free, and ", needed / 1024,
      " KiB are needed. Free some space, keep fewer backups, or write them to another disk; nothing was written"));
}

// Checks the copy and counts its games.
absl::StatusOr<std::int64_t> CheckCopy(const std::string& part, const IsStopping& is_stopping) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> copy, store::Database::OpenForReading(part));
  FLAGFALL_RETURN_IF_ERROR(CheckWhole(*copy, is_stopping));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerSize size, store::SizeOf(*copy));
  return size.games;
}

absl::Status Cancelled() { return absl::CancelledError("the backup was broken off; nothing of it is left"); }

}  // namespace

void RemoveWithAllBeside(const std::string& database) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal", ".lock"}) {
    ::unlink(absl::StrCat(database, suffix).c_str());
  }
}

absl::Status CheckWhole(store::Database& database, const IsStopping& is_stopping) {
  const store::StopLimit limit(database, is_stopping);
  for (const queries::LedgerCheck& part : queries::LedgerChecks()) {
    const absl::Status status = part.check(database);
    if (is_stopping()) return Cancelled();
    if (status.ok()) continue;
    if (!absl::IsDataLoss(status)) return status;
    return absl::DataLossError(absl::StrCat("the check of its ", part.name, " found: ", status.message()));
  }
  return absl::OkStatus();
}

absl::StatusOr<BackupFile> WriteBackup(const std::string& ledger, const std::string& path,
                                       const IsStopping& is_stopping) {
  std::error_code error;
  if (fs::exists(path, error)) {
    return absl::AlreadyExistsError(absl::StrCat(path, " exists, and no file is overwritten; give another name"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> from, store::Database::OpenForReading(ledger));
  FLAGFALL_RETURN_IF_ERROR(CheckRoom(ledger, path));
  FLAGFALL_ASSIGN_OR_RETURN(PartFile file, PartFile::Make(path));
  const absl::Status copied = store::CopyOnline(*from, file.part(), is_stopping);
  if (absl::IsCancelled(copied)) return Cancelled();
  FLAGFALL_RETURN_IF_ERROR(copied);
  const absl::StatusOr<std::int64_t> games = CheckCopy(file.part(), is_stopping);
  if (absl::IsDataLoss(games.status())) {
    return absl::DataLossError(
        absl::StrCat("the copy of ", ledger, " is not sound, and does not count: ", games.status().message(),
                     ". `flagfall db check` tells whether the ", "ledger itself is; keep the backups that there are"));
  }
  FLAGFALL_RETURN_IF_ERROR(games.status());
  const std::uint64_t bytes = SizeOfFile(file.part());
  FLAGFALL_RETURN_IF_ERROR(file.Finish());
  return BackupFile{.path = path, .bytes = bytes, .games = *games};
}

}  // namespace flagfall::arena::backup
