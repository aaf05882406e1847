#include "arena/cli/home.h"

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "arena/base/private_files.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {

namespace fs = std::filesystem;

absl::StatusOr<std::unique_ptr<store::Database>> Home::Create() const {
  if (const absl::Status made = MakePrivateFolders(LogsFolder() + "/build"); !made.ok()) {
    return absl::PermissionDeniedError(
        absl::StrCat("cannot make the home ", folder_, ": ", made.message(), "; give another one with --home DIR"));
  }
  return store::Database::OpenForWriting(DatabasePath());
}

absl::StatusOr<std::unique_ptr<store::Database>> Home::OpenForWriting() const {
  FLAGFALL_RETURN_IF_ERROR(CheckExists());
  return store::Database::OpenForWriting(DatabasePath());
}

absl::StatusOr<std::unique_ptr<store::Database>> Home::OpenForReading() const {
  FLAGFALL_RETURN_IF_ERROR(CheckExists());
  return store::Database::OpenForReading(DatabasePath());
}

absl::Status Home::CheckExists() const {
  std::error_code ignored;
  if (fs::exists(DatabasePath(), ignored)) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat(folder_, " is not a home: it has no ", store::kDatabaseFileName,
                                          "; `flagfall bot add DIR` makes one, `--home DIR` names another"));
}

}  // namespace flagfall::arena::cli
