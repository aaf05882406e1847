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
// So many tokens that are neither revoked nor expired may a user have together with the user's bots; those of retired
// bots do not count.
inline constexpr std::int64_t kGoodTokensMax = 64;

// Adds a user. A name has 1 to 40 letters, digits, `-`, `_` and `.`, the first a letter or digit: INVALID_ARGUMENT
// otherwise. ALREADY_EXISTS also for the name of a user who was removed: bots stay their owner's, and so must the name.
absl::Status AddUser(Database& database, absl::string_view name, v1::User::Role role, Micros now);

// NOT_FOUND names the users that exist.
absl::StatusOr<v1::User> FindUser(Database& database, absl::string_view name);

// All users, removed ones too, ordered by name.
absl::StatusOr<std::vector<v1::User>> ListUsers(Database& database);

// Revokes all tokens of the user and of the user's bots; the bots stay. NOT_FOUND as FindUser, FAILED_PRECONDITION when
// it was done before.
absl::Status RemoveUser(Database& database, absl::string_view name, Micros now);

// The user's key in the ledger; absent for an empty name, which stands for the host. NOT_FOUND as FindUser.
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
};

// Stores a token that has just been drawn, by its SHA-256 (32 bytes), and returns its id. NOT_FOUND as FindUser or
// FindBot; FAILED_PRECONDITION for a removed user, a bot of a removed user and a retired bot; INVALID_ARGUMENT when it
// has expired already, when it is a bot's and expires at all, and when the label is longer than kTokenLabelBytesMax;
// RESOURCE_EXHAUSTED for one more than kGoodTokensMax.
absl::StatusOr<std::int64_t> AddToken(Database& database, const TokenToAdd& token, absl::string_view sha256,
                                      Micros now);

// The token with that SHA-256; absent when there is none.
absl::StatusOr<std::optional<v1::Token>> FindToken(Database& database, absl::string_view sha256);

// NOT_FOUND when there is none.
absl::StatusOr<v1::Token> FindToken(Database& database, std::int64_t id);

// All tokens, ordered by id; where `user` is given, only those of that user and of that user's bots.
absl::StatusOr<std::vector<v1::Token>> ListTokens(Database& database, const std::optional<std::string>& user);

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

// NOT_FOUND when there is no such token. Does nothing when it is revoked already.
absl::Status RevokeToken(Database& database, std::int64_t id, Micros now);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_USERS_H_
