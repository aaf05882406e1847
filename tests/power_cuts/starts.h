#ifndef TESTS_POWER_CUTS_STARTS_H_
#define TESTS_POWER_CUTS_STARTS_H_

#include <cstdint>
#include <string>

#include "tests/power_cuts/disk.h"

namespace flagfall::power_cuts {

// Where ledgers lie, and their mirrors. The folders exist on the machine's own disk, for the files that lock them.
const std::string& LedgerPath();
const std::string& MirrorPath();

// Puts what a life begins with on both disks: a ledger with bots and tournaments, or for one seed in eight none yet, or
// the tables of an older version without rows. The mirror has the newest version in any case.
void BeginLife(std::uint64_t seed, Disk& disk, Disk& mirror);
// Whether the ledger of that seed is still to be made or migrated.
bool BeginsWithMigration(std::uint64_t seed);

}  // namespace flagfall::power_cuts

#endif  // TESTS_POWER_CUTS_STARTS_H_
