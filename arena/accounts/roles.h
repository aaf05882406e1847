#ifndef ARENA_ACCOUNTS_ROLES_H_
#define ARENA_ACCOUNTS_ROLES_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace flagfall::arena::accounts {

// The role of a caller, which follows from its token: none, a bot's, an owner's, a host's or a worker's.
enum class Role { kAnonymous, kBot, kOwner, kHost, kWorker };
inline constexpr std::size_t kRoles = 5;

// "anonymous", "bot", "owner", "host", "worker".
absl::string_view RoleName(Role role);

// What a method may be called for by a role: nothing, the caller's own bots, submissions and tokens, or everything.
enum class Access { kRefused, kOwn, kAll };

struct MethodAccess {
  // The name as in arena_service.proto or worker_service.proto.
  absl::string_view method;
  // Indexed by role.
  std::array<Access, kRoles> access;
};

// The table of who may call what. It holds each method of both services once, streams included; a method that is not in
// it nobody may call.
absl::Span<const MethodAccess> MethodTable();

Access AccessOf(absl::string_view method, Role role);

// A caller, as its token tells.
struct Principal {
  Role role = Role::kAnonymous;
  // The user's name, of an owner, a host or a worker.
  std::string user = {};
  // The entry, of a bot.
  std::string bot = {};
  // The id of the token that a user has shown; 0 where none was shown.
  std::int64_t token = 0;
};

// With which token a new one of `owner` falls (store::TokenToAdd): the caller's, if it makes the new one for itself.
// What a host makes for others stays.
inline std::optional<std::int64_t> ParentOfToken(const Principal& caller, absl::string_view owner) {
  return caller.token != 0 && owner == caller.user ? std::optional(caller.token) : std::nullopt;
}

// OK when the caller may call the method on an object of `owner` (empty: the host's own). `owner` is absent where the
// object is the caller's by its nature, as a bot that is just being submitted. UNAUTHENTICATED for an anonymous caller,
// whom a token could help, otherwise PERMISSION_DENIED.
absl::Status Permit(const Principal& caller, absl::string_view method, const std::optional<std::string>& owner);

// The owner for whom the caller calls: the user who is named, or else the caller. Errors as Permit's.
absl::StatusOr<std::string> OwnerFor(const Principal& caller, absl::string_view method, const std::string& named);

// The owner to whose objects a list is restricted: the user who is named, or else the caller; absent for a host who
// names nobody, and is shown everybody's. Errors as Permit's.
absl::StatusOr<std::optional<std::string>> OwnerToList(const Principal& caller, absl::string_view method,
                                                       const std::string& named);

}  // namespace flagfall::arena::accounts

#endif  // ARENA_ACCOUNTS_ROLES_H_
