#include "arena/store/players.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "arena/base/second_player.h"
#include "arena/store/host_bots.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// As the table `bots` has it.
constexpr std::size_t kNameCharactersMax = 40;

absl::StatusOr<Bot> AsPlayer(absl::StatusOr<Bot> entry, absl::string_view player) {
  if (!entry.ok()) return entry;
  const absl::string_view behind = player.substr(EntryOfPlayer(player).size());
  entry->manifest.set_name(absl::StrCat(entry->name(), behind));
  return entry;
}

}  // namespace

absl::StatusOr<Bot> FindPlayer(Database& database, absl::string_view player) {
  return AsPlayer(FindBot(database, EntryOfPlayer(player)), player);
}

absl::StatusOr<Bot> FindEnteredPlayer(Database& database, absl::string_view player) {
  return AsPlayer(FindEntry(database, EntryOfPlayer(player)), player);
}

absl::Status AddFurtherPlayer(Database& database, absl::string_view player) {
  const absl::string_view entry = EntryOfPlayer(player);
  if (player.size() > kNameCharactersMax) {
    return absl::InvalidArgumentError(absl::StrCat(
        "bot ", entry, " cannot play against itself: its name has ", entry.size(), " characters, and at most ",
        kNameCharactersMax - (player.size() - entry.size()), " leave room for that of its ",
        player == SecondPlayerOf(entry) ? "second player, " : "player ", player));
  }
  // It is retired for every statement that looks for the present version of a name.
  Statement insert = database.Prepare(
      "INSERT INTO bots (name, version, folder, manifest, added_time_us, owner_id, content_sha256, retired_reason, "
      "second_of) SELECT ?2, version, folder, json_object('name', ?2), added_time_us, owner_id, content_sha256, "
      "'the second player of ' || name, bot_id FROM entries WHERE name = ?1 "
      "AND NOT EXISTS (SELECT 1 FROM bots AS further WHERE further.name = ?2)");
  return insert.Bind(entry).Bind(player).Run();
}

}  // namespace flagfall::arena::store
