#ifndef ARENA_STORE_CHAIN_ORIGIN_H_
#define ARENA_STORE_CHAIN_ORIGIN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/chain_format.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// Which ledger a copy is of, and whether it holds what another one does, told by their chains without checking them.

// The head at the first link that is not the same in all ledgers, 32 raw bytes. All copies of a ledger have it, and a
// ledger that was begun with the same key. NOT_FOUND when there is none yet.
absl::StatusOr<std::string> OriginOf(Database& database);

// Whether the key, 32 raw bytes, has signed heads of the ledger's chain.
absl::StatusOr<bool> IsSignedWith(Database& database, absl::string_view public_key);

// Whether the ledger's chain leads through this head, so that it holds all results that the head stands for.
absl::StatusOr<bool> HoldsHead(Database& database, const SignedHead& head);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_CHAIN_ORIGIN_H_
