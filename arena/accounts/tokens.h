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

namespace flagfall::arena {

// Makes a token of 256 bits from the system's random source, as `fft_` and 43 characters of base64url, and stores its
// SHA-256. What is returned holds the token itself, for the only time. Of `token` the holder, the label and the expiry
// count; errors as AddToken's.
absl::StatusOr<v1::NewToken> CreateToken(Database& database, const Token& token, Micros now);

// Gives a remote bot, named as FindBot takes it, a token that does not expire, in place of all that it has. Errors as
// AddToken's; FAILED_PRECONDITION for a bot that is started by the host.
absl::StatusOr<v1::NewToken> CreateBotToken(Database& database, absl::string_view bot, const std::string& label,
                                            Micros now);

// Who shows this token; anonymous when it is empty. UNAUTHENTICATED, which never quotes it, when it is not one, was
// revoked or has expired at `now`.
absl::StatusOr<Principal> Authorize(Database& database, absl::string_view token, Micros now);

// "90d", "12h", "30m": whole days, hours or minutes from 1 minute to 3650 days. INVALID_ARGUMENT otherwise.
absl::StatusOr<Micros> ParseLifetime(absl::string_view text);

}  // namespace flagfall::arena

#endif  // ARENA_ACCOUNTS_TOKENS_H_
