#include "referee/match/match_spec.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_limits.h"
#include "referee/match/time_control.h"
#include "referee/match/time_control_scale.h"

namespace flagfall {
namespace {

absl::Status CheckUpTo(std::int64_t max, absl::string_view field, std::int64_t value) {
  if (value >= 0 && value <= max) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("policy.", field, ": ", value, " given; it must be between 0 and ", max));
}

}  // namespace

absl::Status CheckMatchPolicy(const v1::MatchPolicy& policy) {
  FLAGFALL_RETURN_IF_ERROR(
      CheckUpTo(kDisconnectGraceMax.count(), "disconnect_grace_micros", policy.disconnect_grace_micros()));
  FLAGFALL_RETURN_IF_ERROR(
      CheckUpTo(kHostDelayMaxMax.count(), "host_delay_max_micros", policy.host_delay_max_micros()));
  FLAGFALL_RETURN_IF_ERROR(CheckUpTo(kLagGainMax.count(), "lag_gain_micros", policy.lag_gain_micros()));
  FLAGFALL_RETURN_IF_ERROR(CheckUpTo(kIllegalRetriesMax, "illegal_retries", policy.illegal_retries()));
  return CheckUpTo(kPliesMax, "max_plies", policy.max_plies());
}

absl::Status CheckMatchSpec(const MatchSpec& spec) {
  if (spec.game_id.empty() || spec.game_id.size() > kGameIdBytesMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("the game id has ", spec.game_id.size(), " bytes; it must have between 1 and ", kGameIdBytesMax));
  }
  if (spec.seed.size() != kSeedBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the seed has ", spec.seed.size(), " bytes; it must have ", kSeedBytes));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckTimeControl(spec.time_control));
  if (spec.time_control_scale.has_value()) {
    FLAGFALL_RETURN_IF_ERROR(CheckTimeControlScale(*spec.time_control_scale));
  }
  return CheckMatchPolicy(spec.policy);
}

v1::GameRecord RecordHeader(const MatchSpec& spec) {
  v1::GameRecord header;
  header.set_game_id(spec.game_id);
  *header.mutable_ruleset() = spec.ruleset;
  header.set_seed(spec.seed);
  *header.mutable_red() = spec.red;
  *header.mutable_blue() = spec.blue;
  *header.mutable_time_control() = spec.time_control;
  *header.mutable_policy() = spec.policy;
  if (spec.time_control_scale.has_value()) *header.mutable_time_control_scale() = *spec.time_control_scale;
  if (spec.given_set_ups.has_red()) *header.mutable_given_set_ups() = spec.given_set_ups;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(spec.start_time);
  header.mutable_start_time()->set_seconds(seconds.count());
  header.mutable_start_time()->set_nanos(
      static_cast<std::int32_t>(std::chrono::nanoseconds(spec.start_time - seconds).count()));
  return header;
}

SpectatorHeader SpectatorHeaderOf(const MatchSpec& spec) {
  return {.game_id = spec.game_id,
          .ruleset = spec.ruleset,
          .seed_sha256 = Sha256Of(spec.seed),
          .red = spec.red,
          .blue = spec.blue,
          .time_control = spec.time_control,
          .time_control_scale = spec.time_control_scale,
          .policy = spec.policy,
          .start_time = spec.start_time};
}

}  // namespace flagfall
