#include <chrono>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/backup_flags.h"
#include "arena/cli/commands.h"
#include "arena/queries/check_ledger.h"
#include "arena/store/chain.h"
#include "arena/store/way_back.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

// All parts, also after one has found something.
absl::Status Check(const Invocation& invocation) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "db check"));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
  const Console& console = invocation.console;
  int damaged = 0;
  for (const queries::LedgerCheck& part : queries::LedgerChecks()) {
    const auto begin = std::chrono::steady_clock::now();
    const absl::Status status = part.check(*database);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    console.out << absl::StrFormat("%-11s %6.2f s  ", part.name, seconds)
                << (status.ok() ? absl::StrCat("ok: ", part.what)
                                : absl::StrCat("DAMAGED: ", Printable(status.message())))
                << "\n";
    damaged += !status.ok();
  }
  if (damaged == 0) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat(damaged, " of ", queries::LedgerChecks().size(),
                   " checks found damage: end every flagfall on this home and go back to the newest backup with `",
                   store::RestoreCommand(database->path(), "BACKUP"),
                   "`, which keeps this ledger under another name, unless it says above how to set it right; "
                   "`flagfall verify --all` tells which games can still be refereed again"));
}

absl::Status PrintHead(const Invocation& invocation) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "db head"));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const store::SignedHead head, store::NewestHead(*database));
  invocation.console.out << store::LineOf(head) << "\n";
  return absl::OkStatus();
}

absl::Status PrintKey(const Invocation& invocation) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "db key"));
  FLAGFALL_ASSIGN_OR_RETURN(const std::string key, invocation.home().PublicKey());
  invocation.console.out << absl::BytesToHexString(key) << "\n";
  return absl::OkStatus();
}

}  // namespace

void AddDbCommands(Command app, Invocation& invocation) {
  Command db = app.AddGroup("db", "Looks after the ledger", "flagfall db check");
  AddCommand(
      db, invocation, "check", "Checks the whole ledger, and computes all ratings anew", "flagfall db check",
      [&invocation] { return Check(invocation); }, Json::kNone);
  AddCommand(
      db, invocation, "head", "Prints the signed head of the ledger's chain, for strangers to keep", "flagfall db head",
      [&invocation] { return PrintHead(invocation); }, Json::kNone);
  AddCommand(
      db, invocation, "key", "Prints the public key with which the heads of the chain are signed", "flagfall db key",
      [&invocation] { return PrintKey(invocation); }, Json::kNone);
  AddBackupCommands(db, invocation);
}

}  // namespace flagfall::arena::cli
