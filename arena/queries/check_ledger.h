#ifndef ARENA_QUERIES_CHECK_LEDGER_H_
#define ARENA_QUERIES_CHECK_LEDGER_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "arena/store/database.h"

namespace flagfall::arena::queries {

// One of the checks that a ledger is put through.
struct LedgerCheck {
  // One word.
  const char* name;
  // What is true of the ledger when the check finds nothing.
  const char* what;
  // DATA_LOSS when it finds something, with a message that says what.
  absl::Status (*check)(store::Database& database);
};

// All checks. A ledger is sound when none of them finds anything.
absl::Span<const LedgerCheck> LedgerChecks();

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_CHECK_LEDGER_H_
