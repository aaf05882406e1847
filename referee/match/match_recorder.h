#ifndef REFEREE_MATCH_MATCH_RECORDER_H_
#define REFEREE_MATCH_MATCH_RECORDER_H_

#include <cstdint>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"
#include "referee/match/event_digest.h"
#include "referee/rules/game.h"

namespace flagfall {

// Writes a match's record while it is played (record.proto). Times come in as the match's own and are kept as distances
// from its beginning.
class Recorder {
 public:
  // `header`: all of the record that is known before the match begins.
  Recorder(v1::GameRecord header, Micros began_at);

  // Notes that a decision was sent. Written with the player's next action when nothing stands between, else as an entry
  // of its own, so that the ordinary ply costs one entry.
  void DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip);

  // Appends an action, to be filled in by the caller; when it was sent is filled in already.
  v1::Acted* Acted(v1::Side side, Micros now);
  // Appends an entry whose kind the caller sets.
  v1::RecordEntry* Entry(v1::Side side, Micros now);

  // Counts the events into the digests, and adds each side's to what it is told when it comes back.
  void Events(const ObserverEvents& events, std::string& red_resumed, std::string& blue_resumed);

  // Writes the outcome, the number of plies that stood, and the digests.
  void Over(const v1::Outcome& outcome, std::uint32_t plies);

  const v1::GameRecord& record() const { return record_; }
  v1::GameRecord TakeRecord() { return std::move(record_); }

 private:
  struct Sent {
    v1::Side side = v1::SIDE_UNSPECIFIED;
    std::uint32_t decision = 0;
    Micros at{};
    Micros round_trip{};
  };

  v1::RecordEntry* Append(v1::Side side, Micros at);
  void AppendSents();

  const Micros began_at_;
  v1::GameRecord record_;
  // Decisions sent and not yet written, in the order in which they were sent.
  absl::InlinedVector<Sent, 2> sents_;
  EventDigest red_;
  EventDigest blue_;
  EventDigest spectator_;
};

}  // namespace flagfall

#endif  // REFEREE_MATCH_MATCH_RECORDER_H_
