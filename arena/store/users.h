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
// The most valid tokens (neither revoked nor expired) of a user and the user's bots that are not retired.
inline constexpr std::int64_t kGoodTokensMax = 64;

struct User {
  // Letters, digits, `-`, `_` and `.`; at most 40, the first a letter or digit.
  std::string name;
  v1::User::Role role = v1::User::ROLE_OWNER;
  // Since 1970.
  Micros added_time{};
  // Absent while the user exists.
  std::optional<Micros> removed_time = std::nullopt;
};

// Adds a user. ALREADY_EXISTS also for a user who was removed, because bots keep their owner and so the name stays
// taken. INVALID_ARGUMENT for a name that breaks the rule above.
absl::Status AddUser(Database& database, absl::string_view name, v1::User::Role role, Micros now);

// NOT_FOUND lists the users.
absl::StatusOr<User> FindUser(Database& database, absl::string_view name);

// Returns all users, including removed ones, ordered by name.
absl::StatusOr<std::vector<User>> ListUsers(Database& database);

// Removes the user and revokes all tokens of the user and the user's bots; the bots stay. NOT_FOUND as FindUser,
// FAILED_PRECONDITION when the user is removed already.
absl::Status RemoveUser(Database& database, absl::string_view name, Micros now);

// Returns the user's key in the ledger; absent for an empty name, which stands for the host. NOT_FOUND as FindUser.
absl::StatusOr<std::optional<std::int64_t>> OwnerKey(Database& database, absl::string_view name);

struct Token {
  // From 1.
  std::int64_t id = 0;
  // The holder: either the name of a user, or the name of an entry that dials in with the token. The other one is
  // empty.
  std::string user = {};
  std::string bot = {};
  std::string label = {};
  // Since 1970.
  Micros created_time{};
  // Absent for a token that never expires.
  std::optional<Micros> expires_time = std::nullopt;
  // Absent while it is not revoked. The removal of its user revokes a token.
  std::optional<Micros> revoked_time = std::nullopt;
};

// Stores a new token by its SHA-256 and returns its id. Uses the holder, the label and the expiry of `token`. NOT_FOUND
// as FindUser or FindBot; FAILED_PRECONDITION for a removed user, a removed user's bot, or a retired bot;
// INVALID_ARGUMENT when the token has expired already, when a bot's token has an expiry, or when the label is longer
// than kTokenLabelBytesMax; RESOURCE_EXHAUSTED when there are kGoodTokensMax already.
absl::StatusOr<std::int64_t> AddToken(Database& database, const Token& token, absl::string_view sha256, Micros now);

// Finds a token by the SHA-256 of what a caller has sent; absent when there is none.
absl::StatusOr<std::optional<Token>> FindToken(Database& database, absl::string_view sha256);

// NOT_FOUND when there is none.
absl::StatusOr<Token> FindToken(Database& database, std::int64_t id);

// Returns the tokens ordered by id; with `user` only those of the user and the user's bots.
absl::StatusOr<std::vector<Token>> ListTokens(Database& database, const std::optional<std::string>& user);

// A token with which a bot may dial in.
struct BotToken {
  // The entry's name.
  std::string bot;
  // The SHA-256 of the token.
  std::string sha256;
};

// Returns the tokens of bots that are neither revoked nor expired at `now`, in the order in which they were made.
// Retired bots and bots of removed users are left out.
absl::StatusOr<std::vector<BotToken>> GoodBotTokens(Database& database, Micros now);

// Revokes all tokens of the entry.
absl::Status RevokeBotTokens(Database& database, absl::string_view bot, Micros now);

// Revokes the token; does nothing when it is revoked already. NOT_FOUND when there is none.
absl::Status RevokeToken(Database& database, std::int64_t id, Micros now);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_USERS_H_
