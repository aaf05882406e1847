#ifndef ARENA_CHECKER_PLAY_H_
#define ARENA_CHECKER_PLAY_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/checker/step.h"

namespace flagfall::arena::checker {

// What several steps do. Errors say what the bot did not do.

// Nothing in a step takes longer than this unless the step says so.
inline constexpr Micros kPatience = std::chrono::seconds(15);

// Runs until the bot has given so many answers more at the table, or its game is over. FAILED_PRECONDITION when the bot
// lost it by time or by being away.
absl::Status PlayFor(Hall& hall, const Table& table, int answers, Micros limit = kPatience);
absl::Status PlayToEnd(Hall& hall, const Table& table, Micros limit);

// A game that is still on after so many answers of the bot; further games are begun where one ends before.
absl::StatusOr<Table*> PlayInto(Hall& hall, const TableSpec& spec, int answers);
// The same, and then up to where the bot waits for the opponent, who is held.
absl::StatusOr<Table*> PlayIntoWait(Hall& hall, const TableSpec& spec, int answers);

// Whether the bot plays a new game well into it, once those that still run are finished; `detail` is what a passed step
// says.
Finding PlaysOn(Course& course, std::string detail);

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_PLAY_H_
