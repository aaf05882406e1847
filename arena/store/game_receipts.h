#ifndef ARENA_STORE_GAME_RECEIPTS_H_
#define ARENA_STORE_GAME_RECEIPTS_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/chain_format.h"
#include "arena/store/database.h"
#include "flagfall/v1/receipt.pb.h"

namespace flagfall::arena::store {

// The receipt of a stored game for the newest signed head. Reads a few hundred hashes at most, however long the chain
// is. NOT_FOUND when the ledger has no such game, FAILED_PRECONDITION for an imported one, which is not chained.
absl::StatusOr<v1::GameReceipt> ReceiptOfGame(Database& database, absl::string_view game_id);

// Reads a receipt as `flagfall game receipt` and the site write it: compact JSON, with a line break at its end or
// without. Any other text is INVALID_ARGUMENT, also one that says the same, so that no byte of a receipt can be changed
// unseen. `source` says where the text comes from.
absl::StatusOr<v1::GameReceipt> ReceiptOfText(absl::string_view text, absl::string_view source);

// What a receipt stands for: the head at the game's link, and the signed head below whose root it is.
struct CheckedReceipt {
  SignedHead at_link;
  SignedHead signed_head;
};

// Checks a receipt by itself: that its content leads to its signed root, and that the signature is its key's.
// INVALID_ARGUMENT says what is wrong with its form, DATA_LOSS what does not fit. Whose the key is, it does not say.
absl::StatusOr<CheckedReceipt> CheckReceipt(const v1::GameReceipt& receipt);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_GAME_RECEIPTS_H_
