#ifndef REFEREE_MATCH_MATCH_SPEC_H_
#define REFEREE_MATCH_MATCH_SPEC_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"
#include "referee/spectator/spectator_recorder.h"

namespace flagfall {

// What a match is played by.
struct MatchSpec {
  std::string game_id;
  v1::Ruleset ruleset;
  // 32 bytes.
  std::string seed;
  v1::Player red;
  v1::Player blue;
  // What is played, in any case.
  v1::TimeControl time_control;
  v1::MatchPolicy policy;
  // The set-ups of a host that sets up for the players. The players are told of them by the same events as if they had
  // set up themselves.
  v1::GivenSetUps given_set_ups = {};
  // How the time control was made from the tournament's; absent where it is that itself. For the record only.
  std::optional<v1::TimeControlScale> time_control_scale = std::nullopt;
  // Wall clock at the start, for the record only; microseconds since 1970.
  Micros start_time{};
};

// INVALID_ARGUMENT, naming the field and what would be right, when the policy goes beyond a limit (match_limits.h).
absl::Status CheckMatchPolicy(const v1::MatchPolicy& policy);

// INVALID_ARGUMENT, saying what would be right, when no match can be played by the spec: a seed of another length than
// 32 bytes, no game id, a time control or policy outside the limits, a scale that does not follow from its speeds
// (CheckTimeControlScale). The ruleset is not looked at.
absl::Status CheckMatchSpec(const MatchSpec& spec);

// All of the match's record that is known before the match begins.
v1::GameRecord RecordHeader(const MatchSpec& spec);

// Everything that anybody may know of the match before it begins.
SpectatorHeader SpectatorHeaderOf(const MatchSpec& spec);

}  // namespace flagfall

#endif  // REFEREE_MATCH_MATCH_SPEC_H_
