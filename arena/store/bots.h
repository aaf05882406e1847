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

enum class BotState { kReady, kSuspended };

// A bot that the home knows. Its name, unique in the home, stands in the manifest.
struct Bot {
  v1::BotManifest manifest = {};
  // Absolute.
  std::string folder = {};
  // Since 1970.
  Micros added_time{};
  // Games in which it did not start or did not come, since it was last made ready.
  std::uint32_t faults = 0;
  // Why it may not play; empty while it may.
  std::string suspended_reason = {};

  // Whether it dials in from elsewhere, and is not started here.
  bool IsRemote() const { return manifest.command().empty(); }

  BotState State() const { return suspended_reason.empty() ? BotState::kReady : BotState::kSuspended; }
};

// ALREADY_EXISTS when the home knows a bot of that name. The bot starts ready and without faults.
absl::Status AddBot(Database& database, const Bot& bot);

// Gives the bot of that name a new manifest and folder, and makes it ready again. NOT_FOUND when there is none.
absl::Status UpdateBot(Database& database, const v1::BotManifest& manifest, const std::string& folder);

// NOT_FOUND names the bots there are.
absl::StatusOr<Bot> FindBot(Database& database, absl::string_view name);

// Ordered by name.
absl::StatusOr<std::vector<Bot>> ListBots(Database& database);

// Counts a fault of the bot's; at `faults_max` it is suspended, with `reason` for people. Returns the bot as it then
// is.
absl::StatusOr<Bot> CountFault(Database& database, absl::string_view name, absl::string_view reason,
                               std::uint32_t faults_max);

// `reason` must not be empty. NOT_FOUND as FindBot.
absl::Status SuspendBot(Database& database, absl::string_view name, absl::string_view reason);

// Makes the bot ready and forgets its faults. NOT_FOUND as FindBot.
absl::Status ReadmitBot(Database& database, absl::string_view name);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_BOTS_H_
