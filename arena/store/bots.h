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

namespace flagfall::arena {

// An entry: a bot that the home knows, unique by its name. Of a bot that was added from a folder of the host's that is
// the name in its bot.json. Each version of a submitted bot is an entry of its own, named NAME@1, NAME@2, ...; NAME is
// their base name, and at most one of them is not retired.
struct Bot {
  // With the entry's name as its name.
  v1::BotManifest manifest = {};
  // Absolute.
  std::string folder = {};
  // Since 1970.
  Micros added_time{};
  // Games in which it did not start or did not come, since it was last made ready.
  std::uint32_t faults = 0;
  // Why it may not play; empty while it may.
  std::string suspended_reason = {};
  // Why it enters no tournament any more; empty while it does. It plays on in those that it has entered.
  std::string retired_reason = {};
  // A user's name; empty for the host's own.
  std::string owner = {};
  // 32 bytes, of a submitted bot's files; empty for one that was added from a folder of the host's.
  std::string content_sha256 = {};

  const std::string& name() const { return manifest.name(); }
  // Whether it dials in from elsewhere, and is not started here.
  bool IsRemote() const { return manifest.command().empty(); }
  // Sent in by somebody, and so to be run as a stranger's program.
  bool is_submitted() const { return !content_sha256.empty(); }
  v1::Bot::State State() const;
  const std::string& Reason() const { return retired_reason.empty() ? suspended_reason : retired_reason; }
};

// Of one owner, not retired; and in all: each is a row, and a name, for good.
inline constexpr std::int64_t kRemoteBotsMax = 16;
inline constexpr std::int64_t kRemoteBotsEverMax = 64;

// "ann" of "ann@3", and of "ann".
std::string BaseNameOf(absl::string_view entry);

// Adds a bot that is not yet known, ready and without faults. ALREADY_EXISTS when a bot of that name, or a version of
// that base name, is there and not retired; PERMISSION_DENIED when the base name is another owner's;
// FAILED_PRECONDITION while a host holds it; NOT_FOUND when there is no such owner; RESOURCE_EXHAUSTED for an owner's
// remote bot that is one more than kRemoteBotsMax or kRemoteBotsEverMax.
absl::Status AddBot(Database& database, const Bot& bot);

// PERMISSION_DENIED when a bot of that base name is another owner's (empty: the host).
absl::Status CheckNameIsFree(Database& database, absl::string_view base_name, absl::string_view owner);

// A host keeps all further versions of a base name out, until it lets go. `reason` must not be empty.
absl::Status HoldName(Database& database, absl::string_view base_name, absl::string_view reason);
absl::Status ReleaseName(Database& database, absl::string_view base_name);
// FAILED_PRECONDITION with the reason while the name is held.
absl::Status CheckNameIsNotHeld(Database& database, absl::string_view base_name);

// Gives the host's own bot of that name a new manifest and folder, and makes it ready again. NOT_FOUND when there is
// none.
absl::Status UpdateBot(Database& database, const v1::BotManifest& manifest, const std::string& folder);

// `name` is an entry's, or a base name, which stands for the version that is not retired, or else the newest.
// NOT_FOUND names the bots there are.
absl::StatusOr<Bot> FindBot(Database& database, absl::string_view name);

// Ordered by base name, the versions of one from the oldest.
absl::StatusOr<std::vector<Bot>> ListBots(Database& database);

// Those with faults, or suspended: those with the most faults first, then by base name; at most `count`.
absl::StatusOr<std::vector<Bot>> TroubledBots(Database& database, int count);

// What follows takes entries' names. NOT_FOUND as FindBot.

// Counts a fault of the bot's; at `faults_max` it is suspended, with `reason` for people. Returns the bot as it then
// is.
absl::StatusOr<Bot> CountFault(Database& database, absl::string_view name, absl::string_view reason,
                               std::uint32_t faults_max);

// `reason` must not be empty.
absl::Status SuspendBot(Database& database, absl::string_view name, absl::string_view reason);

// Makes a suspended bot ready and forgets its faults.
absl::Status ReadmitBot(Database& database, absl::string_view name);

// `reason` must not be empty. For good where the bot was submitted; does nothing when it is retired.
absl::Status RetireBot(Database& database, absl::string_view name, absl::string_view reason);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_BOTS_H_
