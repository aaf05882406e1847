#include "arena/store/bots.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/base/json.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

absl::Status UnknownBotError(Database& database, absl::string_view name) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Bot> bots, ListBots(database));
  if (bots.empty())
    return absl::NotFoundError(
        absl::StrCat("there is no bot '", name, "', nor any other; add it with `flagfall bot add`"));
  const auto name_of = [](std::string* out, const Bot& bot) { out->append(bot.manifest.name()); };
  return absl::NotFoundError(
      absl::StrCat("there is no bot '", name, "'; the home has ", absl::StrJoin(bots, ", ", name_of)));
}

// Of the columns manifest, folder, added_time_us, faults, suspended_reason.
absl::StatusOr<Bot> ReadBot(const Statement& row) {
  Bot bot{.manifest = {},
          .folder = row.Text(1),
          .added_time = Micros(row.Int(2)),
          .faults = static_cast<std::uint32_t>(row.Int(3)),
          .suspended_reason = row.Text(4)};
  FLAGFALL_RETURN_IF_ERROR(FromJson(row.Text(0), "a stored bot manifest", bot.manifest));
  return bot;
}

// Whether exactly the one row meant was changed.
absl::Status RunOnBot(Database& database, Statement statement, absl::string_view name) {
  FLAGFALL_ASSIGN_OR_RETURN(const bool changed, statement.Next());
  if (!changed) return UnknownBotError(database, name);
  return statement.Run();
}

}  // namespace

absl::Status AddBot(Database& database, const Bot& bot) {
  const v1::BotManifest& manifest = bot.manifest;
  Statement insert = database.Prepare(
      "INSERT INTO bots (name, version, folder, manifest, added_time_us) VALUES (?1, ?2, ?3, ?4, ?5) "
      "ON CONFLICT (name) DO NOTHING RETURNING bot_id");
  insert.Bind(manifest.name()).Bind(manifest.version()).Bind(bot.folder).Bind(ToJson(manifest));
  FLAGFALL_ASSIGN_OR_RETURN(const bool added, insert.Bind(bot.added_time.count()).Next());
  if (added) return insert.Run();
  FLAGFALL_ASSIGN_OR_RETURN(const Bot known, FindBot(database, manifest.name()));
  return absl::AlreadyExistsError(absl::StrCat("there is a bot '", manifest.name(), "' already, from ", known.folder,
                                               "; give this one another name in its bot.json"));
}

absl::Status UpdateBot(Database& database, const v1::BotManifest& manifest, const std::string& folder) {
  Statement update = database.Prepare(
      "UPDATE bots SET version = ?2, folder = ?3, manifest = ?4, faults = 0, suspended_reason = NULL "
      "WHERE name = ?1 RETURNING bot_id");
  update.Bind(manifest.name()).Bind(manifest.version()).Bind(folder).Bind(ToJson(manifest));
  return RunOnBot(database, std::move(update), manifest.name());
}

absl::StatusOr<Bot> FindBot(Database& database, absl::string_view name) {
  Statement select =
      database.Prepare("SELECT manifest, folder, added_time_us, faults, suspended_reason FROM bots WHERE name = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(name).Next());
  if (!found) return UnknownBotError(database, name);
  return ReadBot(select);
}

absl::StatusOr<std::vector<Bot>> ListBots(Database& database) {
  Statement select =
      database.Prepare("SELECT manifest, folder, added_time_us, faults, suspended_reason FROM bots ORDER BY name");
  std::vector<Bot> bots;
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(const bool more, select.Next());
    if (!more) return bots;
    FLAGFALL_ASSIGN_OR_RETURN(Bot bot, ReadBot(select));
    bots.push_back(std::move(bot));
  }
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
  return FindBot(database, name);
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

}  // namespace flagfall::arena
