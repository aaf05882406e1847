#include "arena/runner/match_specs.h"

#include <utility>

#include "arena/store/results.h"

namespace flagfall::arena::runner {

MatchSpecs::MatchSpecs(const store::Tournament& tournament, const std::vector<store::Bot>& bots,
                       v1::TimeControl time_control)
    : tournament_id_(tournament.id), spec_(tournament.spec), time_control_(std::move(time_control)) {
  for (const store::Bot& bot : bots) {
    auto& player = players_.emplace_back();
    player.set_name(bot.manifest.name());
    player.set_version(bot.manifest.version());
  }
}

MatchSpec MatchSpecs::SpecOf(const tournament::ScheduledGame& game, std::string seed) const {
  MatchSpec spec;
  spec.game_id = store::GameIdOf(tournament_id_, game.number);
  spec.ruleset = spec_.ruleset();
  spec.seed = std::move(seed);
  spec.red = players_[game.red];
  spec.blue = players_[game.blue];
  spec.time_control = time_control_;
  spec.policy = spec_.policy();
  spec.start_time = WallNow();
  return spec;
}

}  // namespace flagfall::arena::runner
