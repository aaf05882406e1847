#ifndef ARENA_STORE_BOOKS_H_
#define ARENA_STORE_BOOKS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::store {

// The largest text of a book that is stored, in bytes.
inline constexpr std::size_t kBookTextBytesMax = std::size_t{64} << 20;

// Whether `book` of a spec names the text of a stored book, by "sha256:" and 64 hexadecimal digits, and is neither a
// text nor the name of a book that comes with the program.
bool IsBookReference(absl::string_view book);

// Stores the book's text, if the ledger does not have it, and returns its reference. To be called in a transaction.
// INVALID_ARGUMENT when it is longer than kBookTextBytesMax.
absl::StatusOr<std::string> StoreBook(Database& database, absl::string_view text);

// Returns `spec.book` with a reference replaced by the text that it stands for. NOT_FOUND when the ledger has no such
// book, DATA_LOSS when what it has is not the text that was stored.
absl::StatusOr<std::string> BookOf(Database& database, const v1::TournamentSpec& spec);

// Checks that every book of the ledger is the one that was stored, and that those which specs name are there. DATA_LOSS
// names the first that is not.
absl::Status CheckBooks(Database& database);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_BOOKS_H_
