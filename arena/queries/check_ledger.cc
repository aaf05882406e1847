#include "arena/queries/check_ledger.h"

#include "arena/queries/check_schedules.h"
#include "arena/store/check.h"

namespace flagfall::arena {
namespace {

constexpr LedgerCheck kChecks[] = {
    {"file", "SQLite's own check, and that what refers to something refers to something that is there", CheckIntegrity},
    {"games", "each game's row and record tell the same, and the record has its hash", CheckGames},
    {"schedules", "each tournament's games are those that its spec, seed and results give", CheckSchedules},
    {"ratings", "computed anew from the games, each change and each rating is the same to the last digit",
     CheckRatings},
    {"bots", "bots, submissions, users and tokens fit each other", CheckBots},
};

}  // namespace

absl::Span<const LedgerCheck> LedgerChecks() { return kChecks; }

}  // namespace flagfall::arena
