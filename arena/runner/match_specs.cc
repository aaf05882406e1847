#include "arena/runner/match_specs.h"

#include <utility>

#include "arena/store/results.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control_scale.h"

namespace flagfall::arena::runner {

MatchSpecs::MatchSpecs(const store::Tournament& tournament, const std::vector<store::Bot>& bots,
                       v1::TimeControl time_control, std::function<std::uint32_t()> plies_per_second)
    : tournament_id_(tournament.id),
      spec_(tournament.spec),
      time_control_(std::move(time_control)),
      plies_per_second_(std::move(plies_per_second)) {
  for (const store::Bot& bot : bots) {
    auto& player = players_.emplace_back();
    player.set_name(bot.manifest.name());
    player.set_version(bot.manifest.version());
  }
}

absl::Status MatchSpecs::NoteSpeed() {
  if (spec_.time_control_reference() == 0) return absl::OkStatus();
  const std::uint32_t speed = plies_per_second_ ? plies_per_second_() : 0;
  FLAGFALL_ASSIGN_OR_RETURN(scale_, ScaleFor(spec_.time_control_reference(), speed));
  return absl::OkStatus();
}

MatchSpec MatchSpecs::SpecOf(const tournament::ScheduledGame& game, std::string seed) const {
  MatchSpec spec;
  spec.game_id = store::GameIdOf(tournament_id_, game.number);
  spec.ruleset = spec_.ruleset();
  spec.seed = std::move(seed);
  spec.red = players_[game.red];
  spec.blue = players_[game.blue];
  spec.time_control = scale_.has_value() ? ScaledTimeControl(time_control_, scale_->scale_ppm()) : time_control_;
  spec.time_control_scale = scale_;
  spec.policy = spec_.policy();
  spec.start_time = WallNow();
  return spec;
}

}  // namespace flagfall::arena::runner
