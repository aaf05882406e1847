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

// An entry of a record whose game is played again, and its effect.
struct PlayedEntry {
  const v1::RecordEntry& entry;
  // This is not an entry of the record but a set-up that the host gave, shown as an action of that side before all
  // others.
  bool is_given = false;
  // The events of an action that counted; null for everything else.
  const ObserverEvents* events = nullptr;
  // Why an action did not count: the clause that it broke, or DEADLINE_EXCEEDED for one that came after its deadline,
  // which can only be the last. OK for all else.
  absl::Status refusal;
  // The game after the entry.
  const Game& game;
};

// Plays a record's game again and returns it as it stood in the end. `see` is called with each entry in order, the
// given set-ups first. Errors as NewGame's. Only actions are played: clocks, draws and whatever else belongs to the
// match are not looked at.
absl::StatusOr<std::unique_ptr<Game>> PlayAgain(const v1::GameRecord& record,
                                                const std::function<void(const PlayedEntry&)>& see);

// An action that was taken in a recorded game.
struct RecordedAction {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  v1::Action action;
  // The player's comment on it.
  std::string comment;
  // What the player took the opponent's pieces for, in the record; null where it did not say.
  const v1::Beliefs* beliefs = nullptr;
  // How many plies the game had after it.
  std::uint32_t plies = 0;
};

// The actions of a record that counted, in their order. Errors as NewGame's.
absl::StatusOr<std::vector<RecordedAction>> AcceptedActions(const v1::GameRecord& record);

// Computes how much time actions took off their players' clocks: the time since the decision was sent, less the host's
// delay in picking the action up and less what the lag reserve gave back.
class DecisionTimes {
 public:
  // The time used by the entry; 0 when it is no action. Must be called for each entry of a record, in order.
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
  // The last ply and what followed from it, as far as it was commented; before the first ply, set-ups. In order.
  std::vector<RecordedAction> commented;
};

// The game as it stood after `ply` plies and everything that followed from the last of them, just before the next one.
// With `ply` 0 it has whatever set-ups the recorded game came to. OUT_OF_RANGE when the game has fewer plies; otherwise
// errors as NewGame's.
absl::StatusOr<Position> PositionAtPly(const v1::GameRecord& record, std::uint32_t ply);

}  // namespace flagfall

#endif  // REFEREE_RULES_RECORD_H_
