#ifndef ARENA_ACCOUNTS_INVITATIONS_H_
#define ARENA_ACCOUNTS_INVITATIONS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "arena/store/invitations.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::accounts {

// For how long the first token of a user holds who has registered.
inline constexpr Micros kFirstTokenHolds = std::chrono::hours(90 * 24);

// Makes an invitation with a code of 128 bits, as `ffi_` and 22 characters, of which the SHA-256 is stored. `site_url`:
// the site's address; empty where it is not known. Errors as AddInvitation's.
absl::StatusOr<v1::NewInvitation> CreateInvitation(store::Database& database, const store::InvitationToAdd& invitation,
                                                   absl::string_view site_url, Micros now);

// Makes a user by an invitation's code, with a first token; the use is counted in the same transaction. Only the code's
// errors are told to whoever has no good one: NOT_FOUND and FAILED_PRECONDITION as UseInvitation's. After them
// AddUser's.
absl::StatusOr<v1::RegisterResponse> Register(store::Database& database, const v1::RegisterRequest& request,
                                              Micros now);

}  // namespace flagfall::arena::accounts

#endif  // ARENA_ACCOUNTS_INVITATIONS_H_
