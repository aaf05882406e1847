#ifndef ARENA_QUERIES_CHECK_LEDGER_H_
#define ARENA_QUERIES_CHECK_LEDGER_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "arena/store/database.h"

namespace flagfall::arena {

// A part of what is checked of a ledger.
struct LedgerCheck {
  // One word.
  const char* name;
  // What holds when it finds nothing.
  const char* what;
  // DATA_LOSS says what it found.
  absl::Status (*check)(Database& database);
};

// All of them: a ledger in which none finds anything is sound.
absl::Span<const LedgerCheck> LedgerChecks();

}  // namespace flagfall::arena

#endif  // ARENA_QUERIES_CHECK_LEDGER_H_
