#ifndef REFEREE_MATCH_TIME_CONTROL_H_
#define REFEREE_MATCH_TIME_CONTROL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall {

// Reads a time control as tournament people write it (protocol 2.1):
//
//   60+0.6           60 s for the game, 0.6 s more after each ply
//   40/60+0.1        60 s for every 40 plies of one's own, 0.1 s more after each ply; `+0.1` may be left out
//   st=0.5           0.5 s for each ply
//   … margin=20      milliseconds that may be overdrawn, once in a game; 20 when not given
//   … setup=10       seconds for the set-up; 10 when not given
//
// All numbers are decimal and exact to the microsecond; a finer one is an error, nothing is rounded. INVALID_ARGUMENT
// says which part is wrong and what would be right.
absl::StatusOr<v1::TimeControl> ParseTimeControl(absl::string_view text);

// The shortest text that ParseTimeControl reads as `control`. Margin and set-up are left out where they are the
// defaults.
std::string FormatTimeControl(const v1::TimeControl& control);

// INVALID_ARGUMENT when no game can be played by the control: a field below 0 or above its limit (match_limits.h), no
// time at all, or time per ply together with a base.
absl::Status CheckTimeControl(const v1::TimeControl& control);

}  // namespace flagfall

#endif  // REFEREE_MATCH_TIME_CONTROL_H_
