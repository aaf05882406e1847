#ifndef ARENA_ACCOUNTS_TOKENS_H_
#define ARENA_ACCOUNTS_TOKENS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/accounts/roles.h"
#include "arena/store/database.h"
#include "arena/store/users.h"
#include "flagfall/v1/hosting.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::accounts {

// Makes a token of 256 bits from the system's random source, as `fft_` and 43 characters of base64url, and stores its
// SHA-256. The returned message is the only place that ever holds the token itself. Errors as AddToken's.
absl::StatusOr<v1::NewToken> CreateToken(store::Database& database, const store::TokenToAdd& token, Micros now);

// Gives a remote bot, named as FindBot takes it, a token that does not expire; all its earlier tokens are revoked.
// Errors as AddToken's; FAILED_PRECONDITION for a bot that the host starts.
absl::StatusOr<v1::NewToken> CreateBotToken(store::Database& database, absl::string_view bot, const std::string& label,
                                            Micros now);

// The user or bot whose token this is; the anonymous caller when it is empty. UNAUTHENTICATED when the text is no
// token, or the token is unknown, revoked, or has expired at `now`; the error never quotes it.
absl::StatusOr<Principal> Authorize(store::Database& database, absl::string_view token, Micros now);

// "90d", "12h", "30m": whole days, hours or minutes from 1 minute to 3650 days. INVALID_ARGUMENT otherwise.
absl::StatusOr<Micros> ParseLifetime(absl::string_view text);

}  // namespace flagfall::arena::accounts

#endif  // ARENA_ACCOUNTS_TOKENS_H_
