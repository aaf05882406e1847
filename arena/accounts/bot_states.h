#ifndef ARENA_ACCOUNTS_BOT_STATES_H_
#define ARENA_ACCOUNTS_BOT_STATES_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/accounts/submission.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"

namespace flagfall::arena {

// A bot that somebody else owns and that a host suspends or retires is held by its name: no other version of it comes
// in, and its owner cannot resume it, until a host does.
enum class By { kOwner, kHost };

// What an owner or a host does with a bot, named as FindBot takes it. Each returns the bot as it then is; NOT_FOUND as
// FindBot, INVALID_ARGUMENT for a reason that is empty or longer than 1000 bytes, FAILED_PRECONDITION when its state
// does not let it.

// It enters no tournament until it is resumed.
absl::StatusOr<Bot> Suspend(Database& database, absl::string_view name, absl::string_view reason, By by);

// Only what is suspended or, by a host, held; forgets its faults. What is retired stays so.
absl::StatusOr<Bot> Resume(Database& database, absl::string_view name, By by);

// For good: only another version of a submitted bot can take its place.
absl::StatusOr<Bot> Retire(Database& database, absl::string_view name, absl::string_view reason, By by);

// Of a longer log the end is shown.
inline constexpr std::int64_t kLogTailBytes = 1 << 20;

// What building and checking printed, each under a heading: of the newest submission of that name, or the one that
// became that entry; of a bot of the host's own the last build. May hold whatever a stranger's program has printed.
// NOT_FOUND as FindBot when there is neither.
absl::StatusOr<std::string> BotLog(Database& database, const SubmissionFolders& folders, const std::string& name);

// What the bot has printed in a tournament. NOT_FOUND as FindBot, and when there is no such log.
absl::StatusOr<std::string> TournamentLog(Database& database, const SubmissionFolders& folders, const std::string& name,
                                          std::uint32_t tournament_id);

}  // namespace flagfall::arena

#endif  // ARENA_ACCOUNTS_BOT_STATES_H_
