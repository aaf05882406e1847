#ifndef ARENA_STORE_USERS_H_
#define ARENA_STORE_USERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "flagfall/v1/hosting.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena {

inline constexpr std::size_t kTokenLabelBytesMax = 100;
// Of a user and that one's bots, but for retired ones; neither revoked nor expired.
inline constexpr std::int64_t kGoodTokensMax = 64;

struct User {
  // Letters, digits, `-`, `_` and `.`; at most 40, the first a letter or digit.
  std::string name;
  v1::User::Role role = v1::User::ROLE_OWNER;
  // Since 1970.
  Micros added_time{};
  // Absent while the user is one.
  std::optional<Micros> removed_time = std::nullopt;
};

// ALREADY_EXISTS also for a user who was removed: bots stay their owner's, and so must the name. INVALID_ARGUMENT for
// a name that is none.
absl::Status AddUser(Database& database, absl::string_view name, v1::User::Role role, Micros now);

// NOT_FOUND names the users there are.
absl::StatusOr<User> FindUser(Database& database, absl::string_view name);

// Ordered by name, those removed too.
absl::StatusOr<std::vector<User>> ListUsers(Database& database);

// Revokes all tokens of the user and of the user's bots; the bots stay. NOT_FOUND as FindUser, FAILED_PRECONDITION when
// it was done before.
absl::Status RemoveUser(Database& database, absl::string_view name, Micros now);

// The user's key in the ledger; absent for an empty name, which stands for the host. NOT_FOUND as FindUser.
absl::StatusOr<std::optional<std::int64_t>> OwnerKey(Database& database, absl::string_view name);

struct Token {
  // From 1.
  std::int64_t id = 0;
  // One of both is empty: the user's name, or the entry's that dials in with it.
  std::string user = {};
  std::string bot = {};
  std::string label = {};
  // Since 1970.
  Micros created_time{};
  // Absent: never.
  std::optional<Micros> expires_time = std::nullopt;
  // Absent while it is good. A user's removal revokes.
  std::optional<Micros> revoked_time = std::nullopt;
};

// Stores a token that has just been drawn, by its SHA-256 (32 bytes), and returns its id. Of `token` the holder, the
// label and the expiry count. NOT_FOUND as FindUser or FindBot; FAILED_PRECONDITION for a removed user, that one's bots
// and a retired bot; INVALID_ARGUMENT when it has expired already, or is a bot's and expires at all, or the label is
// longer than kTokenLabelBytesMax; RESOURCE_EXHAUSTED for one more than kGoodTokensMax.
absl::StatusOr<std::int64_t> AddToken(Database& database, const Token& token, absl::string_view sha256, Micros now);

// By the SHA-256 of what a caller shows; absent when there is none.
absl::StatusOr<std::optional<Token>> FindToken(Database& database, absl::string_view sha256);

// NOT_FOUND when there is none.
absl::StatusOr<Token> FindToken(Database& database, std::int64_t id);

// Ordered by id; those of `user` and of that one's bots alone where that is given.
absl::StatusOr<std::vector<Token>> ListTokens(Database& database, const std::optional<std::string>& user);

// A token with which a bot may dial in.
struct BotToken {
  // The entry's name.
  std::string bot;
  // 32 bytes.
  std::string sha256;
};

// The tokens of bots that are not retired and whose owner was not removed, neither revoked nor expired at `now`, in the
// order in which they were made.
absl::StatusOr<std::vector<BotToken>> GoodBotTokens(Database& database, Micros now);

// Revokes all tokens of the entry.
absl::Status RevokeBotTokens(Database& database, absl::string_view bot, Micros now);

// NOT_FOUND when there is none. Does nothing when it is revoked.
absl::Status RevokeToken(Database& database, std::int64_t id, Micros now);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_USERS_H_
