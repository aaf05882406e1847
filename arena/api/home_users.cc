// HomeApi's calls about users and their tokens.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/accounts/sign_in_links.h"
#include "arena/accounts/tokens.h"
#include "arena/api/home_api.h"
#include "arena/store/users.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::api {

absl::StatusOr<v1::User> HomeApi::CreateUser(const v1::CreateUserRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "CreateUser", /*owner=*/std::nullopt));
  if (request.role() == v1::User::ROLE_UNSPECIFIED || !v1::User::Role_IsValid(request.role())) {
    return absl::InvalidArgumentError("role is not given; it may be owner, host or worker");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_RETURN_IF_ERROR(store::AddUser(*ledger, request.name(), request.role(), submissions_.now()));
  return store::FindUser(*ledger, request.name());
}

absl::StatusOr<v1::ListUsersResponse> HomeApi::ListUsers(const v1::ListUsersRequest& /*request*/) {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "ListUsers", /*owner=*/std::nullopt));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::User> users, store::ListUsers(*ledger));
  v1::ListUsersResponse response;
  response.mutable_users()->Assign(users.begin(), users.end());
  return response;
}

absl::StatusOr<v1::User> HomeApi::RemoveUser(const v1::RemoveUserRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "RemoveUser", /*owner=*/std::nullopt));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_RETURN_IF_ERROR(store::RemoveUser(*ledger, request.name(), submissions_.now()));
  return store::FindUser(*ledger, request.name());
}

absl::StatusOr<v1::NewToken> HomeApi::CreateToken(const v1::CreateTokenRequest& request) {
  const Micros now = submissions_.now();
  store::TokenToAdd token{.label = request.label()};
  FLAGFALL_ASSIGN_OR_RETURN(token.user, accounts::OwnerFor(caller_, "CreateToken", request.user()));
  if (!request.lifetime().empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const Micros lifetime, accounts::ParseLifetime(request.lifetime()));
    token.expire_time = now + lifetime;
  }
  token.parent = accounts::ParentOfToken(caller_, token.user);
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  return accounts::CreateToken(*ledger, token, now);
}

absl::StatusOr<v1::ListTokensResponse> HomeApi::ListTokens(const v1::ListTokensRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::string> owner,
                            accounts::OwnerToList(caller_, "ListTokens", request.user()));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::Token> tokens, store::ListTokens(*ledger, owner));
  v1::ListTokensResponse response;
  response.mutable_tokens()->Assign(tokens.begin(), tokens.end());
  return response;
}

absl::StatusOr<v1::Token> HomeApi::RevokeToken(const v1::RevokeTokenRequest& request) {
  const auto id = static_cast<std::int64_t>(request.id());
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Token token, store::FindToken(*ledger, id));
  std::string owner = token.user();
  if (!token.bot().empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindBot(*ledger, token.bot()));
    owner = bot.owner;
  }
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "RevokeToken", owner));
  FLAGFALL_RETURN_IF_ERROR(store::RevokeToken(*ledger, id, submissions_.now()));
  return store::FindToken(*ledger, id);
}

absl::StatusOr<v1::SignInLink> HomeApi::CreateSignInLink(const v1::CreateSignInLinkRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string user, accounts::OwnerFor(caller_, "CreateSignInLink", request.user()));
  if (user.empty()) return absl::InvalidArgumentError("user is not given: whom is the link to sign in?");
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  return accounts::CreateSignInLink(*ledger, {.user = user, .parent = caller_.token}, site_url_, submissions_.now());
}

}  // namespace flagfall::arena::api
