#ifndef ARENA_ACCOUNTS_ROLES_H_
#define ARENA_ACCOUNTS_ROLES_H_

#include <array>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace flagfall::arena {

// As whom somebody calls: without a token, with a bot's, with a user's.
enum class Role { kAnonymous, kBot, kOwner, kHost };
inline constexpr std::size_t kRoles = 4;

// "anonymous", "bot", "owner", "host".
absl::string_view RoleName(Role role);

// What a role may do by a method: nothing, what concerns the caller's own (bots, submissions, tokens), or everything.
enum class Access { kRefused, kOwn, kAll };

struct MethodAccess {
  // As in arena_service.proto.
  absl::string_view method;
  // By role.
  std::array<Access, kRoles> access;
};

// Who may call what: each method of the service, streams included, once. What is not in it nobody may call.
absl::Span<const MethodAccess> MethodTable();

Access AccessOf(absl::string_view method, Role role);

// Who calls, as the token shown says.
struct Principal {
  Role role = Role::kAnonymous;
  // An owner's or a host's name.
  std::string user = {};
  // A bot's entry.
  std::string bot = {};
};

// Whether the caller may. `owner` is whose the object of the call is (empty: the host's own); absent when it is the
// caller's by its nature, as what is just being submitted. UNAUTHENTICATED without a token where a token could help,
// else PERMISSION_DENIED.
absl::Status Permit(const Principal& caller, absl::string_view method, const std::optional<std::string>& owner);

// For whom the caller calls: the user who was named, or else itself. Errors as Permit's.
absl::StatusOr<std::string> OwnerFor(const Principal& caller, absl::string_view method, const std::string& named);

}  // namespace flagfall::arena

#endif  // ARENA_ACCOUNTS_ROLES_H_
