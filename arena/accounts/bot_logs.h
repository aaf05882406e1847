#ifndef ARENA_ACCOUNTS_BOT_LOGS_H_
#define ARENA_ACCOUNTS_BOT_LOGS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/accounts/submission.h"
#include "arena/store/database.h"

namespace flagfall::arena::accounts {

// At most so many bytes of a log are shown, from its end.
inline constexpr std::int64_t kLogTailBytes = 1 << 20;

// What building and checking have printed, each under a heading: those of the newest submission of that name or, for an
// entry's name, of the submission that became it; for a bot of the host's own, what its last build has printed. The
// text may hold any bytes, since strangers' programs have printed it. NOT_FOUND as FindBot when there is no such bot
// and submission.
absl::StatusOr<std::string> BotLog(store::Database& database, const SubmissionFolders& folders,
                                   const std::string& name);

// What the bot has printed in a tournament: the log of its processes and, under a heading for each, the newest of its
// games' logs, as many as there is room for; a line says how many are left out. NOT_FOUND as FindBot, and when the bot
// has no log there.
absl::StatusOr<std::string> TournamentLog(store::Database& database, const SubmissionFolders& folders,
                                          const std::string& name, std::uint32_t tournament_id);

// What the bot has printed in one game, which may be under way. INVALID_ARGUMENT for what is no game's id. NOT_FOUND as
// FindBot and FindTournament, when the bot is not in that tournament or game, and when there is no such log; the error
// says where to look.
absl::StatusOr<std::string> GameLog(store::Database& database, const SubmissionFolders& folders,
                                    const std::string& name, const std::string& game_id);

}  // namespace flagfall::arena::accounts

#endif  // ARENA_ACCOUNTS_BOT_LOGS_H_
