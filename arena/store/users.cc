#include "arena/store/users.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/base/names.h"
#include "arena/base/timestamps.h"
#include "arena/store/bots.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

constexpr std::size_t kUserNameCharactersMax = 40;

#define FLAGFALL_SELECT_TOKENS                                                                                         \
  "SELECT token_id, coalesce(users.name, ''), coalesce(bots.name, ''), label, created_time_us, "                       \
  "expires_time_us, revoked_time_us, is_session, coalesce(parent_id, 0) FROM tokens LEFT JOIN users ON users.user_id " \
  "= tokens.user_id "                                                                                                  \
  "LEFT JOIN bots ON bots.bot_id = tokens.bot_id "

#define FLAGFALL_SELECT_USERS                                                                                        \
  "SELECT name, CASE is_worker WHEN 1 THEN 'worker' ELSE role END, added_time_us, removed_time_us, "                 \
  "coalesce(invitation_id, 0), coalesce((SELECT label FROM invitations WHERE invitation_id = users.invitation_id), " \
  "'') FROM users "

// Whether a token is of the user named ?1, or of one of this user's bots.
#define FLAGFALL_TOKENS_OF_1                                                                   \
  "(tokens.user_id = (SELECT user_id FROM users WHERE name = ?1) OR tokens.bot_id IN (SELECT " \
  "bots.bot_id FROM bots JOIN users ON users.user_id = bots.owner_id WHERE users.name = ?1))"

absl::Status UnknownUserError(Database& database, absl::string_view name) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::User> users, ListUsers(database));
  if (users.empty()) {
    return absl::NotFoundError(absl::StrCat("there is no user '", absl::CHexEscape(name),
                                            "', nor any other; add one with `flagfall user add`"));
  }
  const auto name_of = [](std::string* out, const v1::User& user) { out->append(user.name()); };
  return absl::NotFoundError(
      absl::StrCat("there is no user '", absl::CHexEscape(name), "'; there are ", absl::StrJoin(users, ", ", name_of)));
}

absl::Status UnknownTokenError(std::int64_t id) {
  return absl::NotFoundError(absl::StrCat("there is no token ", id, "; `flagfall token list` shows them"));
}

absl::StatusOr<v1::User> ReadUser(const Statement& row) {
  v1::User user;
  user.set_name(row.Text(0));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User::Role role, EnumNamed<v1::User::Role>(row.Text(1)));
  user.set_role(role);
  *user.mutable_add_time() = TimestampOf(Micros(row.Int(2)));
  if (!row.IsNull(3)) *user.mutable_remove_time() = TimestampOf(Micros(row.Int(3)));
  user.set_invitation_id(static_cast<std::uint64_t>(row.Int(4)));
  user.set_invitation_label(row.Text(5));
  return user;
}

v1::Token ReadToken(const Statement& row) {
  v1::Token token;
  token.set_id(static_cast<std::uint64_t>(row.Int(0)));
  token.set_user(row.Text(1));
  token.set_bot(row.Text(2));
  token.set_label(row.Text(3));
  *token.mutable_create_time() = TimestampOf(Micros(row.Int(4)));
  if (!row.IsNull(5)) *token.mutable_expire_time() = TimestampOf(Micros(row.Int(5)));
  if (!row.IsNull(6)) *token.mutable_revoke_time() = TimestampOf(Micros(row.Int(6)));
  token.set_is_session(row.Int(7) != 0);
  token.set_parent_id(static_cast<std::uint64_t>(row.Int(8)));
  return token;
}

// Returns the user who holds the token or owns the bot that holds it; empty for one of the host's bots. An error when
// the holder must not have a token.
absl::StatusOr<std::string> CheckHolder(Database& database, const TokenToAdd& token) {
  FLAGFALL_CHECK(token.user.empty() != token.bot.empty());
  std::string owner = token.user;
  if (!token.bot.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(database, token.bot));
    if (bot.State() == v1::Bot::STATE_RETIRED) {
      return absl::FailedPreconditionError(absl::StrCat("bot ", bot.name(), " is retired: ", bot.retired_reason));
    }
    owner = bot.owner;
  }
  if (owner.empty()) return owner;
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User user, FindUser(database, owner));
  if (!user.has_remove_time()) return owner;
  return absl::FailedPreconditionError(absl::StrCat("user ", user.name(), " was removed, and gets no tokens"));
}

absl::Status CheckHasRoomForToken(Database& database, absl::string_view owner, Micros now) {
  Statement count = database.Prepare(
      "SELECT count(*) FROM tokens LEFT JOIN bots USING (bot_id) WHERE revoked_time_us IS NULL AND NOT "
      "is_session AND coalesce(expires_time_us > ?2, TRUE) AND retired_reason IS NULL AND " FLAGFALL_TOKENS_OF_1);
  FLAGFALL_RETURN_IF_ERROR(count.Bind(owner).Bind(now.count()).Next().status());
  if (count.Int(0) < kGoodTokensMax) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(owner, " has ", count.Int(0), " good tokens; at most ",
                                                   kGoodTokensMax, ": revoke one first (`flagfall token list`)"));
}

// Revokes the tokens whose parents are revoked, and theirs.
absl::Status RevokeWithParents(Database& database, Micros now) {
  Statement update = database.Prepare(
      "UPDATE tokens SET revoked_time_us = ?1 WHERE revoked_time_us IS NULL AND token_id IN (WITH RECURSIVE fallen(id) "
      "AS (SELECT child.token_id FROM tokens AS child JOIN tokens AS parent ON parent.token_id = child.parent_id WHERE "
      "parent.revoked_time_us IS NOT NULL UNION SELECT token_id FROM tokens JOIN fallen ON tokens.parent_id = "
      "fallen.id) SELECT id FROM fallen)");
  return update.Bind(now.count()).Run();
}

// When the token expires: when it is meant to, but a user's no later than the token that makes it, which must be good.
absl::StatusOr<std::optional<Micros>> ExpireTimeOf(Database& database, const TokenToAdd& token, Micros now) {
  if (!token.parent.has_value()) return token.expire_time;
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Token parent, FindToken(database, *token.parent));
  FLAGFALL_RETURN_IF_ERROR(CheckIsGood(parent, now));
  if (!parent.has_expire_time()) return token.expire_time;
  const Micros latest = MicrosOf(parent.expire_time());
  return std::min(token.expire_time.value_or(latest), latest);
}

absl::Status RemoveWebhooksOf(Database& database, absl::string_view user) {
  Statement deliveries = database.Prepare(
      "DELETE FROM webhook_deliveries WHERE webhook_id IN (SELECT webhook_id FROM webhooks JOIN users USING (user_id) "
      "WHERE name = ?1)");
  FLAGFALL_RETURN_IF_ERROR(deliveries.Bind(user).Run());
  Statement webhooks =
      database.Prepare("DELETE FROM webhooks WHERE user_id = (SELECT user_id FROM users WHERE name = ?1)");
  return webhooks.Bind(user).Run();
}

}  // namespace

absl::Status AddUser(Database& database, absl::string_view name, v1::User::Role role, Micros now,
                     std::optional<std::int64_t> invitation) {
  if (!IsName(name, kUserNameCharactersMax)) {
    return absl::InvalidArgumentError(absl::StrCat("'", absl::CHexEscape(name), "' is no user's name: it must be ",
                                                   NameRule(kUserNameCharactersMax)));
  }
  Statement insert = database.Prepare(
      "INSERT INTO users (name, role, added_time_us, is_worker, invitation_id) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT "
      "DO NOTHING RETURNING user_id");
  const bool is_worker = role == v1::User::ROLE_WORKER;
  const std::string stored_role = is_worker ? EnumWord(v1::User::ROLE_OWNER) : EnumWord(role);
  insert.Bind(name).Bind(stored_role).Bind(now.count()).Bind(std::int64_t{is_worker}).Bind(invitation);
  FLAGFALL_ASSIGN_OR_RETURN(const bool added, insert.Next());
  if (added) return insert.Run();
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User known, FindUser(database, name));
  return absl::AlreadyExistsError(
      absl::StrCat("there ", known.has_remove_time() ? "was" : "is", " a user ", name,
                   known.has_remove_time() ? ", whose bots keep that name; give this one another" : " already"));
}

absl::StatusOr<v1::User> FindUser(Database& database, absl::string_view name) {
  Statement select = database.Prepare(FLAGFALL_SELECT_USERS "WHERE name = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(name).Next());
  if (!found) return UnknownUserError(database, name);
  return ReadUser(select);
}

absl::StatusOr<std::vector<v1::User>> ListUsers(Database& database) {
  Statement select = database.Prepare(FLAGFALL_SELECT_USERS "ORDER BY name");
  return select.Collect<v1::User>(ReadUser);
}

absl::Status RemoveUser(Database& database, absl::string_view name, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User user, FindUser(database, name));
  if (user.has_remove_time()) {
    return absl::FailedPreconditionError(absl::StrCat("user ", name, " was removed before"));
  }
  Statement remove = database.Prepare("UPDATE users SET removed_time_us = ?2 WHERE name = ?1");
  FLAGFALL_RETURN_IF_ERROR(remove.Bind(name).Bind(now.count()).Run());
  Statement revoke = database.Prepare(
      "UPDATE tokens SET revoked_time_us = ?2 WHERE revoked_time_us IS NULL AND " FLAGFALL_TOKENS_OF_1);
  FLAGFALL_RETURN_IF_ERROR(revoke.Bind(name).Bind(now.count()).Run());
  FLAGFALL_RETURN_IF_ERROR(RevokeWithParents(database, now));
  FLAGFALL_RETURN_IF_ERROR(RemoveWebhooksOf(database, name));
  return transaction.Commit();
}

absl::StatusOr<std::optional<std::int64_t>> OwnerKey(Database& database, absl::string_view name) {
  if (name.empty()) return std::nullopt;
  Statement select = database.Prepare("SELECT user_id FROM users WHERE name = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(name).Next());
  if (!found) return UnknownUserError(database, name);
  return select.Int(0);
}

absl::StatusOr<std::int64_t> AddToken(Database& database, const TokenToAdd& token, absl::string_view sha256,
                                      Micros now) {
  if (token.label.size() > kTokenLabelBytesMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("the label has ", token.label.size(), " bytes; at most ", kTokenLabelBytesMax));
  }
  if (token.expire_time.has_value() && !token.bot.empty()) {
    return absl::InvalidArgumentError("a bot's token does not expire; revoke it when it is to be good no longer");
  }
  if (token.expire_time.has_value() && *token.expire_time <= now) {
    return absl::InvalidArgumentError("the token would have expired already; let it expire later, or never");
  }
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const std::string owner, CheckHolder(database, token));
  if (!owner.empty()) FLAGFALL_RETURN_IF_ERROR(CheckHasRoomForToken(database, owner, now));
  std::string entry;
  if (!token.bot.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(database, token.bot));
    entry = bot.name();
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<Micros> expire_time, ExpireTimeOf(database, token, now));
  Statement insert = database.Prepare(
      "INSERT INTO tokens (sha256, user_id, bot_id, label, created_time_us, expires_time_us, parent_id) VALUES (?1, "
      "(SELECT user_id FROM users WHERE name = ?2), (SELECT bot_id FROM bots WHERE name = ?3), ?4, ?5, ?6, ?7) "
      "RETURNING token_id");
  insert.BindBlob(sha256).Bind(token.user).Bind(entry).Bind(token.label).Bind(now.count());
  expire_time.has_value() ? insert.Bind(expire_time->count()) : insert.BindNull();
  insert.Bind(token.parent);
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, insert.Number());
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return id;
}

absl::StatusOr<std::int64_t> AddSession(Database& database, absl::string_view user, std::int64_t parent,
                                        Micros expire_time, absl::string_view sha256, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_RETURN_IF_ERROR(CheckHolder(database, {.user = std::string(user)}).status());
  FLAGFALL_RETURN_IF_ERROR(CheckParentIsGood(database, parent, now));
  // Those from which others have come stay for as long as these.
  Statement forget = database.Prepare(
      "DELETE FROM tokens WHERE is_session AND user_id = (SELECT user_id FROM users WHERE name = ?1) AND "
      "(revoked_time_us "
      "IS NOT NULL OR expires_time_us <= ?2) AND NOT EXISTS (SELECT 1 FROM tokens AS child WHERE child.parent_id = "
      "tokens.token_id) AND NOT EXISTS (SELECT 1 FROM sign_in_links WHERE parent_id = tokens.token_id)");
  FLAGFALL_RETURN_IF_ERROR(forget.Bind(user).Bind(now.count()).Run());
  Statement count = database.Prepare(
      "SELECT count(*) FROM tokens WHERE is_session AND user_id = (SELECT user_id FROM users WHERE name = ?1) AND "
      "revoked_time_us IS NULL AND expires_time_us > ?2");
  FLAGFALL_RETURN_IF_ERROR(count.Bind(user).Bind(now.count()).Next().status());
  if (count.Int(0) >= kSessionsMax) {
    return absl::ResourceExhaustedError(absl::StrCat(user, " is signed in by links on ", kSessionsMax,
                                                     " devices, and may be on no more; revoke one among the tokens"));
  }
  Statement insert = database.Prepare(
      "INSERT INTO tokens (sha256, user_id, label, created_time_us, expires_time_us, is_session, parent_id) VALUES "
      "(?1, (SELECT user_id FROM users WHERE name = ?2), 'signed in by a link', ?3, min(?4, coalesce((SELECT "
      "expires_time_us FROM tokens WHERE token_id = ?5), ?4)), 1, nullif(?5, 0)) RETURNING token_id");
  insert.BindBlob(sha256).Bind(user).Bind(now.count()).Bind(expire_time.count()).Bind(parent);
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, insert.Number());
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return id;
}

absl::Status RevokeSessions(Database& database, Micros now) {
  Statement update =
      database.Prepare("UPDATE tokens SET revoked_time_us = ?1 WHERE is_session AND revoked_time_us IS NULL");
  return update.Bind(now.count()).Run();
}

absl::StatusOr<std::optional<v1::Token>> FindToken(Database& database, absl::string_view sha256) {
  Statement select = database.Prepare(FLAGFALL_SELECT_TOKENS "WHERE sha256 = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.BindBlob(sha256).Next());
  if (!found) return std::nullopt;
  return ReadToken(select);
}

absl::StatusOr<v1::Token> FindToken(Database& database, std::int64_t id) {
  Statement select = database.Prepare(FLAGFALL_SELECT_TOKENS "WHERE token_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(id).Next());
  if (!found) return UnknownTokenError(id);
  return ReadToken(select);
}

absl::Status CheckIsGood(const v1::Token& token, Micros now) {
  if (token.has_revoke_time()) {
    return absl::UnauthenticatedError(absl::StrCat("token ", token.id(), " was revoked; ask the host for another"));
  }
  if (token.has_expire_time() && MicrosOf(token.expire_time()) <= now) {
    return absl::UnauthenticatedError(absl::StrCat("token ", token.id(), " has expired; ask the host for another"));
  }
  return absl::OkStatus();
}

absl::Status CheckParentIsGood(Database& database, std::int64_t parent, Micros now) {
  if (parent == 0) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Token token, FindToken(database, parent));
  return CheckIsGood(token, now);
}

absl::StatusOr<std::vector<v1::Token>> ListTokens(Database& database, const std::optional<std::string>& user) {
  Statement select =
      database.Prepare(FLAGFALL_SELECT_TOKENS "WHERE ?1 IS NULL OR " FLAGFALL_TOKENS_OF_1 " ORDER BY token_id");
  return select.Bind(user).Collect<v1::Token>(ReadToken);
}

absl::StatusOr<std::vector<BotToken>> GoodBotTokens(Database& database, Micros now) {
  Statement select = database.Prepare(
      "SELECT bots.name, tokens.sha256 FROM tokens JOIN bots USING (bot_id) WHERE tokens.revoked_time_us IS NULL AND "
      "(tokens.expires_time_us IS NULL OR tokens.expires_time_us > ?1) AND bots.retired_reason IS NULL "
      "AND NOT EXISTS (SELECT 1 FROM users WHERE user_id = bots.owner_id AND removed_time_us IS NOT NULL) "
      "ORDER BY tokens.token_id");
  return select.Bind(now.count()).Collect<BotToken>([](const Statement& row) {
    return BotToken{.bot = row.Text(0), .sha256 = row.Blob(1)};
  });
}

absl::Status RevokeBotTokens(Database& database, absl::string_view bot, Micros now) {
  Statement update = database.Prepare(
      "UPDATE tokens SET revoked_time_us = ?2 WHERE revoked_time_us IS NULL AND "
      "bot_id = (SELECT bot_id FROM bots WHERE name = ?1)");
  return update.Bind(bot).Bind(now.count()).Run();
}

absl::Status RevokeToken(Database& database, std::int64_t id, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Token token, FindToken(database, id));
  if (token.has_revoke_time()) return absl::OkStatus();
  Statement update = database.Prepare("UPDATE tokens SET revoked_time_us = ?2 WHERE token_id = ?1");
  FLAGFALL_RETURN_IF_ERROR(update.Bind(id).Bind(now.count()).Run());
  FLAGFALL_RETURN_IF_ERROR(RevokeWithParents(database, now));
  return transaction.Commit();
}

}  // namespace flagfall::arena::store
