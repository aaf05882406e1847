#include "referee/match/time_control_scale.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"

namespace flagfall {
namespace {

constexpr std::uint64_t kMillion = 1'000'000;
constexpr absl::string_view kStandard = "standard";

// At most 1000000 * 2^32 + 2^32, far below 2^63.
std::uint64_t ScalePpm(std::uint64_t reference, std::uint64_t machine) {
  return (reference * kMillion + machine / 2) / machine;
}

// Times are at most a day, and so no product is more than 4 * 10^17.
std::int64_t Scaled(std::int64_t micros, std::uint32_t scale_ppm) {
  if (micros <= 0) return micros;
  const std::int64_t scaled = (micros * std::int64_t{scale_ppm} + 500'000) / 1'000'000;
  return std::max<std::int64_t>(1, scaled);
}

bool IsWithin(std::uint64_t scale_ppm) { return scale_ppm >= kScalePpmMin && scale_ppm <= kScalePpmMax; }

}  // namespace

absl::Status CheckReference(std::uint32_t plies_per_second) {
  if (plies_per_second >= kReferenceMin && plies_per_second <= kReferenceMax) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(plies_per_second, " plies a second; a machine's core referees ",
                                                 kReferenceMin, " to ", kReferenceMax));
}

absl::StatusOr<std::uint32_t> ParseReference(absl::string_view text) {
  if (text == kStandard) return kStandardPliesPerSecond;
  std::uint32_t reference = 0;
  if (!absl::SimpleAtoi(text, &reference)) {
    return absl::InvalidArgumentError(absl::StrCat("'", text,
                                                   "' is neither a number of plies a second, as 2500000, nor `",
                                                   kStandard, "`, which is ", kStandardPliesPerSecond));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckReference(reference));
  return reference;
}

absl::StatusOr<v1::TimeControlScale> ScaleFor(std::uint32_t reference, std::uint32_t machine_plies_per_second) {
  if (machine_plies_per_second == 0) {
    return absl::FailedPreconditionError("the speed of this machine is not known, and time controls are scaled by it");
  }
  const std::uint64_t scale_ppm = ScalePpm(reference, machine_plies_per_second);
  if (!IsWithin(scale_ppm)) {
    return absl::FailedPreconditionError(absl::StrCat(
        "a core of this machine referees ", machine_plies_per_second, " plies a second, too ",
        scale_ppm < kScalePpmMin ? "fast" : "slow", " for a time control that is meant for ", reference,
        ": it can be scaled by ", ScaleText(kScalePpmMin), " to ", ScaleText(kScalePpmMax), ", so that machines of ",
        (reference + 3) / 4, " to ", std::uint64_t{reference} * 4, " plies a second can play"));
  }
  v1::TimeControlScale scale;
  scale.set_reference_plies_per_second(reference);
  scale.set_machine_plies_per_second(machine_plies_per_second);
  scale.set_scale_ppm(static_cast<std::uint32_t>(scale_ppm));
  return scale;
}

absl::Status CheckTimeControlScale(const v1::TimeControlScale& scale) {
  const std::uint32_t reference = scale.reference_plies_per_second();
  const std::uint32_t machine = scale.machine_plies_per_second();
  if (reference == 0 || machine == 0) {
    return absl::InvalidArgumentError("time_control_scale has a speed of 0; both are above 0");
  }
  const std::uint64_t scale_ppm = ScalePpm(reference, machine);
  if (scale.scale_ppm() == scale_ppm && IsWithin(scale_ppm)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("time_control_scale.scale_ppm is ", scale.scale_ppm(), "; from ",
                                                 reference, " and ", machine, " plies a second follows ", scale_ppm,
                                                 ", which must be between ", kScalePpmMin, " and ", kScalePpmMax));
}

v1::TimeControl ScaledTimeControl(v1::TimeControl control, std::uint32_t scale_ppm) {
  control.set_base_micros(Scaled(control.base_micros(), scale_ppm));
  control.set_increment_micros(Scaled(control.increment_micros(), scale_ppm));
  control.set_per_ply_micros(Scaled(control.per_ply_micros(), scale_ppm));
  control.set_set_up_micros(Scaled(control.set_up_micros(), scale_ppm));
  return control;
}

std::string ScaleText(std::uint32_t scale_ppm) {
  std::string text = absl::StrCat(scale_ppm / kMillion, ".", absl::StrCat(kMillion + scale_ppm % kMillion).substr(1));
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::uint32_t WholePlies(double plies_per_second) {
  // Not a number is not above 1 either.
  if (!(plies_per_second >= 1)) return 0;
  return static_cast<std::uint32_t>(std::min(plies_per_second, double{kReferenceMax}));
}

}  // namespace flagfall
