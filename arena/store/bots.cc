#include "arena/store/bots.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/base/json.h"
#include "arena/base/names.h"
#include "arena/store/host_bots.h"
#include "arena/store/users.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// Selects the columns that ReadBot reads.
#define FLAGFALL_SELECT_BOTS                                                                               \
  "SELECT manifest, folder, entries.added_time_us, faults, suspended_reason, retired_reason, users.name, " \
  "content_sha256, entries.name, coalesce(takes_challenges, content_sha256 IS NOT NULL), "                 \
  "(SELECT group_concat(tag, ' ') FROM bot_tags WHERE bot_tags.base_name = entries.base_name) "            \
  "FROM entries LEFT JOIN users ON users.user_id = entries.owner_id "

constexpr std::size_t kNamesShownMax = 20;

absl::Status UnknownBotError(Database& database, absl::string_view name) {
  Statement select =
      database.Prepare("SELECT name FROM entries WHERE retired_reason IS NULL ORDER BY base_name, bot_id");
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<std::string> names,
                            select.Collect<std::string>([](const Statement& row) { return row.Text(0); }));
  if (names.empty())
    return absl::NotFoundError(
        absl::StrCat("there is no bot '", name, "', nor any other; add it with `flagfall bot add`"));
  const std::size_t more = names.size() - std::min(names.size(), kNamesShownMax);
  names.resize(names.size() - more);
  return absl::NotFoundError(absl::StrCat("there is no bot '", name, "'; the home has ", absl::StrJoin(names, ", "),
                                          more > 0 ? absl::StrCat(" and ", more, " more") : ""));
}

absl::StatusOr<Bot> ReadBot(const Statement& row) {
  Bot bot{.manifest = {},
          .folder = row.Text(1),
          .added_time = Micros(row.Int(2)),
          .faults = static_cast<std::uint32_t>(row.Int(3)),
          .suspended_reason = row.Text(4),
          .retired_reason = row.Text(5),
          .owner = row.Text(6),
          .content_sha256 = row.Blob(7),
          .takes_challenges = row.Int(9) != 0,
          .tags = absl::StrSplit(row.Text(10), ' ', absl::SkipEmpty())};
  std::sort(bot.tags.begin(), bot.tags.end());
  const absl::Status read = FromJson(row.Text(0), "its manifest", bot.manifest);
  if (read.ok()) return bot;
  return absl::DataLossError(absl::StrCat("bot '", row.Text(8), "' is damaged: ", read.message()));
}

// RESOURCE_EXHAUSTED when the owner must not have another remote bot. Remote bots are those without a folder.
absl::Status CheckHasRoomForRemote(Database& database, std::int64_t owner_key, absl::string_view owner) {
  Statement count = database.Prepare(
      "SELECT count(*), count(*) FILTER (WHERE retired_reason IS NULL) FROM entries "
      "WHERE owner_id = ?1 AND folder = ''");
  FLAGFALL_RETURN_IF_ERROR(count.Bind(owner_key).Next().status());
  if (count.Int(0) >= kRemoteBotsEverMax) {
    return absl::ResourceExhaustedError(absl::StrCat(owner, " has had ", count.Int(0), " remote bots; at most ",
                                                     kRemoteBotsEverMax, ", retired ones included"));
  }
  if (count.Int(1) < kRemoteBotsMax) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(owner, " has ", count.Int(1), " remote bots; at most ",
                                                   kRemoteBotsMax, ": retire one first (`flagfall bot retire`)"));
}

// Runs a statement that returns a row for the bot that it changes. NOT_FOUND when it changes none.
absl::Status RunOnBot(Database& database, Statement statement, absl::string_view name) {
  FLAGFALL_ASSIGN_OR_RETURN(const bool changed, statement.Next());
  if (!changed) return UnknownBotError(database, name);
  return statement.Run();
}

}  // namespace

v1::Bot::State Bot::State() const {
  if (!retired_reason.empty()) return v1::Bot::STATE_RETIRED;
  return suspended_reason.empty() ? v1::Bot::STATE_READY : v1::Bot::STATE_SUSPENDED;
}

std::string BaseNameOf(absl::string_view entry) { return std::string(entry.substr(0, entry.find('@'))); }

absl::Status CheckNameIsFree(Database& database, absl::string_view base_name, absl::string_view owner) {
  Statement select = database.Prepare(
      "SELECT coalesce(users.name, '') FROM entries LEFT JOIN users ON users.user_id = entries.owner_id "
      "WHERE base_name = ?1 ORDER BY bot_id LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(base_name).Next());
  if (!found || select.Text(0) == owner) return absl::OkStatus();
  const std::string holder = select.Text(0).empty() ? "the host" : select.Text(0);
  return absl::PermissionDeniedError(absl::StrCat("the name '", base_name, "' belongs to ", holder,
                                                  ", who came first; give this bot another one in its bot.json"));
}

absl::Status HoldName(Database& database, absl::string_view base_name, absl::string_view reason) {
  FLAGFALL_CHECK(!reason.empty());
  Statement upsert = database.Prepare(
      "INSERT INTO held_names (base_name, reason) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET reason = excluded.reason");
  return upsert.Bind(base_name).Bind(reason).Run();
}

absl::Status ReleaseName(Database& database, absl::string_view base_name) {
  return database.Prepare("DELETE FROM held_names WHERE base_name = ?1").Bind(base_name).Run();
}

absl::Status CheckNameIsNotHeld(Database& database, absl::string_view base_name) {
  Statement select = database.Prepare("SELECT reason FROM held_names WHERE base_name = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_held, select.Bind(base_name).Next());
  if (!is_held) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat("a host has taken '", base_name, "' out of play (", select.Text(0),
                                                    "); only a host can let it in again, with `flagfall bot resume`"));
}

absl::Status AddBot(Database& database, const Bot& bot) {
  const v1::BotManifest& manifest = bot.manifest;
  const std::string base_name = BaseNameOf(bot.name());
  FLAGFALL_RETURN_IF_ERROR(CheckNameIsFree(database, base_name, bot.owner));
  FLAGFALL_RETURN_IF_ERROR(CheckNameIsNotHeld(database, base_name));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> owner, OwnerKey(database, bot.owner));
  if (owner.has_value() && bot.IsRemote()) {
    FLAGFALL_RETURN_IF_ERROR(CheckHasRoomForRemote(database, *owner, bot.owner));
  }
  Statement insert = database.Prepare(
      "INSERT INTO bots (name, version, folder, manifest, added_time_us, owner_id, content_sha256, takes_challenges) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, "
      "(SELECT takes_challenges FROM entries WHERE base_name = ?8 ORDER BY bot_id DESC LIMIT 1)) ON CONFLICT DO "
      "NOTHING RETURNING bot_id");
  insert.Bind(manifest.name()).Bind(manifest.version()).Bind(bot.folder).Bind(ToJson(manifest));
  insert.Bind(bot.added_time.count()).Bind(owner);
  bot.is_submitted() ? insert.BindBlob(bot.content_sha256) : insert.BindNull();
  insert.Bind(base_name);
  FLAGFALL_ASSIGN_OR_RETURN(const bool added, insert.Next());
  if (added) return insert.Run();
  FLAGFALL_ASSIGN_OR_RETURN(const Bot known, FindBot(database, base_name));
  // Authors of submitted bots must not see the host's paths.
  const std::string origin = bot.owner.empty() && !known.folder.empty() ? absl::StrCat(", from ", known.folder) : "";
  return absl::AlreadyExistsError(
      absl::StrCat("there is a bot '", known.name(), "' already", origin, "; give this one another name"));
}

absl::Status UpdateBot(Database& database, const v1::BotManifest& manifest, const std::string& folder) {
  Statement update = database.Prepare(
      "UPDATE bots SET version = ?2, folder = ?3, manifest = ?4, faults = 0, suspended_reason = NULL, "
      "retired_reason = NULL WHERE name = ?1 AND content_sha256 IS NULL RETURNING bot_id");
  update.Bind(manifest.name()).Bind(manifest.version()).Bind(folder).Bind(ToJson(manifest));
  return RunOnBot(database, std::move(update), manifest.name());
}

absl::StatusOr<Bot> FindBot(Database& database, absl::string_view name) {
  Statement select = database.Prepare(FLAGFALL_SELECT_BOTS
                                      "WHERE entries.name = ?1 OR base_name = ?1 "
                                      "ORDER BY retired_reason IS NULL DESC, bot_id DESC LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(name).Next());
  if (!found) return UnknownBotError(database, name);
  return ReadBot(select);
}

absl::StatusOr<std::vector<Bot>> ListBots(Database& database) {
  return database.Prepare(FLAGFALL_SELECT_BOTS "ORDER BY base_name, bot_id").Collect<Bot>(ReadBot);
}

absl::StatusOr<std::vector<Bot>> TroubledBots(Database& database, int count) {
  Statement select = database.Prepare(FLAGFALL_SELECT_BOTS
                                      "WHERE faults > 0 OR suspended_reason IS NOT NULL "
                                      "ORDER BY faults DESC, base_name, bot_id LIMIT ?1");
  return select.Bind(std::int64_t{count}).Collect<Bot>(ReadBot);
}

absl::StatusOr<Bot> CountFault(Database& database, absl::string_view name, absl::string_view reason,
                               std::uint32_t faults_max) {
  FLAGFALL_CHECK(!reason.empty());
  Statement update = database.Prepare(
      "UPDATE bots SET faults = faults + 1, "
      "suspended_reason = CASE WHEN faults + 1 >= ?2 THEN coalesce(suspended_reason, ?3) ELSE suspended_reason END "
      "WHERE name = ?1 RETURNING bot_id");
  update.Bind(name).Bind(static_cast<std::int64_t>(faults_max)).Bind(reason);
  FLAGFALL_RETURN_IF_ERROR(RunOnBot(database, std::move(update), name));
  return FindEntry(database, name);
}

absl::Status MoveBot(Database& database, absl::string_view name, absl::string_view folder) {
  Statement update =
      database.Prepare("UPDATE bots SET folder = ?2 WHERE name = ?1 AND content_sha256 IS NOT NULL RETURNING bot_id");
  update.Bind(name).Bind(folder);
  return RunOnBot(database, std::move(update), name);
}

absl::Status SuspendBot(Database& database, absl::string_view name, absl::string_view reason) {
  FLAGFALL_CHECK(!reason.empty());
  Statement update = database.Prepare("UPDATE bots SET suspended_reason = ?2 WHERE name = ?1 RETURNING bot_id");
  update.Bind(name).Bind(reason);
  return RunOnBot(database, std::move(update), name);
}

absl::Status ReadmitBot(Database& database, absl::string_view name) {
  Statement update =
      database.Prepare("UPDATE bots SET faults = 0, suspended_reason = NULL WHERE name = ?1 RETURNING bot_id");
  update.Bind(name);
  return RunOnBot(database, std::move(update), name);
}

absl::Status SetTakesChallenges(Database& database, absl::string_view base_name, bool takes_challenges) {
  Statement update = database.Prepare(
      "UPDATE bots SET takes_challenges = ?2 WHERE base_name = ?1 AND second_of IS NULL RETURNING bot_id");
  update.Bind(base_name).Bind(std::int64_t{takes_challenges});
  return RunOnBot(database, std::move(update), base_name);
}

absl::Status SetBotTag(Database& database, absl::string_view base_name, absl::string_view tag, bool has_tag) {
  if (!IsName(tag, kTagCharactersMax)) {
    return absl::InvalidArgumentError(absl::StrCat("'", tag, "' is no tag: give ", NameRule(kTagCharactersMax)));
  }
  if (!has_tag) {
    Statement erase = database.Prepare("DELETE FROM bot_tags WHERE base_name = ?1 AND tag = ?2");
    return erase.Bind(base_name).Bind(tag).Run();
  }
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  Statement insert = database.Prepare("INSERT INTO bot_tags (base_name, tag) VALUES (?1, ?2) ON CONFLICT DO NOTHING");
  FLAGFALL_RETURN_IF_ERROR(insert.Bind(base_name).Bind(tag).Run());
  Statement count = database.Prepare("SELECT count(*) FROM bot_tags WHERE base_name = ?1");
  FLAGFALL_RETURN_IF_ERROR(count.Bind(base_name).Next().status());
  if (count.Int(0) > kBotTagsMax) {
    return absl::ResourceExhaustedError(
        absl::StrCat("bot ", base_name, " has ", kBotTagsMax, " tags, which is the most; remove one first"));
  }
  FLAGFALL_RETURN_IF_ERROR(count.Run());
  return transaction.Commit();
}

absl::Status RetireBot(Database& database, absl::string_view name, absl::string_view reason) {
  FLAGFALL_CHECK(!reason.empty());
  Statement select = database.Prepare("SELECT retired_reason FROM bots WHERE name = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(name).Next());
  if (!found) return UnknownBotError(database, name);
  if (!select.IsNull(0)) return absl::OkStatus();
  Statement update = database.Prepare("UPDATE bots SET retired_reason = ?2 WHERE name = ?1");
  return update.Bind(name).Bind(reason).Run();
}

}  // namespace flagfall::arena::store
