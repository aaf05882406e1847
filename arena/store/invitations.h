#ifndef ARENA_STORE_INVITATIONS_H_
#define ARENA_STORE_INVITATIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "flagfall/v1/hosting.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

inline constexpr std::size_t kInvitationLabelBytesMax = 100;
inline constexpr std::uint32_t kInvitationUsesMax = 10'000;
// The most invitations that are open: neither used up, nor expired, nor revoked.
inline constexpr std::int64_t kOpenInvitationsMax = 256;

// What is known of an invitation before it is made.
struct InvitationToAdd {
  // For people.
  std::string label = {};
  // ROLE_OWNER or ROLE_WORKER.
  v1::User::Role role = v1::User::ROLE_OWNER;
  std::uint32_t uses_max = 1;
  // Since 1970.
  Micros expire_time{};
};

// Stores an invitation by the SHA-256 of its code (32 bytes) and returns its id. INVALID_ARGUMENT names what cannot be;
// RESOURCE_EXHAUSTED when kOpenInvitationsMax are open.
absl::StatusOr<std::int64_t> AddInvitation(Database& database, const InvitationToAdd& invitation,
                                           absl::string_view sha256, Micros now);

// NOT_FOUND when there is none.
absl::StatusOr<v1::Invitation> FindInvitation(Database& database, std::int64_t id);

// The newest first.
absl::StatusOr<std::vector<v1::Invitation>> ListInvitations(Database& database);

// Revokes the invitation; does nothing when it is revoked already. NOT_FOUND when there is none.
absl::Status RevokeInvitation(Database& database, std::int64_t id, Micros now);

// Counts one use of the invitation whose code has that SHA-256, and returns it. To be called in the transaction that
// makes the user. NOT_FOUND when there is none, FAILED_PRECONDITION when it is used up, expired or revoked.
absl::StatusOr<v1::Invitation> UseInvitation(Database& database, absl::string_view sha256, Micros now);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_INVITATIONS_H_
