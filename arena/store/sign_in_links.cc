#include "arena/store/sign_in_links.h"

#include "absl/strings/str_cat.h"
#include "arena/store/users.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {

absl::Status AddSignInLink(Database& database, const SignInLink& link, Micros expire_time, absl::string_view sha256,
                           Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User user, FindUser(database, link.user));
  if (user.has_remove_time()) {
    return absl::FailedPreconditionError(absl::StrCat("user ", user.name(), " was removed, and can sign in no more"));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckParentIsGood(database, link.parent, now));
  Statement forget = database.Prepare("DELETE FROM sign_in_links WHERE expires_time_us <= ?1");
  FLAGFALL_RETURN_IF_ERROR(forget.Bind(now.count()).Run());
  Statement count = database.Prepare(
      "SELECT count(*) FROM sign_in_links WHERE user_id = (SELECT user_id FROM users WHERE name = ?1)");
  FLAGFALL_RETURN_IF_ERROR(count.Bind(link.user).Next().status());
  if (count.Int(0) >= kOpenLinksMax) {
    return absl::ResourceExhaustedError(absl::StrCat(link.user, " has ", kOpenLinksMax,
                                                     " sign-in links that nobody has used, and may have no more; use "
                                                     "one of them, or wait until one has expired"));
  }
  Statement insert = database.Prepare(
      "INSERT INTO sign_in_links (sha256, user_id, parent_id, expires_time_us) VALUES (?1, (SELECT user_id FROM users "
      "WHERE name = ?2), nullif(?3, 0), ?4)");
  insert.BindBlob(sha256).Bind(link.user).Bind(link.parent).Bind(expire_time.count());
  FLAGFALL_RETURN_IF_ERROR(insert.Run());
  return transaction.Commit();
}

absl::StatusOr<SignInLink> TakeSignInLink(Database& database, absl::string_view sha256, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  Statement select = database.Prepare(
      "SELECT users.name, coalesce(link.parent_id, 0) FROM sign_in_links AS link JOIN users USING (user_id) LEFT JOIN "
      "tokens AS parent ON parent.token_id = link.parent_id WHERE link.sha256 = ?1 AND link.expires_time_us > ?2 AND "
      "users.removed_time_us IS NULL AND parent.revoked_time_us IS NULL AND coalesce(parent.expires_time_us > ?2, "
      "TRUE)");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.BindBlob(sha256).Bind(now.count()).Next());
  if (!found) {
    return absl::UnauthenticatedError(
        "this link signs nobody in: it was used, is older than 10 minutes, or was withdrawn; have another made");
  }
  SignInLink link{.user = select.Text(0), .parent = select.Int(1)};
  FLAGFALL_RETURN_IF_ERROR(select.Run());
  Statement remove = database.Prepare("DELETE FROM sign_in_links WHERE sha256 = ?1");
  FLAGFALL_RETURN_IF_ERROR(remove.BindBlob(sha256).Run());
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return link;
}

}  // namespace flagfall::arena::store
