#ifndef REFEREE_RULES_RECORD_H_
#define REFEREE_RULES_RECORD_H_

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"
#include "referee/rules/game.h"

namespace flagfall {

// An entry of a record whose game is played again, and what became of it.
struct PlayedEntry {
  const v1::RecordEntry& entry;
  // It is no entry of the record, but a set-up that the host gave: an action of that side's, before all others.
  bool is_given = false;
  // What an action told that counted; null for all else.
  const ObserverEvents* events = nullptr;
  // Why an action did not count: the clause that it broke, or DEADLINE_EXCEEDED for one that came after its deadline,
  // which can only be the last. OK for all else.
  absl::Status refusal;
  // After it.
  const Game& game;
};

// Plays a record's game again: `see` is shown each entry in its order, the given set-ups first. Returns the game as it
// stood in the end. Errors as NewGame's. Time and everything else that is the match's are not looked at.
absl::StatusOr<std::unique_ptr<Game>> PlayAgain(const v1::GameRecord& record,
                                                const std::function<void(const PlayedEntry&)>& see);

// An action that was taken in a recorded game.
struct RecordedAction {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  v1::Action action;
  // What its player said with it.
  std::string comment;
  // How many plies the game had after it.
  std::uint32_t plies = 0;
};

// The actions of a record that counted, in their order. Errors as NewGame's.
absl::StatusOr<std::vector<RecordedAction>> AcceptedActions(const v1::GameRecord& record);

// What actions took off their players' clocks: the time since their decisions were sent, without how long the host took
// to pick them up and what the lag reserve gave back.
class DecisionTimes {
 public:
  // To be shown each entry of a record in its order. 0 for what is no action.
  Micros UsedBy(const v1::RecordEntry& entry);

 private:
  // When the decision was sent that a side's next action answers, which the record says in two ways: see
  // v1::Acted.sent_micros.
  std::array<Micros, 2> sent_{};
};

// The set-ups with which a recorded game was played, whoever chose them; empty when it ended before both were in.
absl::StatusOr<v1::GivenSetUps> SetUpsOf(const v1::GameRecord& record);

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
