#include "arena/queries/check_ledger.h"

#include "arena/queries/check_imports.h"
#include "arena/queries/check_records.h"
#include "arena/queries/check_schedules.h"
#include "arena/store/check.h"

namespace flagfall::arena::queries {
namespace {

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
    {"bots", "bots, submissions, users and tokens fit each other", store::CheckBots},
};

}  // namespace

absl::Span<const LedgerCheck> LedgerChecks() { return kChecks; }

}  // namespace flagfall::arena::queries
