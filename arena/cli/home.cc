#include "arena/cli/home.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "arena/base/key_file.h"
#include "arena/base/private_files.h"
#include "arena/cli/console.h"
#include "arena/store/chain.h"
#include "arena/store/way_back.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {

namespace fs = std::filesystem;

namespace {

// Whether a file of this name shows that there was a ledger: its log, its chain's key, what a restore or a ledger that
// went away has left.
bool ShowsALedger(const std::string& name) {
  absl::string_view rest = name;
  if (!absl::ConsumePrefix(&rest, store::kDatabaseFileName)) return name == store::kChainKeyFileName;
  return rest == "-wal" || rest == ".restoring" || absl::StartsWith(rest, ".replaced") ||
         absl::StartsWith(rest, ".saved");
}

// Whether the folder has nothing in it but what a home has. Others may have a use for a folder with more.
bool IsHomeAlone(const std::string& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!absl::StartsWith(name, "flagfall.") && name != "logs" && name != "bots" && name != "values") return false;
  }
  return !error;
}

}  // namespace

absl::StatusOr<std::unique_ptr<store::Database>> Home::Create() const {
  FLAGFALL_RETURN_IF_ERROR(CheckHasNotLostLedger());
  MakePrivate();
  if (const absl::Status made = MakePrivateFolders(LogsFolder() + "/build"); !made.ok()) {
    return absl::PermissionDeniedError(
        absl::StrCat("cannot make the home ", folder_, ": ", made.message(), "; give another one with --home DIR"));
  }
  return OpenWriter();
}

absl::StatusOr<std::unique_ptr<store::Database>> Home::OpenForWriting() const {
  FLAGFALL_RETURN_IF_ERROR(CheckExists());
  MakePrivate();
  return OpenWriter();
}

absl::StatusOr<std::unique_ptr<store::Database>> Home::OpenForReading() const {
  FLAGFALL_RETURN_IF_ERROR(CheckExists());
  return store::Database::OpenForReading(DatabasePath());
}

void Home::MakePrivate() const {
  std::vector<std::string> closed;
  if (IsHomeAlone(folder_) && TakeRightsOfOthers(folder_)) closed.push_back(folder_);
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (absl::StartsWith(name, store::kDatabaseFileName) && TakeRightsOfOthers(it->path().string())) {
      closed.push_back(name);
    }
  }
  if (closed.empty()) return;
  std::sort(closed.begin() + (closed.front() == folder_ ? 1 : 0), closed.end());
  const std::string line = absl::StrCat("flagfall: others on this machine could read what lies in this home, hidden ",
                                        "pieces too; from now on its owner alone can: ", absl::StrJoin(closed, ", "));
  *notices_ << Printable(line) << std::endl;
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
  FLAGFALL_RETURN_IF_ERROR(CheckHasNotLostLedger());
  return absl::NotFoundError(absl::StrCat(fs::absolute(folder_, ignored).string(), " is not a home: it has no ",
                                          store::kDatabaseFileName,
                                          "; `flagfall bot add DIR` makes one, `--home DIR` names another"));
}

absl::Status Home::CheckHasNotLostLedger() const {
  std::vector<std::string> left;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    if (ShowsALedger(it->path().filename().string())) left.push_back(it->path().filename().string());
  }
  // Looked for last, since another process may be making the home: it makes the ledger before the key.
  if (left.empty() || fs::exists(DatabasePath(), error)) return absl::OkStatus();
  std::sort(left.begin(), left.end());
  return absl::FailedPreconditionError(
      absl::StrCat(folder_, " has lost its ledger: ", absl::StrJoin(left, ", "), left.size() == 1 ? " is" : " are",
                   " there, and no ", store::kDatabaseFileName,
                   "; nothing was changed. Bring the file back, or go to a backup with `",
                   store::RestoreCommand(DatabasePath(), "BACKUP"),
                   "`. Whoever wants to begin anew, with nothing of what was played, moves away what is named here"));
}

}  // namespace flagfall::arena::cli
