#include "arena/runner/match_specs.h"

#include <utility>

#include "arena/store/books.h"
#include "arena/store/games.h"
#include "arena/store/results.h"
#include "referee/base/status_macros.h"
#include "referee/rules/record.h"

namespace flagfall::arena::runner {

absl::StatusOr<MatchSpecs> MatchSpecs::Make(const store::Tournament& tournament, const std::vector<store::Bot>& bots,
                                            v1::TimeControl time_control, store::Database& database) {
  MatchSpecs specs;
  specs.tournament_id_ = tournament.id;
  specs.spec_ = tournament.spec;
  specs.time_control_ = std::move(time_control);
  for (const store::Bot& bot : bots) {
    auto& player = specs.players_.emplace_back();
    player.set_name(bot.manifest.name());
    player.set_version(bot.manifest.version());
  }
  if (!specs.spec_.book().empty()) {
    std::string book;
    {
      MutexLock lock(database.access());
      FLAGFALL_ASSIGN_OR_RETURN(book, store::BookOf(database, specs.spec_));
    }
    FLAGFALL_ASSIGN_OR_RETURN(specs.book_, books::FindBook(book, specs.spec_.ruleset()));
  }
  return specs;
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

absl::StatusOr<MatchSpec> MatchSpecs::SpecWithSetUps(const tournament::ScheduledGame& game, std::string seed,
                                                     store::Database& database) const {
  MatchSpec spec = SpecOf(game, std::move(seed));
  if (book_.has_value()) {
    spec.given_set_ups = books::DrawSetUps(*book_, spec.seed);
  } else if (spec_.duplicate() && game.first_of_pair != 0) {
    MutexLock lock(database.access());
    FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord first,
                              store::FindRecord(database, store::GameIdOf(tournament_id_, game.first_of_pair)));
    FLAGFALL_ASSIGN_OR_RETURN(spec.given_set_ups, SetUpsOf(first));
  }
  return spec;
}

}  // namespace flagfall::arena::runner
