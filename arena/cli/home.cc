#include "arena/cli/home.h"

#include <filesystem>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/base/key_file.h"
#include "arena/base/private_files.h"
#include "arena/store/chain.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {

namespace fs = std::filesystem;

absl::StatusOr<std::unique_ptr<store::Database>> Home::Create() const {
  if (const absl::Status made = MakePrivateFolders(LogsFolder() + "/build"); !made.ok()) {
    return absl::PermissionDeniedError(
        absl::StrCat("cannot make the home ", folder_, ": ", made.message(), "; give another one with --home DIR"));
  }
  return OpenWriter();
}

absl::StatusOr<std::unique_ptr<store::Database>> Home::OpenForWriting() const {
  FLAGFALL_RETURN_IF_ERROR(CheckExists());
  return OpenWriter();
}

absl::StatusOr<std::unique_ptr<store::Database>> Home::OpenForReading() const {
  FLAGFALL_RETURN_IF_ERROR(CheckExists());
  return store::Database::OpenForReading(DatabasePath());
}

absl::StatusOr<std::unique_ptr<store::Database>> Home::OpenWriter() const {
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<store::Database> database, store::Database::OpenForWriting(DatabasePath()));
  if (const std::optional<store::KeyChange>& change = database->key_change(); change.has_value()) {
    *notices_ << absl::StrCat("flagfall: ", store::TextOf(*change), ".\n") << std::flush;
  }
  return database;
}

absl::StatusOr<std::string> Home::PublicKey() const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, OpenForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const store::SignedHead head, store::NewestHead(*database));
  const std::string file = absl::StrCat(folder_, "/", store::kChainKeyFileName);
  const absl::StatusOr<SigningKey> key = ReadKeyFile(file);
  if (absl::IsNotFound(key.status()) || absl::IsPermissionDenied(key.status())) return head.public_key;
  FLAGFALL_RETURN_IF_ERROR(key.status());
  if (key->PublicKey() == head.public_key) return head.public_key;
  return absl::FailedPreconditionError(absl::StrCat(file, " has the key ", absl::BytesToHexString(key->PublicKey()),
                                                    ", and the newest head is signed with ",
                                                    absl::BytesToHexString(head.public_key),
                                                    ": put the old file back, or let `flagfall serve`, or whatever "
                                                    "else writes to the home, go on with the new key, and "
                                                    "tell everybody who keeps the old one"));
}

absl::Status Home::CheckExists() const {
  std::error_code ignored;
  if (fs::exists(DatabasePath(), ignored)) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat(folder_, " is not a home: it has no ", store::kDatabaseFileName,
                                          "; `flagfall bot add DIR` makes one, `--home DIR` names another"));
}

}  // namespace flagfall::arena::cli
