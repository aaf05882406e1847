#include "arena/queries/check_ledger.h"

#include "absl/strings/str_cat.h"
#include "arena/queries/check_imports.h"
#include "arena/queries/check_records.h"
#include "arena/queries/check_schedules.h"
#include "arena/store/chain.h"
#include "arena/store/check.h"
#include "arena/store/way_back.h"

namespace flagfall::arena::queries {
namespace {

// A chain that does not fit cannot be set right: what was stored is not what was signed.
absl::Status CheckChained(store::Database& database) {
  const absl::Status status = store::CheckChain(database, {}).status();
  if (!absl::IsDataLoss(status)) return status;
  return absl::DataLossError(
      absl::StrCat(status.message(),
                   "; the way back is the newest backup whose chain fits (`flagfall --home COPY verify --chain` on a "
                   "copy of it, with --head and a head that was kept), put in place with `",
                   store::RestoreCommand(database.path(), "BACKUP"), "`"));
}

constexpr LedgerCheck kChecks[] = {
    {"file",
     "SQLite's own check, the ledger's tables, the constraints of every row, and that what is referred to is there",
     store::CheckIntegrity},
    {"tournaments", "none is missing, and each has the spec with which it was created", store::CheckTournaments},
    {"games", "each game's row, record and tournament's spec tell the same, and the record has its hash", CheckRecords},
    {"schedules", "each tournament's games are those that its spec, seed and results give, in an order that they allow",
     CheckSchedules},
    {"imports",
     "each game from elsewhere has its record, which tells the same as its row and does not contradict itself",
     CheckImports},
    {"ratings", "computed anew from the games, each change and each rating is the same to the last digit",
     store::CheckRatings},
    {"chain", "each result and rating is in the signed chain as it was chained, and nothing was left out or put in",
     CheckChained},
    {"bots", "bots, submissions, users and tokens fit each other", store::CheckBots},
};

}  // namespace

absl::Span<const LedgerCheck> LedgerChecks() { return kChecks; }

}  // namespace flagfall::arena::queries
