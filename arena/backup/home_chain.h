#ifndef ARENA_BACKUP_HOME_CHAIN_H_
#define ARENA_BACKUP_HOME_CHAIN_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/store/database.h"

namespace flagfall::arena::backup {

// What tells the backups of a home's ledger from those of other homes.
struct HomeChain {
  // See store::OriginOf; empty where there is no ledger, or it cannot be read.
  std::string origin = {};
  // Of the home's key, 32 raw bytes; empty where there is none.
  std::string public_key = {};

  // Where nothing is known of the home, any ledger may be its own.
  bool IsKnown() const { return !origin.empty() || !public_key.empty(); }
};

// Reads it from the ledger at this path, and from the key beside it.
HomeChain HomeChainOf(const std::string& ledger);

// See store::OriginOf. Errors as Database::OpenForReading's.
absl::StatusOr<std::string> OriginOfLedger(const std::string& ledger);

// Whether the file at `path`, which nobody writes, is a copy of the home's ledger: one that was begun as the home's
// was, or that the home's key has signed. Errors as Database::OpenCopy's, and NOT_FOUND where it has no chain.
absl::StatusOr<bool> IsCopyOf(const HomeChain& home, const std::string& path);

}  // namespace flagfall::arena::backup

#endif  // ARENA_BACKUP_HOME_CHAIN_H_
