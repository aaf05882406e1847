// HomeApi's calls about invitations.
#include <cstdint>
#include <vector>

#include "arena/accounts/invitations.h"
#include "arena/accounts/tokens.h"
#include "arena/api/home_api.h"
#include "arena/store/invitations.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::api {
namespace {

constexpr char kLifetime[] = "14d";

}  // namespace

absl::StatusOr<v1::NewInvitation> HomeApi::CreateInvitation(const v1::CreateInvitationRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "CreateInvitation", /*owner=*/std::nullopt));
  FLAGFALL_ASSIGN_OR_RETURN(const Micros lifetime,
                            accounts::ParseLifetime(request.lifetime().empty() ? kLifetime : request.lifetime()));
  const Micros now = submissions_.now();
  store::InvitationToAdd invitation{.label = request.label(), .expire_time = now + lifetime};
  if (request.role() != v1::User::ROLE_UNSPECIFIED) invitation.role = request.role();
  if (request.uses_max() != 0) invitation.uses_max = request.uses_max();
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  return accounts::CreateInvitation(*ledger, invitation, site_url_, now);
}

absl::StatusOr<v1::ListInvitationsResponse> HomeApi::ListInvitations(const v1::ListInvitationsRequest& /*request*/) {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "ListInvitations", /*owner=*/std::nullopt));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::Invitation> invitations, store::ListInvitations(*ledger));
  v1::ListInvitationsResponse response;
  response.mutable_invitations()->Assign(invitations.begin(), invitations.end());
  return response;
}

absl::StatusOr<v1::Invitation> HomeApi::RevokeInvitation(const v1::RevokeInvitationRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "RevokeInvitation", /*owner=*/std::nullopt));
  const auto id = static_cast<std::int64_t>(request.id());
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_RETURN_IF_ERROR(store::RevokeInvitation(*ledger, id, submissions_.now()));
  return store::FindInvitation(*ledger, id);
}

absl::StatusOr<v1::RegisterResponse> HomeApi::Register(const v1::RegisterRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "Register", /*owner=*/std::nullopt));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  return accounts::Register(*ledger, request, submissions_.now());
}

}  // namespace flagfall::arena::api
