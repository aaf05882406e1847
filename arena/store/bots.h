#ifndef ARENA_STORE_BOTS_H_
#define ARENA_STORE_BOTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// An entry: a bot that the home knows, unique by its name. A bot that was added from one of the host's folders has the
// name in its bot.json. Each version of a submitted bot is an entry of its own, named NAME@1, NAME@2, ...; NAME is
// their base name, and at most one of them is not retired.
struct Bot {
  // The manifest, in which `name` is the entry's name.
  v1::BotManifest manifest = {};
  // The bot's folder; absolute. Empty for a remote bot.
  std::string folder = {};
  // Since 1970.
  Micros added_time{};
  // The number of games in which it did not start or did not connect, since it was last made ready.
  std::uint32_t faults = 0;
  // Why it may not play; empty while it may.
  std::string suspended_reason = {};
  // Why it can no longer enter tournaments; empty while it can. It plays on in those that it has entered.
  std::string retired_reason = {};
  // The name of the user who owns it; empty for the host.
  std::string owner = {};
  // The SHA-256 of a submitted bot's files; empty for a bot that was added from one of the host's folders.
  std::string content_sha256 = {};
  // Whether other owners may challenge it. Not looked at by AddBot: a new version goes on as its bot was, and a new bot
  // takes challenges when it is submitted.
  bool takes_challenges = false;
  // Its tags, ordered, which all versions of a bot share. Not looked at by AddBot either: a new version has them, and a
  // new bot has none.
  std::vector<std::string> tags = {};

  const std::string& name() const { return manifest.name(); }
  // Whether it is started elsewhere and dials in.
  bool IsRemote() const { return manifest.command().empty(); }
  // Whether it was submitted, and so has to be run as a stranger's program.
  bool is_submitted() const { return !content_sha256.empty(); }
  v1::Bot::State State() const;
  const std::string& Reason() const { return retired_reason.empty() ? suspended_reason : retired_reason; }
};

// The limits of one owner's remote bots: those that are not retired, and all that there ever were. A bot's row and name
// are kept for good.
inline constexpr std::int64_t kRemoteBotsMax = 16;
inline constexpr std::int64_t kRemoteBotsEverMax = 64;

// The limits of one bot's tags, and of the characters of each.
inline constexpr std::int64_t kBotTagsMax = 16;
inline constexpr std::size_t kTagCharactersMax = 40;

// Returns "ann" for "ann@3" and for "ann".
std::string BaseNameOf(absl::string_view entry);

// Adds a new bot, ready and without faults. ALREADY_EXISTS when a bot of that name, or a version of that base name,
// exists and is not retired; PERMISSION_DENIED when the base name belongs to another owner; FAILED_PRECONDITION while a
// host holds the base name; NOT_FOUND when there is no such owner; RESOURCE_EXHAUSTED when a remote bot would exceed
// kRemoteBotsMax or kRemoteBotsEverMax.
absl::Status AddBot(Database& database, const Bot& bot);

// PERMISSION_DENIED when a bot of that base name belongs to another owner than `owner` (empty for the host).
absl::Status CheckNameIsFree(Database& database, absl::string_view base_name, absl::string_view owner);

// Keeps all further versions of a base name out of the home until ReleaseName. `reason` must not be empty.
absl::Status HoldName(Database& database, absl::string_view base_name, absl::string_view reason);
absl::Status ReleaseName(Database& database, absl::string_view base_name);
// FAILED_PRECONDITION with the reason while the name is held.
absl::Status CheckNameIsNotHeld(Database& database, absl::string_view base_name);

// Gives the host's own bot of that name a new manifest and folder, and makes it ready again. NOT_FOUND when there is
// none.
absl::Status UpdateBot(Database& database, const v1::BotManifest& manifest, const std::string& folder);

// Finds a bot by an entry's name, or by a base name, which stands for the version that is not retired, or else for the
// newest. NOT_FOUND lists the bots of the home.
absl::StatusOr<Bot> FindBot(Database& database, absl::string_view name);

// Returns all bots, ordered by base name; the versions of one bot from the oldest.
absl::StatusOr<std::vector<Bot>> ListBots(Database& database);

// Returns the bots that have faults or are suspended, those with the most faults first, then by base name; at most
// `count`.
absl::StatusOr<std::vector<Bot>> TroubledBots(Database& database, int count);

// The functions below take an entry's name. NOT_FOUND as FindBot.

// Adds one to the bot's faults, and suspends it with `reason` when they reach `faults_max`. Returns the bot as it is
// then.
absl::StatusOr<Bot> CountFault(Database& database, absl::string_view name, absl::string_view reason,
                               std::uint32_t faults_max);

// Says where a submitted bot's files are; nothing else of it changes.
absl::Status MoveBot(Database& database, absl::string_view name, absl::string_view folder);

// Suspends the bot. `reason` must not be empty.
absl::Status SuspendBot(Database& database, absl::string_view name, absl::string_view reason);

// Makes a suspended bot ready and forgets its faults.
absl::Status ReadmitBot(Database& database, absl::string_view name);

// Says whether other owners may challenge the bot of that base name, in all its versions.
absl::Status SetTakesChallenges(Database& database, absl::string_view base_name, bool takes_challenges);

// Gives the bot of that base name, in all its versions, a tag, or takes it away; it changes nothing where that is so
// already. INVALID_ARGUMENT for what can be no tag, RESOURCE_EXHAUSTED when the bot would have more than kBotTagsMax.
absl::Status SetBotTag(Database& database, absl::string_view base_name, absl::string_view tag, bool has_tag);

// Retires the bot, for good if it was submitted. Does nothing when it is retired. `reason` must not be empty.
absl::Status RetireBot(Database& database, absl::string_view name, absl::string_view reason);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_BOTS_H_
