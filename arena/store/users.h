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

namespace flagfall::arena::store {

inline constexpr std::size_t kTokenLabelBytesMax = 100;
// The most valid tokens (neither revoked nor expired) of a user and the user's bots that are not retired.
inline constexpr std::int64_t kGoodTokensMax = 64;
// The most sessions of a user that sign-in links have begun and that are not over.
inline constexpr std::int64_t kSessionsMax = 16;

// Adds a user, who has come by the invitation if there is one. A name has 1 to 40 letters, digits, `-`, `_` and `.`,
// the first a letter or digit: INVALID_ARGUMENT otherwise. ALREADY_EXISTS also for a user who was removed, because bots
// keep their owner and so the name stays taken.
absl::Status AddUser(Database& database, absl::string_view name, v1::User::Role role, Micros now,
                     std::optional<std::int64_t> invitation = std::nullopt);

// NOT_FOUND lists the users.
absl::StatusOr<v1::User> FindUser(Database& database, absl::string_view name);

// Returns all users, including removed ones, ordered by name.
absl::StatusOr<std::vector<v1::User>> ListUsers(Database& database);

// Removes the user and revokes all tokens of the user and the user's bots, and all webhooks of the user; the bots stay.
// NOT_FOUND as FindUser,
// FAILED_PRECONDITION when the user is removed already.
absl::Status RemoveUser(Database& database, absl::string_view name, Micros now);

// Returns the user's key in the ledger; absent for an empty name, which stands for the host. NOT_FOUND as FindUser.
absl::StatusOr<std::optional<std::int64_t>> OwnerKey(Database& database, absl::string_view name);

// What is known of a token before it is made. Either `user` or `bot` is empty.
struct TokenToAdd {
  // A user's name.
  std::string user = {};
  // The entry that dials in with it.
  std::string bot = {};
  // For people.
  std::string label = {};
  // Since 1970. Absent: the token does not expire.
  std::optional<Micros> expire_time = std::nullopt;
  // For a user's: the token by which its holder makes it, with which it is revoked, and expires at the latest.
  std::optional<std::int64_t> parent = std::nullopt;
};

// Stores a new token by its SHA-256 (32 bytes) and returns its id. NOT_FOUND as FindUser or FindBot;
// FAILED_PRECONDITION for a removed user, a removed user's bot, or a retired bot; INVALID_ARGUMENT when the token has
// expired already, when a bot's token has an expiry, or when the label is longer than kTokenLabelBytesMax;
// RESOURCE_EXHAUSTED when there are kGoodTokensMax already; UNAUTHENTICATED when the parent is no longer good, since
// its holder may have been let in just before it was revoked.
absl::StatusOr<std::int64_t> AddToken(Database& database, const TokenToAdd& token, absl::string_view sha256,
                                      Micros now);

// Stores a token that stands for a browser which was signed in without one of its own, and returns its id. It expires
// at `expire_time`, or with `parent` (0: none) if that is sooner, and is revoked with `parent`. The sessions of the
// user that are over are forgotten. Errors as AddToken's; RESOURCE_EXHAUSTED when there are kSessionsMax.
absl::StatusOr<std::int64_t> AddSession(Database& database, absl::string_view user, std::int64_t parent,
                                        Micros expire_time, absl::string_view sha256, Micros now);

// Revokes all tokens that stand for sessions.
absl::Status RevokeSessions(Database& database, Micros now);

// Finds a token by the SHA-256 of what a caller has sent; absent when there is none.
absl::StatusOr<std::optional<v1::Token>> FindToken(Database& database, absl::string_view sha256);

// NOT_FOUND when there is none.
absl::StatusOr<v1::Token> FindToken(Database& database, std::int64_t id);

// UNAUTHENTICATED when the token was revoked, or has expired at `now`.
absl::Status CheckIsGood(const v1::Token& token, Micros now);
// The same of the token by which another is made (0: none), as the ledger has it now. NOT_FOUND when there is none.
absl::Status CheckParentIsGood(Database& database, std::int64_t parent, Micros now);

// Returns the tokens ordered by id; with `user` only those of the user and the user's bots.
absl::StatusOr<std::vector<v1::Token>> ListTokens(Database& database, const std::optional<std::string>& user);

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

// Revokes the token and all that its holder has made by it; does nothing when it is revoked already. NOT_FOUND when
// there is none.
absl::Status RevokeToken(Database& database, std::int64_t id, Micros now);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_USERS_H_
