#include "arena/store/migrate.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "arena/store/errors.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// "FlFa", which marks the file as flagfall's (PRAGMA application_id).
constexpr std::int64_t kApplicationId = 0x466c4661;

absl::Status MigrateTo(Database& database, int version, const char* script) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_RETURN_IF_ERROR(database.Execute(script));
  // Pragmas take no parameters.
  const std::string marks =
      absl::StrCat("PRAGMA application_id = ", kApplicationId, "; PRAGMA user_version = ", version);
  FLAGFALL_RETURN_IF_ERROR(database.Execute(marks.c_str()));
  return transaction.Commit();
}

}  // namespace

absl::StatusOr<int> VersionOf(Database& database) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t application, database.Prepare("PRAGMA application_id").Number());
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t version, database.Prepare("PRAGMA user_version").Number());
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t tables, database.Prepare("SELECT count(*) FROM sqlite_schema").Number());
  if (application == kApplicationId) {
    if (version >= 0) return static_cast<int>(version);
    return DamagedError(database.path(), absl::StrCat("its version is ", version));
  }
  if (application == 0 && version == 0 && tables == 0) return 0;
  return ForeignFileError(database.path());
}

absl::Status Migrate(Database& database, const std::vector<const char*>& migrations) {
  const int latest = static_cast<int>(migrations.size());
  FLAGFALL_ASSIGN_OR_RETURN(int version, VersionOf(database));
  if (version > latest) return NewerVersionError(database.path(), version, latest);
  for (; version < latest; ++version) {
    FLAGFALL_RETURN_IF_ERROR(MigrateTo(database, version + 1, migrations[static_cast<std::size_t>(version)]));
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::store
