#ifndef ARENA_CLI_AUDIT_ASKING_H_
#define ARENA_CLI_AUDIT_ASKING_H_

#include <cstdint>
#include <stop_token>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/cli/commands.h"
#include "arena/cli/exam_flags.h"
#include "arena/store/database.h"
#include "flagfall/v1/analysis.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/side.h"

namespace flagfall::arena::cli {

// A game of the audited bot.
struct GameToAskIn {
  v1::GameRecord record;
  std::uint32_t tournament_id = 0;
  Side side = Side::kRed;
};

// Asks the bot's program again for its plies of these games, which are in the order in which they were played, and
// tests whether it showed more in them (analysis::AskedAgain). It is asked as it played: each version of a submitted
// bot, with the game's time control and the options of its tournament. Games of a tuning, whose options are in no spec,
// of a program of another version than the bot has now, and without a ply are left out.
// FAILED_PRECONDITION where no game is left, for a bot that is remote, and when its processes fail again and again.
absl::StatusOr<v1::AskedAgain> AskAgain(const Invocation& invocation, const ExamFlags& flags, store::Database& database,
                                        api::ArenaApi& api, const std::vector<GameToAskIn>& games,
                                        const std::stop_token& stop);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_AUDIT_ASKING_H_
