#include "arena/store/online_copy.h"

#include <sqlite3.h>

#include <memory>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "arena/base/private_files.h"
#include "arena/store/errors.h"
#include "arena/store/way_back.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// 4 MiB of a ledger's pages of 4 KiB, which take some milliseconds.
constexpr int kPagesPerStep = 1024;
// How many steps SQLite's virtual machine runs between two looks; they take some microseconds.
constexpr int kStepsPerLookForStop = 1000;

struct CloseConnection {
  void operator()(sqlite3* connection) const { sqlite3_close(connection); }
};
using Connection = std::unique_ptr<sqlite3, CloseConnection>;

absl::Status Stopped(const std::string& path) {
  return absl::CancelledError(absl::StrCat(path, ": the copy was broken off"));
}

absl::Status Run(sqlite3* connection, const char* sql, const std::string& path) {
  if (sqlite3_exec(connection, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return absl::OkStatus();
  return ErrorOf(connection, path);
}

absl::StatusOr<Connection> OpenTarget(const std::string& path) {
  if (const std::error_code error = MakePrivateFile(path)) return NotMadeError(path, error);
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  Connection to(opened);
  if (code != SQLITE_OK) return ErrorOfCode(code, 0, sqlite3_errstr(code), path);
  sqlite3_extended_result_codes(to.get(), 1);
  // A copy that fails is thrown away, so nothing needs to be kept for going back.
  FLAGFALL_RETURN_IF_ERROR(Run(to.get(), "PRAGMA journal_mode = OFF", path));
  return to;
}

absl::Status CopyPages(Database& from, sqlite3* to, const std::string& path, const std::function<bool()>& is_stopping) {
  sqlite3_backup* const backup = sqlite3_backup_init(to, "main", from.connection(), "main");
  if (backup == nullptr) return ErrorOf(to, path);
  int code = SQLITE_OK;
  while (code == SQLITE_OK && !is_stopping()) code = sqlite3_backup_step(backup, kPagesPerStep);
  if (sqlite3_backup_finish(backup) == SQLITE_OK) return code == SQLITE_DONE ? absl::OkStatus() : Stopped(path);
  // The error is the target's, even where the ledger could not be read.
  const absl::Status error = ErrorOf(to, path);
  return absl::IsDataLoss(error) ? DamagedError(from.path(), sqlite3_errmsg(to)) : error;
}

}  // namespace

absl::Status CopyOnline(Database& from, const std::string& path, const std::function<bool()>& is_stopping) {
  FLAGFALL_ASSIGN_OR_RETURN(const Connection to, OpenTarget(path));
  // All pages are read in one transaction, which has begun once something was read. Otherwise each write of somebody
  // else would have the copy begin anew.
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::BeginReading(from));
  {
    Statement begin = from.Prepare("SELECT count(*) FROM sqlite_schema");
    FLAGFALL_RETURN_IF_ERROR(begin.Next().status());
  }
  FLAGFALL_RETURN_IF_ERROR(CopyPages(from, to.get(), path, is_stopping));
  // The ledger's journal has a file beside it, which whoever reads the copy would make. A writer sets it again.
  return Run(to.get(), "PRAGMA journal_mode = DELETE", path);
}

StopLimit::StopLimit(Database& database, const std::function<bool()>& is_stopping)
    : database_(database), is_stopping_(is_stopping) {
  const auto is_over = [](void* limit) { return static_cast<const StopLimit*>(limit)->is_stopping_() ? 1 : 0; };
  sqlite3_progress_handler(database_.connection(), kStepsPerLookForStop, is_over, this);
}

StopLimit::~StopLimit() { sqlite3_progress_handler(database_.connection(), 0, nullptr, nullptr); }

}  // namespace flagfall::arena::store
