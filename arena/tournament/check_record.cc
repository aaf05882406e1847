#include "arena/tournament/check_record.h"

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "arena/tournament/game_seed.h"
#include "referee/match/time_control.h"
#include "referee/match/time_control_scale.h"

namespace flagfall::arena::tournament {
namespace {

bool IsSeedOf(const v1::TournamentSpec& spec, const Attempt& attempt, const std::string& seed) {
  if (spec.duplicate() && attempt.is_undecided) return true;
  if (spec.duplicate() && attempt.first_of_pair != 0) {
    return seed == GameSeed(spec.seed(), attempt.first_of_pair, attempt.first_attempt);
  }
  return seed == GameSeed(spec.seed(), attempt.number, attempt.attempt);
}

// Whether the record has a scale where the spec asks for one. A game that was lost before any machine began it has
// none.
bool IsScaleOf(const v1::TournamentSpec& spec, const v1::GameRecord& record) {
  const v1::TimeControlScale& scale = record.time_control_scale();
  if (record.has_time_control_scale()) {
    return spec.time_control_reference() != 0 && scale.reference_plies_per_second() == spec.time_control_reference() &&
           CheckTimeControlScale(scale).ok();
  }
  const bool was_begun = record.outcome().reason() != v1::REASON_FORFEIT_NO_SHOW || record.entries_size() != 1 ||
                         !record.entries(0).has_aborted();
  return spec.time_control_reference() == 0 || !was_begun;
}

}  // namespace

absl::Status CheckRecord(const v1::TournamentSpec& spec, const Attempt& attempt, const v1::GameRecord& record) {
  const auto differs = [&](absl::string_view what, absl::string_view wanted) {
    return absl::DataLossError(absl::StrCat("game ", record.game_id(), " was played with ", what,
                                            " than its tournament's spec gives", wanted));
  };
  if (!IsScaleOf(spec, record)) return differs("another scale of its time control", "");
  absl::StatusOr<v1::TimeControl> control = ParseTimeControl(spec.time_control());
  if (control.ok() && record.has_time_control_scale()) {
    *control = ScaledTimeControl(*control, record.time_control_scale().scale_ppm());
  }
  if (!control.ok() || control->SerializeAsString() != record.time_control().SerializeAsString()) {
    return differs("another time control",
                   absl::StrCat(", ", spec.time_control(),
                                record.has_time_control_scale()
                                    ? absl::StrCat(" scaled by ", ScaleText(record.time_control_scale().scale_ppm()))
                                    : ""));
  }
  if (spec.policy().SerializeAsString() != record.policy().SerializeAsString()) return differs("another policy", "");
  if (IsSeedOf(spec, attempt, record.seed())) return absl::OkStatus();
  return differs("another seed", absl::StrCat(" to attempt ", attempt.attempt));
}

}  // namespace flagfall::arena::tournament
