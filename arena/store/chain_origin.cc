#include "arena/store/chain_origin.h"

#include "referee/base/status_macros.h"

namespace flagfall::arena::store {

absl::StatusOr<std::string> OriginOf(Database& database) {
  // Of a new ledger the first link only says that nothing was there before.
  Statement select = database.Prepare("SELECT head FROM chain WHERE kind <> 'begin' ORDER BY link LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (found && !select.IsNull(0)) return select.Blob(0);
  return absl::NotFoundError("the ledger's chain has not begun");
}

absl::StatusOr<bool> IsSignedWith(Database& database, absl::string_view public_key) {
  Statement select = database.Prepare("SELECT 1 FROM chain WHERE kind = 'key' AND public_key = ?1 LIMIT 1");
  return select.BindBlob(public_key).Next();
}

absl::StatusOr<bool> HoldsHead(Database& database, const SignedHead& head) {
  Statement select = database.Prepare("SELECT 1 FROM chain WHERE link = ?1 AND head = ?2");
  return select.Bind(head.link).BindBlob(head.head).Next();
}

}  // namespace flagfall::arena::store
