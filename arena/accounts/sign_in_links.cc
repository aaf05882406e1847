#include "arena/accounts/sign_in_links.h"

#include "absl/strings/str_cat.h"
#include "arena/accounts/secrets.h"
#include "arena/accounts/site_links.h"
#include "arena/base/timestamps.h"
#include "arena/store/users.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::accounts {

absl::StatusOr<v1::SignInLink> CreateSignInLink(store::Database& database, const store::SignInLink& link,
                                                absl::string_view site_url, Micros now) {
  v1::SignInLink made;
  made.set_user(link.user);
  made.set_secret(DrawSecret(kLinkSecret));
  made.set_url(SiteLink(site_url, "link", made.secret()));
  *made.mutable_expire_time() = TimestampOf(now + kLinkHolds);
  FLAGFALL_RETURN_IF_ERROR(store::AddSignInLink(database, link, now + kLinkHolds, Sha256Of(made.secret()), now));
  return made;
}

absl::StatusOr<v1::NewToken> UseSignInLink(store::Database& database, absl::string_view secret, Micros now) {
  if (!IsSecret(secret, kLinkSecret)) {
    return absl::UnauthenticatedError(absl::StrCat("this is no sign-in link: its end is ", kLinkSecret.prefix, " and ",
                                                   CharactersOf(kLinkSecret), " letters, digits, '-' or '_'"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const store::SignInLink link, store::TakeSignInLink(database, Sha256Of(secret), now));
  v1::NewToken made;
  made.set_secret(DrawSecret(kTokenSecret));
  FLAGFALL_ASSIGN_OR_RETURN(
      const std::int64_t id,
      store::AddSession(database, link.user, link.parent, now + kLinkedSessionHolds, Sha256Of(made.secret()), now));
  FLAGFALL_ASSIGN_OR_RETURN(*made.mutable_token(), store::FindToken(database, id));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return made;
}

}  // namespace flagfall::arena::accounts
