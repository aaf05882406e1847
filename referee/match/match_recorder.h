#ifndef REFEREE_MATCH_MATCH_RECORDER_H_
#define REFEREE_MATCH_MATCH_RECORDER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"
#include "referee/match/event_digest.h"
#include "referee/rules/game.h"

namespace flagfall {

// Writes the record of one match while it is played (record.proto): each thing that came in and changed the match, in
// order, and within the limits that keep a record small enough to be stored (match_limits.h). Times come in as the
// match's own and are kept as distances from its beginning.
class MatchRecorder {
 public:
  // `header`: all of the record that is known before the match begins.
  MatchRecorder(v1::GameRecord header, Micros began_at);

  // Notes that a decision was sent. It is written with the player's next action when nothing stands between them, and
  // otherwise as an entry of its own, so that the ordinary ply costs one entry.
  void DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip);

  // Appends an action as it came in, legal or not, with its comment and beliefs. The caller fills in what the clocks
  // show. Of an action of more than kActionBytesMax only the size is kept, and `act` need not hold it.
  v1::Acted& Acted(v1::Side side, const v1::Act& act, std::size_t action_bytes, Micros host_delay, Micros now);
  // Appends an entry whose kind the caller sets.
  v1::RecordEntry* Entry(v1::Side side, Micros now);

  // Counts the events into the digests, and appends each player's, serialized, to what it is told when it comes back,
  // unless that is null.
  void Events(const ObserverEvents& events, std::string* red_resumption, std::string* blue_resumption);

  // Writes the outcome, the number of plies that stood, and the digests.
  void Over(const v1::Outcome& outcome, std::uint32_t plies);

  const v1::GameRecord& record() const { return record_; }
  v1::GameRecord TakeRecord() { return std::move(record_); }

 private:
  struct SentDecision {
    v1::Side side = v1::SIDE_UNSPECIFIED;
    std::uint32_t decision = 0;
    Micros at{};
    Micros round_trip{};
  };
  // How many bytes of a player's actions, comments and beliefs the record holds.
  struct KeptBytes {
    std::size_t actions = 0;
    std::size_t comments = 0;
    std::size_t beliefs = 0;
  };

  static void KeepBeliefs(const v1::Beliefs& beliefs, KeptBytes& kept, v1::Acted& acted);
  v1::RecordEntry* Append(v1::Side side, Micros at);
  void AppendUnwritten();

  const Micros began_at_;
  v1::GameRecord record_;
  // Decisions sent and not yet written, in the order in which they were sent.
  absl::InlinedVector<SentDecision, 2> unwritten_;
  std::array<KeptBytes, 2> kept_;
  EventDigest red_;
  EventDigest blue_;
  EventDigest spectator_;
};

}  // namespace flagfall

#endif  // REFEREE_MATCH_MATCH_RECORDER_H_
