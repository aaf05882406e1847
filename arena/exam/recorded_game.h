#ifndef ARENA_EXAM_RECORDED_GAME_H_
#define ARENA_EXAM_RECORDED_GAME_H_

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/side.h"

namespace flagfall::arena::exam {

// A ply that counted in a game.
struct RecordedPly {
  Side side = Side::kRed;
  v1::Action action;
};

// A recorded game of a board ruleset, as an exam goes through it: its set-ups are given, and its plies are played
// again.
struct RecordedGame {
  std::string id;
  v1::GameRecord record = {};
  v1::GivenSetUps set_ups = {};
  std::vector<RecordedPly> plies = {};
  // The same by side (IndexOf), each side's own.
  std::array<std::vector<v1::Action>, 2> own = {};
};

// FAILED_PRECONDITION when the ruleset is none of the board games, or the game has no ply; otherwise errors as
// NewGame's.
absl::StatusOr<RecordedGame> RecordedGameOf(v1::GameRecord record);

// Leaves the first `plies` plies of the game, or all where it has no more: it is broken off after them.
void BreakOffAfter(std::size_t plies, RecordedGame& game);

// How many plies a game that was played by the recorded one has in common with it: all of its own, since the recorded
// ones were played in it. INTERNAL, naming the ply, when it has any other.
absl::StatusOr<std::size_t> PliesInCommon(const v1::GameRecord& played, const RecordedGame& recorded);

}  // namespace flagfall::arena::exam

#endif  // ARENA_EXAM_RECORDED_GAME_H_
