#ifndef REFEREE_SPECTATOR_SPECTATOR_RECORDER_H_
#define REFEREE_SPECTATOR_SPECTATOR_RECORDER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"

namespace flagfall {

// Everything that anybody may know of a match before it begins: its spec, except the seed and the set-ups that the host
// gives.
struct SpectatorHeader {
  std::string game_id;
  v1::Ruleset ruleset;
  // 32 bytes.
  std::string seed_sha256;
  v1::Player red;
  v1::Player blue;
  v1::TimeControl time_control;
  std::optional<v1::TimeControlScale> time_control_scale = std::nullopt;
  v1::MatchPolicy policy;
  // Wall clock at the start; microseconds since 1970.
  Micros start_time{};
};

// An event of a match that anybody may know while the match is on (R9.3).
struct SpectatorEntry {
  enum class Kind : std::uint8_t {
    // The host gave set-ups.
    kGiven,
    // `side` was asked for a decision, and its clock began to run.
    kAsked,
    // `side` did something that counted.
    kActed,
    // The match is over. No entry follows; the outcome is in the record only.
    kOver,
  };

  Kind kind = Kind::kOver;
  v1::Side side = v1::SIDE_UNSPECIFIED;
  // Since the match began.
  Micros at{};
  // The time that the side's clock shows then.
  Micros clock{};
  // The time that the action took off that clock.
  Micros used{};
  // The spectator's events.
  std::vector<v1::Event> events{};
  // The number of plies made so far, this entry included.
  std::uint32_t plies = 0;
};

// Writes down what is public of a match while it is played. It is given only times and the spectator's events, so that
// it cannot tell anything else.
//
// When both sides decide at once, the first action is held back, with its time, until the second is there, since the
// opponent must not learn from it whether a player was ready (R1.3, R8.4). So the times of entries do not always rise:
// an entry that was held back comes together with the one for which it waited.
class SpectatorRecorder {
 public:
  // `is_first_of_two`: both sides decide at once, and the other side's answer is still awaited.
  void Add(SpectatorEntry entry, bool is_first_of_two = false);

  // Moves the entries that have been added since the last call to the end of `entries`.
  void Take(std::vector<SpectatorEntry>& entries);

 private:
  std::vector<SpectatorEntry> entries_;
  std::vector<SpectatorEntry> held_;
};

}  // namespace flagfall

#endif  // REFEREE_SPECTATOR_SPECTATOR_RECORDER_H_
