#include "arena/accounts/invitations.h"

#include "absl/strings/str_cat.h"
#include "arena/accounts/secrets.h"
#include "arena/accounts/site_links.h"
#include "arena/accounts/tokens.h"
#include "arena/store/users.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::accounts {

absl::StatusOr<v1::NewInvitation> CreateInvitation(store::Database& database, const store::InvitationToAdd& invitation,
                                                   absl::string_view site_url, Micros now) {
  v1::NewInvitation made;
  made.set_code(DrawSecret(kInvitationCode));
  made.set_url(SiteLink(site_url, "register", made.code()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id,
                            store::AddInvitation(database, invitation, Sha256Of(made.code()), now));
  FLAGFALL_ASSIGN_OR_RETURN(*made.mutable_invitation(), store::FindInvitation(database, id));
  return made;
}

absl::StatusOr<v1::RegisterResponse> Register(store::Database& database, const v1::RegisterRequest& request,
                                              Micros now) {
  if (!IsSecret(request.code(), kInvitationCode)) {
    return absl::NotFoundError(absl::StrCat("this is no invitation's code: one is ", kInvitationCode.prefix, " and ",
                                            CharactersOf(kInvitationCode), " letters, digits, '-' or '_'"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Invitation invitation,
                            store::UseInvitation(database, Sha256Of(request.code()), now));
  FLAGFALL_RETURN_IF_ERROR(
      store::AddUser(database, request.name(), invitation.role(), now, static_cast<std::int64_t>(invitation.id())));
  v1::RegisterResponse response;
  FLAGFALL_ASSIGN_OR_RETURN(*response.mutable_user(), store::FindUser(database, request.name()));
  FLAGFALL_ASSIGN_OR_RETURN(
      *response.mutable_token(),
      CreateToken(database, {.user = request.name(), .label = "the first token", .expire_time = now + kFirstTokenHolds},
                  now));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return response;
}

}  // namespace flagfall::arena::accounts
