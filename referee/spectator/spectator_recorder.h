#ifndef REFEREE_SPECTATOR_SPECTATOR_RECORDER_H_
#define REFEREE_SPECTATOR_SPECTATOR_RECORDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"

namespace flagfall {

// What anybody may know of a match before it begins: all of its spec but the seed and what set-ups it gives.
struct SpectatorHeader {
  std::string game_id;
  v1::Ruleset ruleset;
  // 32 bytes.
  std::string seed_sha256;
  v1::Player red;
  v1::Player blue;
  v1::TimeControl time_control;
  v1::MatchPolicy policy;
  // Wall clock at the start; microseconds since 1970.
  Micros start_time{};
};

// Something that happened in a match and that anybody may know while it is on (R9.3).
struct SpectatorEntry {
  enum class Kind : std::uint8_t {
    // The host gave set-ups.
    kGiven,
    // `side` was asked something, and its clock began to run.
    kAsked,
    // `side` did something that counted.
    kActed,
    // The match is over. Nothing comes after it; how it ended is for the record to tell.
    kOver,
  };

  Kind kind = Kind::kOver;
  v1::Side side = v1::SIDE_UNSPECIFIED;
  // Since the match began.
  Micros at{};
  // What the side's clock shows then.
  Micros clock{};
  // What an action took off that clock.
  Micros used{};
  // What the spectator learnt by it.
  std::vector<v1::Event> events{};
  // Plies made after it.
  std::uint32_t plies = 0;
};

// Writes down what is public of a match while it is played. It is handed the spectator's events alone, and times.
//
// Of two actions that are decided at once the first is held back, time and all, until the second is there: whether a
// player was ready would tell the other something (R1.3, R8.4). So times do not always rise: what was held back comes
// with what it waited for.
class SpectatorRecorder {
 public:
  // `is_first_of_two`: the other side's answer to the same is still awaited.
  void Add(SpectatorEntry entry, bool is_first_of_two = false);

  // Moves what has been added since the last call to the end of `entries`.
  void Take(std::vector<SpectatorEntry>& entries);

 private:
  std::vector<SpectatorEntry> entries_;
  std::vector<SpectatorEntry> held_;
};

}  // namespace flagfall

#endif  // REFEREE_SPECTATOR_SPECTATOR_RECORDER_H_
