#ifndef REFEREE_RULES_RECORD_H_
#define REFEREE_RULES_RECORD_H_

#include <cstdint>
#include <memory>
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
};

// The actions of a record that counted, in their order. A record also holds actions that did not: illegal ones, which
// are told by trying them again, and one that came after its deadline, which can only be the last. Errors as NewGame's.
// Time and everything else that is the match's are not looked at.
absl::StatusOr<std::vector<RecordedAction>> AcceptedActions(const v1::GameRecord& record);

// How many plies were made in a recorded game.
absl::StatusOr<std::uint32_t> PlyCountOf(const v1::GameRecord& record);

// A recorded game as it stood after so many plies; after none, with whatever set-ups the game came to. OUT_OF_RANGE
// when it has not so many plies; otherwise errors as NewGame's.
absl::StatusOr<std::unique_ptr<Game>> GameAtPly(const v1::GameRecord& record, std::uint32_t ply);

}  // namespace flagfall

#endif  // REFEREE_RULES_RECORD_H_
