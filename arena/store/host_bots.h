#ifndef ARENA_STORE_HOST_BOTS_H_
#define ARENA_STORE_HOST_BOTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// Bots that a host adds from folders of its own, again and again while they are worked on. As for a submitted bot,
// whatever has played keeps its meaning: a bot that comes with other files than those with which its games were played
// becomes an entry of its own, NAME@2, NAME@3, ..., and the one before it is retired. The first is named NAME, without
// a number. Until a bot has played, and while its files are the same, it is the same entry; games that nobody played do
// not count.

// A bot's folder as it is added.
struct HostBot {
  // With the base name as its name.
  v1::BotManifest manifest = {};
  // Absolute.
  std::string folder = {};
  // The SHA-256 of the folder's files before it was built, by which it is compared with what was added before, and
  // after it, with which the next is compared.
  std::string files_before_build = {};
  std::string files_after_build = {};
};

enum class HostBotChange { kAdded, kUpdated, kNewVersion };

struct AddedHostBot {
  std::string entry;
  HostBotChange change = HostBotChange::kAdded;
};

// Adds the bot, updates its entry, which is ready then, or adds a version. Of a bot that was added before the ledger
// kept this, any files are taken for the same. Errors as AddBot's.
absl::StatusOr<AddedHostBot> AddHostBot(Database& database, const HostBot& bot, Micros now);

// Finds an entry by its very name, also where a newer version has taken it over as a base name. NOT_FOUND as FindBot.
absl::StatusOr<Bot> FindEntry(Database& database, absl::string_view entry);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_HOST_BOTS_H_
