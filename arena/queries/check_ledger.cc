#include "arena/queries/check_ledger.h"

#include "arena/queries/check_schedules.h"
#include "arena/store/check.h"

namespace flagfall::arena::queries {
namespace {

constexpr LedgerCheck kChecks[] = {
    {"file",
     "SQLite's own check, the ledger's tables, the constraints of every row, and that what is referred to is there",
     store::CheckIntegrity},
    {"games", "each game's row and record tell the same, and the record has its hash", store::CheckGames},
    {"schedules", "each tournament's games are those that its spec, seed and results give", CheckSchedules},
    {"ratings", "computed anew from the games, each change and each rating is the same to the last digit",
     store::CheckRatings},
    {"bots", "bots, submissions, users and tokens fit each other", store::CheckBots},
};

}  // namespace

absl::Span<const LedgerCheck> LedgerChecks() { return kChecks; }

}  // namespace flagfall::arena::queries
