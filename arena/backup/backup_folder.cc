#include "arena/backup/backup_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "arena/backup/home_chain.h"
#include "arena/base/durable_files.h"
#include "arena/base/private_files.h"
#include "arena/store/chain.h"
#include "arena/store/chain_origin.h"
#include "arena/store/way_back.h"
#include "referee/base/descriptor.h"
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

// So many hex digits of a ledger's origin are in a name.
constexpr std::size_t kOriginDigits = 8;
// So many of the files that do not count are named.
constexpr std::size_t kNamedMax = 5;

std::string DigitsOf(const std::string& origin) { return absl::BytesToHexString(origin).substr(0, kOriginDigits); }

std::string NameAt(Micros time, const std::string& origin) {
  const absl::Time moment = absl::FromUnixMicros(time.count());
  const std::string at = absl::FormatTime(kTimeFormat, moment, absl::UTCTimeZone());
  return absl::StrCat(kPrefix, at, "-", DigitsOf(origin), kSuffix);
}

// What the name of a file at this path tells; nothing where it is not one of ours.
std::optional<BackupFolder::Entry> EntryOf(const std::string& path, absl::string_view name) {
  if (!absl::ConsumePrefix(&name, kPrefix) || !absl::ConsumeSuffix(&name, kSuffix)) return std::nullopt;
  if (name.size() != kTimeLength + 1 + kOriginDigits || name[kTimeLength] != '-') return std::nullopt;
  const absl::string_view origin = name.substr(kTimeLength + 1);
  if (origin.find_first_not_of("0123456789abcdef") != absl::string_view::npos) return std::nullopt;
  absl::Time time;
  if (!absl::ParseTime(kTimeFormat, name.substr(0, kTimeLength), &time, nullptr)) return std::nullopt;
  return BackupFolder::Entry{.path = path, .time = Micros(absl::ToUnixMicros(time)), .origin = std::string(origin)};
}

// Empty where the entry counts.
std::string WhyIgnored(const BackupFolder::Entry& entry, Micros now) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(entry.path, error);
  if (!error && size == 0) return "is empty";
  return entry.time > now ? "is dated later than now" : "";
}

// Whether the newer one holds all results that the backup `older` has.
absl::StatusOr<bool> Holds(store::Database& newer, const std::string& older) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> copy, store::Database::OpenCopy(older));
  FLAGFALL_ASSIGN_OR_RETURN(const store::SignedHead head, store::NewestHead(*copy));
  return store::HoldsHead(newer, head);
}

// Removes a part whose writer is gone. One whose lock is held is being written.
void RemoveIfLeft(const std::string& part) {
  const Descriptor file(::open(part.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (file.is_valid() && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0) RemoveWithAllBeside(part);
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
    std::optional<Entry> entry = EntryOf(it->path().string(), it->path().filename().string());
    if (entry.has_value()) entries.push_back(*std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.time < b.time; });
  return entries;
}

BackupFolder::Found BackupFolder::ListAll(Micros now) const { return Sorted(List(), now); }

BackupFolder::Found BackupFolder::ListOf(const std::string& origin, Micros now) const {
  std::vector<Entry> entries = List();
  std::erase_if(entries, [digits = DigitsOf(origin)](const Entry& entry) { return entry.origin != digits; });
  return Sorted(std::move(entries), now);
}

BackupFolder::Found BackupFolder::Sorted(std::vector<Entry> entries, Micros now) {
  Found found;
  for (Entry& entry : entries) {
    if (std::string why = WhyIgnored(entry, now); !why.empty()) {
      found.ignored.push_back({.path = std::move(entry.path), .why = std::move(why)});
    } else {
      found.backups.push_back(std::move(entry));
    }
  }
  return found;
}

void BackupFolder::RemoveLeftParts() const {
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    absl::string_view whole = name;
    if (absl::ConsumeSuffix(&whole, kPartSuffix) && EntryOf("", whole).has_value()) RemoveIfLeft(it->path().string());
  }
}

absl::StatusOr<BackupFile> BackupFolder::Write(const std::string& ledger, std::size_t keep, Micros now,
                                               const IsStopping& is_stopping) const {
  FLAGFALL_RETURN_IF_ERROR(Make());
  RemoveLeftParts();
  FLAGFALL_ASSIGN_OR_RETURN(const std::string origin, OriginOfLedger(ledger));
  FLAGFALL_ASSIGN_OR_RETURN(BackupFile written,
                            WriteBackup(ledger, absl::StrCat(folder_, "/", NameAt(now, origin)), is_stopping));
  if (keep > 0) FLAGFALL_RETURN_IF_ERROR(Prune(ListOf(origin, now), ledger, keep, written));
  return written;
}

absl::Status BackupFolder::Prune(const Found& found, const std::string& ledger, std::size_t keep,
                                 BackupFile& newest) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> copy, store::Database::OpenCopy(newest.path));
  std::vector<Ignored> ignored = found.ignored;
  std::vector<std::string> older;
  std::string newest_that_holds_more;
  for (const Entry& entry : found.backups) {
    if (entry.path == newest.path) continue;
    const absl::StatusOr<bool> is_held = Holds(*copy, entry.path);
    if (is_held.ok() && *is_held) {
      older.push_back(entry.path);
      continue;
    }
    if (is_held.ok()) newest_that_holds_more = entry.path;
    ignored.push_back({entry.path, is_held.ok() ? "holds what the new one does not" : kUnreadable});
  }
  if (!ignored.empty()) {
    newest.remarks.push_back(
        absl::StrCat("beside it in ", folder_, ", neither counted nor removed: ", TextOf(ignored)));
  }
  if (!newest_that_holds_more.empty()) {
    newest.remarks.push_back(
        absl::StrCat("the ledger does not go on from all of its backups. If it should, end every flagfall on this home "
                     "and go back with `",
                     store::RestoreCommand(ledger, newest_that_holds_more), "`; if it need not, remove them yourself"));
  }
  if (older.size() < keep) return absl::OkStatus();
  older.resize(older.size() - (keep - 1));
  for (const std::string& path : older) {
    if (::unlink(path.c_str()) == 0 || errno == ENOENT) continue;
    return absl::PermissionDeniedError(absl::StrCat(path, ": an old backup cannot be removed (", std::strerror(errno),
                                                    "); the new one, ", newest.path, ", is whole"));
  }
  return SyncToDisk(folder_);
}

std::string TextOf(const std::vector<BackupFolder::Ignored>& ignored) {
  std::vector<std::string> texts;
  for (const BackupFolder::Ignored& file : ignored) {
    if (texts.size() == kNamedMax) break;
    texts.push_back(absl::StrCat(fs::path(file.path).filename().string(), " ", file.why));
  }
  if (ignored.size() > kNamedMax) texts.push_back(absl::StrCat("and ", ignored.size() - kNamedMax, " more"));
  return absl::StrJoin(texts, ", ");
}

}  // namespace flagfall::arena::backup
