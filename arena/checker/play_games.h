#ifndef ARENA_CHECKER_PLAY_GAMES_H_
#define ARENA_CHECKER_PLAY_GAMES_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/checker/step.h"

namespace flagfall::arena::checker {

// Parts of steps that play games. Errors say what the bot did not do.

// The longest that a part of a step takes, unless the step gives another limit.
inline constexpr Micros kStepTimeout = std::chrono::seconds(15);

// Runs until the bot has given `answers` more answers in the game, or the game is over. DEADLINE_EXCEEDED when the bot
// lost the game by its clock or its absence, and FAILED_PRECONDITION because it did not read; otherwise errors as
// CheckSession::RunUntil.
absl::Status PlayFor(CheckSession& session, const CheckGame& game, int answers, Micros limit = kStepTimeout);
// The same, until the game is over.
absl::Status PlayToEnd(CheckSession& session, const CheckGame& game, Micros limit);

// Starts a game and plays it until the bot has given `answers` answers. Where a game ends before, another is started;
// FAILED_PRECONDITION when several games in turn end too early.
absl::StatusOr<CheckGame*> StartAndPlay(CheckSession& session, const CheckGameSpec& spec, int answers);
// The same, and then holds the opponent and plays on until the bot waits for it.
absl::StatusOr<CheckGame*> PlayUntilOpponentToAct(CheckSession& session, const CheckGameSpec& spec, int answers);

// The error with `before` put before its message.
absl::Status Within(absl::string_view before, const absl::Status& error);

// Finishes the games that still run, and passes with `detail` if the bot then plays some way into a new game.
StepResult PlaysAnotherGame(CheckContext& context, std::string detail);

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_PLAY_GAMES_H_
