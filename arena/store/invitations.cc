#include "arena/store/invitations.h"

#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

#define FLAGFALL_SELECT_INVITATIONS                                                                                 \
  "SELECT invitation_id, label, is_for_workers, uses, uses_max, created_time_us, expires_time_us, revoked_time_us " \
  "FROM invitations "

v1::Invitation ReadInvitation(const Statement& row) {
  v1::Invitation invitation;
  invitation.set_id(static_cast<std::uint64_t>(row.Int(0)));
  invitation.set_label(row.Text(1));
  invitation.set_role(row.Int(2) != 0 ? v1::User::ROLE_WORKER : v1::User::ROLE_OWNER);
  invitation.set_uses(static_cast<std::uint32_t>(row.Int(3)));
  invitation.set_uses_max(static_cast<std::uint32_t>(row.Int(4)));
  *invitation.mutable_create_time() = TimestampOf(Micros(row.Int(5)));
  *invitation.mutable_expire_time() = TimestampOf(Micros(row.Int(6)));
  if (!row.IsNull(7)) *invitation.mutable_revoke_time() = TimestampOf(Micros(row.Int(7)));
  return invitation;
}

absl::Status CheckInvitation(const InvitationToAdd& invitation, Micros now) {
  if (invitation.label.size() > kInvitationLabelBytesMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("the label has ", invitation.label.size(), " bytes; at most ", kInvitationLabelBytesMax));
  }
  if (invitation.role != v1::User::ROLE_OWNER && invitation.role != v1::User::ROLE_WORKER) {
    return absl::InvalidArgumentError("role must be owner or worker: nobody becomes a host by an invitation");
  }
  if (invitation.uses_max < 1 || invitation.uses_max > kInvitationUsesMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("uses_max is ", invitation.uses_max, "; it may be 1 to ", kInvitationUsesMax));
  }
  if (invitation.expire_time > now) return absl::OkStatus();
  return absl::InvalidArgumentError("the invitation would have expired already; let it expire later");
}

}  // namespace

absl::StatusOr<std::int64_t> AddInvitation(Database& database, const InvitationToAdd& invitation,
                                           absl::string_view sha256, Micros now) {
  FLAGFALL_RETURN_IF_ERROR(CheckInvitation(invitation, now));
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  Statement count = database.Prepare(
      "SELECT count(*) FROM invitations WHERE revoked_time_us IS NULL AND expires_time_us > ?1 AND uses < uses_max");
  FLAGFALL_RETURN_IF_ERROR(count.Bind(now.count()).Next().status());
  if (count.Int(0) >= kOpenInvitationsMax) {
    return absl::ResourceExhaustedError(
        absl::StrCat("there are ", kOpenInvitationsMax, " open invitations, and may be no more; revoke one first"));
  }
  Statement insert = database.Prepare(
      "INSERT INTO invitations (sha256, label, is_for_workers, uses_max, created_time_us, expires_time_us) VALUES (?1, "
      "?2, ?3, ?4, ?5, ?6) RETURNING invitation_id");
  insert.BindBlob(sha256).Bind(invitation.label).Bind(std::int64_t{invitation.role == v1::User::ROLE_WORKER});
  insert.Bind(std::int64_t{invitation.uses_max}).Bind(now.count()).Bind(invitation.expire_time.count());
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, insert.Number());
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return id;
}

absl::StatusOr<v1::Invitation> FindInvitation(Database& database, std::int64_t id) {
  Statement select = database.Prepare(FLAGFALL_SELECT_INVITATIONS "WHERE invitation_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(id).Next());
  if (!found) {
    return absl::NotFoundError(absl::StrCat("there is no invitation ", id, "; `flagfall user invitations` shows them"));
  }
  return ReadInvitation(select);
}

absl::StatusOr<std::vector<v1::Invitation>> ListInvitations(Database& database) {
  Statement select = database.Prepare(FLAGFALL_SELECT_INVITATIONS "ORDER BY invitation_id DESC");
  return select.Collect<v1::Invitation>(ReadInvitation);
}

absl::Status RevokeInvitation(Database& database, std::int64_t id, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Invitation invitation, FindInvitation(database, id));
  if (invitation.has_revoke_time()) return absl::OkStatus();
  Statement update = database.Prepare("UPDATE invitations SET revoked_time_us = ?2 WHERE invitation_id = ?1");
  return update.Bind(id).Bind(now.count()).Run();
}

absl::StatusOr<v1::Invitation> UseInvitation(Database& database, absl::string_view sha256, Micros now) {
  Statement select = database.Prepare(FLAGFALL_SELECT_INVITATIONS "WHERE sha256 = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.BindBlob(sha256).Next());
  if (!found) return absl::NotFoundError("no invitation has this code; look whether it is complete");
  v1::Invitation invitation = ReadInvitation(select);
  FLAGFALL_RETURN_IF_ERROR(select.Run());
  const auto over = [](absl::string_view why) {
    return absl::FailedPreconditionError(absl::StrCat("the invitation ", why, "; ask the host for another"));
  };
  if (invitation.has_revoke_time()) return over("was revoked");
  if (MicrosOf(invitation.expire_time()) <= now) return over("has expired");
  if (invitation.uses() >= invitation.uses_max()) return over("is used up");
  Statement update = database.Prepare("UPDATE invitations SET uses = uses + 1 WHERE invitation_id = ?1");
  FLAGFALL_RETURN_IF_ERROR(update.Bind(static_cast<std::int64_t>(invitation.id())).Run());
  invitation.set_uses(invitation.uses() + 1);
  return invitation;
}

}  // namespace flagfall::arena::store
