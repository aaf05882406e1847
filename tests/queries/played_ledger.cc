#include "tests/queries/played_ledger.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "arena/books/book.h"
#include "arena/store/bots.h"
#include "arena/store/games.h"
#include "arena/store/results.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/game_seed.h"
#include "arena/tournament/schedule.h"
#include "arena/tournament/spec.h"
#include "referee/base/check.h"
#include "referee/match/match_spec.h"
#include "referee/match/time_control.h"
#include "tests/store/ledger.h"

namespace flagfall::arena::queries {
namespace {

struct Running {
  std::int64_t id = 0;
  v1::TournamentSpec spec;
  tournament::VoidAttempts voids;
};

Running Create(store::Database& database, const v1::TournamentSpec& spec) {
  const auto complete = tournament::CompleteSpec(spec, {.cores = 1, .draw_seed = [] { return 7; }});
  FLAGFALL_CHECK(complete.ok());
  const auto id = store::CreateTournament(database, *complete, tournament::PoolOf(*complete), Micros(2));
  FLAGFALL_CHECK(id.ok());
  return {*id, *complete, {}};
}

void AddSetUp(v1::Side side, v1::GameRecord& record) {
  v1::RecordEntry& entry = *record.add_entries();
  entry.set_at_micros(record.entries_size() * 1000);
  entry.set_side(side);
  // Which pieces stand where is of no importance; no two games have the same.
  v1::Placement& placement = *entry.mutable_acted()->mutable_action()->mutable_set_up()->add_placements();
  placement.set_square(static_cast<std::uint32_t>(record.start_time().seconds() % 100));
}

v1::GivenSetUps SetUpsIn(const v1::GameRecord& record) {
  v1::GivenSetUps given;
  *given.mutable_red() = record.entries(0).acted().action().set_up();
  *given.mutable_blue() = record.entries(1).acted().action().set_up();
  return given;
}

store::GameResult ResultOf(store::Database& database, const Running& running, const tournament::ScheduledGame& game,
                           v1::Result result) {
  const v1::TournamentSpec& spec = running.spec;
  MatchSpec match;
  match.game_id = store::GameIdOf(running.id, game.number);
  match.ruleset = spec.ruleset();
  match.seed = tournament::SeedNow(game, spec.seed(), spec.duplicate(), running.voids);
  match.red.set_name(spec.bots(game.red));
  match.blue.set_name(spec.bots(game.blue));
  match.red.set_version("1.0");
  match.blue.set_version("1.0");
  match.time_control = *ParseTimeControl(spec.time_control());
  match.policy = spec.policy();
  match.start_time = std::chrono::seconds(1'800'000'000 + game.number);
  if (!spec.book().empty()) {
    match.given_set_ups = books::DrawSetUps(*books::FindBook(spec.book(), spec.ruleset()), match.seed);
  } else if (spec.duplicate() && game.first_of_pair != 0) {
    match.given_set_ups = SetUpsIn(*store::FindRecord(database, store::GameIdOf(running.id, game.first_of_pair)));
  }
  store::GameResult stored{.tournament_id = running.id,
                           .number = game.number,
                           .round = game.round,
                           .first_of_pair = game.first_of_pair,
                           .record = RecordHeader(match)};
  if (!stored.record.has_given_set_ups()) {
    AddSetUp(v1::SIDE_RED, stored.record);
    AddSetUp(v1::SIDE_BLUE, stored.record);
  }
  v1::RecordEntry& last = *stored.record.add_entries();
  last.set_at_micros(5000);
  last.mutable_resigned();
  stored.record.mutable_outcome()->set_result(result);
  stored.record.mutable_outcome()->set_reason(result == v1::RESULT_VOID ? v1::REASON_HOST_LATE : v1::REASON_RESIGNED);
  return stored;
}

void StoreVoid(store::Database& database, Running& running, const tournament::ScheduledGame& game) {
  FLAGFALL_CHECK(store::MustStore(database, ResultOf(database, running, game, v1::RESULT_VOID)).status.ok());
  ++running.voids[game.number];
}

std::optional<tournament::ScheduledGame> NextOf(tournament::Schedule& schedule) {
  return schedule.Take([](const tournament::ScheduledGame&) { return true; });
}

}  // namespace

void AddPlayers(store::Database& database) {
  for (const char* name : {"ann", "bob", "cid", "dot"}) {
    FLAGFALL_CHECK(store::AddBot(database, {.manifest = store::ManifestOf(name), .folder = "/bots"}).ok());
  }
}

v1::TournamentSpec SpecFor(const std::vector<std::string>& bots, v1::TournamentSpec::Format format, bool rated) {
  v1::TournamentSpec spec;
  for (const std::string& bot : bots) spec.add_bots(bot);
  spec.mutable_ruleset()->set_id("barrage");
  spec.set_format(format);
  spec.set_rated(rated);
  return spec;
}

std::int64_t PlayTournament(store::Database& database, const v1::TournamentSpec& spec,
                            const std::vector<std::uint32_t>& void_first,
                            const std::function<void(v1::GameRecord& record)>& change) {
  Running running = Create(database, spec);
  tournament::Schedule schedule(tournament::MakeFormat(running.spec));
  while (const std::optional<tournament::ScheduledGame> game = NextOf(schedule)) {
    if (std::count(void_first.begin(), void_first.end(), game->number) != 0) StoreVoid(database, running, *game);
    const auto result = static_cast<v1::Result>(1 + game->number % 3);
    store::GameResult stored = ResultOf(database, running, *game, result);
    if (change) change(stored.record);
    FLAGFALL_CHECK(store::MustStore(database, stored).status.ok());
    schedule.Decided(game->number, stored.record.outcome().result(), false);
  }
  FLAGFALL_CHECK(store::SetTournamentState(database, running.id, v1::Tournament::STATE_FINISHED, Micros(3)).ok());
  return running.id;
}

std::int64_t BeginTournament(store::Database& database, const v1::TournamentSpec& spec) {
  Running running = Create(database, spec);
  tournament::Schedule schedule(tournament::MakeFormat(running.spec));
  StoreVoid(database, running, *NextOf(schedule));
  return running.id;
}

}  // namespace flagfall::arena::queries
