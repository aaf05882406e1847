#ifndef ARENA_HOSTING_BOT_STATES_H_
#define ARENA_HOSTING_BOT_STATES_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/hosting/submission.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"

namespace flagfall::arena {

// What an owner or a host does with a bot, named as FindBot takes it. Each returns the bot as it then is; NOT_FOUND as
// FindBot, INVALID_ARGUMENT for a reason that is empty or longer than 1000 bytes, FAILED_PRECONDITION when its state
// does not let it.

// It enters no tournament until it is resumed.
absl::StatusOr<Bot> Suspend(Database& database, absl::string_view name, absl::string_view reason);

// Only what is suspended; forgets its faults.
absl::StatusOr<Bot> Resume(Database& database, absl::string_view name);

// For good: only another version of a submitted bot can take its place.
absl::StatusOr<Bot> Retire(Database& database, absl::string_view name, absl::string_view reason);

// What building and checking printed, each under a heading: of the newest submission of that name, or the one that
// became that entry; of a bot of the host's own the last build. May hold whatever a stranger's program has printed.
// NOT_FOUND as FindBot when there is neither.
absl::StatusOr<std::string> BotLog(Database& database, const SubmissionFolders& folders, const std::string& name);

}  // namespace flagfall::arena

#endif  // ARENA_HOSTING_BOT_STATES_H_
