#include <sqlite3.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/store/check.h"
#include "arena/store/errors.h"
#include "arena/store/migrate.h"
#include "arena/store/schema.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// SQLite's check reports a page that the disk does not give it as it reports damage. Returns the code of that error;
// SQLITE_OK when it has found something else.
int ReadErrorOf(absl::string_view found) {
  // Of a row that goes on in further pages it does not say why they cannot be had.
  if (absl::StrContains(found, "failed to get page ")) return SQLITE_IOERR_READ;
  constexpr absl::string_view kMark = "unable to get the page. error code=";
  const std::size_t at = found.find(kMark);
  if (at == absl::string_view::npos) return SQLITE_OK;
  absl::string_view rest = found.substr(at + kMark.size());
  rest = rest.substr(0, rest.find_first_not_of("0123456789"));
  int code = SQLITE_OK;
  return absl::SimpleAtoi(rest, &code) && (code & 0xff) == SQLITE_IOERR ? code : SQLITE_OK;
}

// Returns what the pragma finds first; empty when it finds nothing.
absl::StatusOr<std::string> FindDamage(Database& database, const char* pragma) {
  Statement check = database.Prepare(pragma);
  FLAGFALL_ASSIGN_OR_RETURN(const bool answered, check.Next());
  if (!answered) return "no answer to its check";
  const std::string found = check.Text(0);
  if (const int code = ReadErrorOf(found); code != SQLITE_OK) {
    return ErrorOfCode(code, 0, "the disk has failed to read a page of it", database.path());
  }
  return found == "ok" ? "" : found;
}

// Whether SQLite says that a value breaks a constraint, and not that the file itself is damaged.
bool IsAboutAValue(absl::string_view found) {
  return absl::StartsWith(found, "CHECK constraint failed in ") || absl::StrContains(found, " value in ");
}

// `found` is what SQLite has found. The row that breaks a constraint is named, which SQLite does not do.
absl::Status Judge(Database& database, int version, const absl::StatusOr<std::string>& found) {
  FLAGFALL_RETURN_IF_ERROR(found.status());
  if (!found->empty() && !IsAboutAValue(*found)) return DamagedError(database.path(), *found);
  FLAGFALL_ASSIGN_OR_RETURN(const std::string row, FindBrokenRow(database, version));
  if (!row.empty()) return BrokenRowError(database.path(), row);
  return found->empty() ? absl::OkStatus() : BrokenRowError(database.path(), *found);
}

}  // namespace

absl::Status CheckIntegrity(Database& database) {
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const int version, VersionOf(database));
  FLAGFALL_RETURN_IF_ERROR(CheckSchema(database, version));
  FLAGFALL_RETURN_IF_ERROR(Judge(database, version, FindDamage(database, "PRAGMA integrity_check(1)")));
  Statement keys = database.Prepare("PRAGMA foreign_key_check");
  FLAGFALL_ASSIGN_OR_RETURN(const bool broken, keys.Next());
  if (!broken) return absl::OkStatus();
  const std::string row = keys.IsNull(1) ? "a row" : absl::StrCat("row ", keys.Text(1));
  return BrokenRowError(database.path(),
                        absl::StrCat(row, " of ", keys.Text(0), " refers to a missing row of ", keys.Text(2)));
}

absl::Status CheckQuickly(Database& database, int version) {
  const absl::StatusOr<std::string> found = FindDamage(database, "PRAGMA quick_check(1)");
  if (found.ok() && found->empty()) return absl::OkStatus();
  return Judge(database, version, found);
}

}  // namespace flagfall::arena::store
