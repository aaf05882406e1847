#ifndef REFEREE_RULES_RECORD_H_
#define REFEREE_RULES_RECORD_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/game.h"

namespace flagfall {

// An action that was taken in a recorded game.
struct RecordedAction {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  v1::Action action;
  // What its player said with it.
  std::string comment;
  // How many plies the game had after it.
  std::uint32_t plies = 0;
};

// The actions of a record that counted, in their order. A record also holds actions that did not: illegal ones, which
// are told by trying them again, and one that came after its deadline, which can only be the last. Errors as NewGame's.
// Time and everything else that is the match's are not looked at.
absl::StatusOr<std::vector<RecordedAction>> AcceptedActions(const v1::GameRecord& record);

// The set-ups with which a recorded game was played, whoever chose them; empty when it ended before both were in.
absl::StatusOr<v1::GivenSetUps> SetUpsOf(const v1::GameRecord& record);

// How many plies were made in a recorded game.
absl::StatusOr<std::uint32_t> PlyCountOf(const v1::GameRecord& record);

// A recorded game at one of its plies.
struct Position {
  std::unique_ptr<Game> game;
  // What was said with the last ply; empty after none.
  std::string comment;
};

// The game as it stood after so many plies and all that followed from the last of them, just before the next; after
// none, with whatever set-ups the game came to. OUT_OF_RANGE when it has not so many plies; otherwise errors as
// NewGame's.
absl::StatusOr<Position> PositionAtPly(const v1::GameRecord& record, std::uint32_t ply);

}  // namespace flagfall

#endif  // REFEREE_RULES_RECORD_H_
