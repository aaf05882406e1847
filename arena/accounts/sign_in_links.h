#ifndef ARENA_ACCOUNTS_SIGN_IN_LINKS_H_
#define ARENA_ACCOUNTS_SIGN_IN_LINKS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "arena/store/sign_in_links.h"
#include "flagfall/v1/hosting.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::accounts {

// For how long a link may be used.
inline constexpr Micros kLinkHolds = std::chrono::minutes(10);
// For how long a browser that a link has signed in stays so at most.
inline constexpr Micros kLinkedSessionHolds = std::chrono::hours(7 * 24);

// Makes a link that signs a browser in once: `ffl_` and 43 characters, of which the SHA-256 is stored. `site_url`: the
// site's address; empty where it is not known. Errors as AddSignInLink's.
absl::StatusOr<v1::SignInLink> CreateSignInLink(store::Database& database, const store::SignInLink& link,
                                                absl::string_view site_url, Micros now);

// Uses the link up, and makes the token that stands for the session: it falls with whatever the link was bound to.
// UNAUTHENTICATED when the text is no link's secret that is good; else errors as AddSession's, with which the link
// stays.
absl::StatusOr<v1::NewToken> UseSignInLink(store::Database& database, absl::string_view secret, Micros now);

}  // namespace flagfall::arena::accounts

#endif  // ARENA_ACCOUNTS_SIGN_IN_LINKS_H_
