#ifndef REFEREE_MATCH_TIME_CONTROL_SCALE_H_
#define REFEREE_MATCH_TIME_CONTROL_SCALE_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall {

// A time control is scaled by the speed of the machine that plays the game, so that a bot on a slow machine gets as
// much more time as it needs to do the same:
//
//   scale = reference speed / machine's speed
//
// Speeds are whole plies of random games that a core referees in a second. All arithmetic is that of integers, so that
// every machine comes to the same microsecond; it stands in game.proto, beside TimeControlScale. An example: 10+0.1 for
// a reference of 300000 plies a second, on a machine of 210000. The scale is (300000 * 1000000 + 105000) / 210000 =
// 1428571 millionths, and what is played (10000000 * 1428571 + 500000) / 1000000 = 14285710 us, 142857 us a ply.

// A machine that would need another scale does not play: its clocks would be too short to be kept, or its games would
// last too long.
inline constexpr std::uint32_t kScalePpmMin = 250'000;
inline constexpr std::uint32_t kScalePpmMax = 4'000'000;

// The word `standard` for a reference: about one core of an Intel Xeon of 2023 ("Sapphire Rapids", 2.6 GHz) in the
// cloud.
inline constexpr std::uint32_t kStandardPliesPerSecond = 2'500'000;
inline constexpr std::uint32_t kReferenceMin = 1000;
inline constexpr std::uint32_t kReferenceMax = 1'000'000'000;

// INVALID_ARGUMENT when no machine has this speed.
absl::Status CheckReference(std::uint32_t plies_per_second);
// Reads a number of plies a second, or `standard`.
absl::StatusOr<std::uint32_t> ParseReference(absl::string_view text);

// The scale for a machine. FAILED_PRECONDITION where it is outside of the limits, or the machine's speed is 0, which is
// not known; the message says so of "this machine".
absl::StatusOr<v1::TimeControlScale> ScaleFor(std::uint32_t reference, std::uint32_t machine_plies_per_second);

// INVALID_ARGUMENT when the scale does not follow from its speeds, or is outside of the limits.
absl::Status CheckTimeControlScale(const v1::TimeControlScale& scale);

// `control` by that scale. It may be beyond the limits of a time control then.
v1::TimeControl ScaledTimeControl(v1::TimeControl control, std::uint32_t scale_ppm);

// "1.428571".
std::string ScaleText(std::uint32_t scale_ppm);

// A machine's speed as it is measured or told, in whole plies a second; 0 for what is none.
std::uint32_t WholePlies(double plies_per_second);

}  // namespace flagfall

#endif  // REFEREE_MATCH_TIME_CONTROL_SCALE_H_
