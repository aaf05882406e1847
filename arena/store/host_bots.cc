#include "arena/store/host_bots.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

absl::Status KeepHash(Database& database, const std::string& entry, const std::string& files_sha256) {
  Statement update = database.Prepare("UPDATE bots SET files_sha256 = ?2 WHERE name = ?1");
  return update.Bind(entry).BindBlob(files_sha256).Run();
}

// Whether there are games of the entry with other files than these. A game that nobody played (base/unplayed.h) says
// nothing of the files, as when the bot's program was missing.
absl::StatusOr<bool> HasPlayedWithOthers(Database& database, const std::string& entry, const std::string& files) {
  Statement select = database.Prepare(
      "SELECT files_sha256 IS NOT NULL AND files_sha256 <> ?2 AND ("
      "  EXISTS (SELECT 1 FROM games WHERE (red_bot_id = bot_id OR blue_bot_id = bot_id)"
      "    AND NOT (reason = 'forfeit_no_show' AND plies = 0))"
      "  OR EXISTS (SELECT 1 FROM void_games WHERE red_bot_id = bot_id OR blue_bot_id = bot_id)) "
      "FROM bots WHERE name = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(entry).BindBlob(files).Next());
  return found && select.Int(0) != 0;
}

// The name of the next version of a bot, of which there is one at least.
absl::StatusOr<std::string> NextVersion(Database& database, const std::string& base_name) {
  Statement select = database.Prepare(
      "SELECT max(count(*), coalesce(max(CAST(substr(name, length(base_name) + 2) AS INTEGER)), 0)) + 1 "
      "FROM entries WHERE base_name = ?1");
  FLAGFALL_RETURN_IF_ERROR(select.Bind(base_name).Next().status());
  return absl::StrCat(base_name, "@", select.Int(0));
}

absl::Status AddVersion(Database& database, const HostBot& bot, const Bot& before, const std::string& entry,
                        Micros now) {
  FLAGFALL_RETURN_IF_ERROR(RetireBot(database, before.name(), absl::StrCat(entry, " took its place")));
  Bot version{.manifest = bot.manifest, .folder = bot.folder, .added_time = now, .owner = before.owner};
  version.manifest.set_name(entry);
  return AddBot(database, version);
}

}  // namespace

absl::StatusOr<AddedHostBot> AddHostBot(Database& database, const HostBot& bot, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  const std::string& base_name = bot.manifest.name();
  AddedHostBot added{.entry = base_name};
  const absl::StatusOr<Bot> known = FindBot(database, base_name);
  if (absl::IsNotFound(known.status())) {
    FLAGFALL_RETURN_IF_ERROR(AddBot(database, {.manifest = bot.manifest, .folder = bot.folder, .added_time = now}));
  } else {
    FLAGFALL_RETURN_IF_ERROR(known.status());
    FLAGFALL_ASSIGN_OR_RETURN(const bool is_other,
                              HasPlayedWithOthers(database, known->name(), bot.files_before_build));
    if (is_other) {
      FLAGFALL_ASSIGN_OR_RETURN(added.entry, NextVersion(database, base_name));
      added.change = HostBotChange::kNewVersion;
      FLAGFALL_RETURN_IF_ERROR(AddVersion(database, bot, *known, added.entry, now));
    } else {
      added = {.entry = known->name(), .change = HostBotChange::kUpdated};
      v1::BotManifest manifest = bot.manifest;
      manifest.set_name(added.entry);
      FLAGFALL_RETURN_IF_ERROR(UpdateBot(database, manifest, bot.folder));
    }
  }
  FLAGFALL_RETURN_IF_ERROR(KeepHash(database, added.entry, bot.files_after_build));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return added;
}

absl::StatusOr<Bot> FindEntry(Database& database, absl::string_view entry) {
  FLAGFALL_ASSIGN_OR_RETURN(Bot found, FindBot(database, entry));
  if (found.name() == entry) return found;
  // A newer version answers to the name that the first one has.
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<Bot> bots, ListBots(database));
  for (Bot& bot : bots) {
    if (bot.name() == entry) return std::move(bot);
  }
  return found;
}

}  // namespace flagfall::arena::store
