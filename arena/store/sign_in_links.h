#ifndef ARENA_STORE_SIGN_IN_LINKS_H_
#define ARENA_STORE_SIGN_IN_LINKS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// The most links of a user that are open: neither used nor expired.
inline constexpr std::int64_t kOpenLinksMax = 4;

// A link that signs a browser in as a user.
struct SignInLink {
  // The user's name.
  std::string user;
  // The token with which it was made, and with which it falls; 0 where the host made it at the home itself.
  std::int64_t parent = 0;
};

// Stores a link by the SHA-256 of its secret (32 bytes), and forgets those that have expired. NOT_FOUND as FindUser;
// FAILED_PRECONDITION for a removed user; RESOURCE_EXHAUSTED when kOpenLinksMax are open; UNAUTHENTICATED when the
// parent is no longer good.
absl::Status AddSignInLink(Database& database, const SignInLink& link, Micros expire_time, absl::string_view sha256,
                           Micros now);

// Takes the link out of the ledger, so that it is used once. UNAUTHENTICATED when there is none (any more), or when its
// user was removed or its parent is no longer good.
absl::StatusOr<SignInLink> TakeSignInLink(Database& database, absl::string_view sha256, Micros now);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_SIGN_IN_LINKS_H_
