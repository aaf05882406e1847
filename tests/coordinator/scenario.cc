#include "tests/coordinator/scenario.h"

#include "absl/strings/str_cat.h"
#include "arena/tournament/spec.h"

namespace flagfall::arena::coordinator::simulation {
namespace {

using Random = std::mt19937_64;

bool OneIn(Random& random, int count) { return random() % static_cast<std::uint64_t>(count) == 0; }
int Below(Random& random, int limit) { return static_cast<int>(random() % static_cast<std::uint64_t>(limit)); }

void DrawFormat(Random& random, v1::TournamentSpec& spec) {
  constexpr v1::TournamentSpec::Format kFormats[] = {
      v1::TournamentSpec::FORMAT_ROUND_ROBIN, v1::TournamentSpec::FORMAT_GAUNTLET, v1::TournamentSpec::FORMAT_SWISS,
      v1::TournamentSpec::FORMAT_KNOCKOUT,    v1::TournamentSpec::FORMAT_LADDER,   v1::TournamentSpec::FORMAT_SPRT,
      v1::TournamentSpec::FORMAT_TUNE};
  spec.set_format(kFormats[random() % std::size(kFormats)]);
  const bool is_tuning = spec.format() == v1::TournamentSpec::FORMAT_TUNE;
  const int bots = is_tuning ? 1 : spec.format() == v1::TournamentSpec::FORMAT_SPRT ? 2 : 2 + Below(random, 5);
  for (int bot = 0; bot < bots; ++bot) spec.add_bots(absl::StrCat("bot", bot));
  spec.set_games(spec.format() == v1::TournamentSpec::FORMAT_SPRT ? 2 : 1 + Below(random, 4));
  switch (spec.format()) {
    case v1::TournamentSpec::FORMAT_SPRT:
      spec.set_rounds(4 + Below(random, 40));
      spec.mutable_sprt()->set_elo0(0);
      spec.mutable_sprt()->set_elo1(100 + Below(random, 100));
      break;
    case v1::TournamentSpec::FORMAT_KNOCKOUT:
      spec.set_tie_break_pairs(Below(random, 3));
      spec.set_third_place(OneIn(random, 2));
      break;
    case v1::TournamentSpec::FORMAT_SWISS:
      spec.set_rounds(1 + Below(random, bots - 1));
      break;
    case v1::TournamentSpec::FORMAT_TUNE: {
      spec.set_rounds(1 + Below(random, 20));
      spec.mutable_tuning()->set_iterations_at_once(Below(random, 4));
      v1::TunedOption& option = *spec.mutable_tuning()->add_options();
      option.set_name("depth");
      option.set_type(v1::TunedOption::TYPE_INTEGER);
      option.set_high(3);
      break;
    }
    default:
      spec.set_rounds(1 + Below(random, 3));
  }
}

// Most drawn specs are good; where one is not, another is drawn.
v1::TournamentSpec DrawSpec(Random& random) {
  for (;;) {
    v1::TournamentSpec spec;
    DrawFormat(random, spec);
    spec.mutable_ruleset()->set_id("duel");
    spec.set_seed(1 + random() % 1000);
    spec.set_concurrency(1 + Below(random, 6));
    if (OneIn(random, 3)) spec.set_concurrency_per_bot(1 + Below(random, 3));
    spec.set_faults_max(1 + Below(random, 4));
    spec.set_duplicate(OneIn(random, 3));
    absl::StatusOr<v1::TournamentSpec> complete =
        tournament::CompleteSpec(spec, {.cores = 1, .draw_seed = [] { return 7; }});
    if (complete.ok()) return *std::move(complete);
  }
}

SimBot DrawBot(Random& random, const Scenario& scenario, const std::string& name) {
  SimBot bot;
  bot.name = name;
  bot.games_max = static_cast<std::uint32_t>(Below(random, 5));
  // Nobody can make a remote bot forget the first game of a pair.
  bot.is_remote = !scenario.spec.duplicate() && OneIn(random, 5);
  // Nor play with other options.
  if (scenario.spec.format() == v1::TournamentSpec::FORMAT_TUNE) bot.is_remote = false;
  if (scenario.has_fixed_results) return bot;
  if (OneIn(random, 3)) bot.manners = static_cast<Manners>(1 + Below(random, 4));
  bot.is_suspended_at_first = OneIn(random, 30);
  return bot;
}

FaultRates DrawRates(Random& random, bool has_fixed_results) {
  const auto now_and_then = [&random](int per_mille_max) {
    return OneIn(random, 3) ? Below(random, per_mille_max) : 0;
  };
  FaultRates rates;
  rates.void_game = now_and_then(500);
  rates.ledger_failure = now_and_then(30);
  rates.bot_not_startable = now_and_then(30);
  rates.game_not_startable = now_and_then(30);
  rates.stop = now_and_then(30);
  rates.kill = now_and_then(30);
  rates.worker_lost = now_and_then(200);
  if (has_fixed_results) return rates;
  // Until the run is told, the bot is away, and may lose by it.
  rates.supervisor_killed = now_and_then(10);
  rates.refused_result = now_and_then(100);
  rates.readmission = now_and_then(1000);
  return rates;
}

// A test of so many rounds that results alone end it. All of its games get one: behind a game without a result none
// counts.
void LeaveItToResults(Scenario& scenario) {
  scenario.spec.set_rounds(50'000);
  scenario.rates.void_game = 0;
  scenario.rates.refused_result = 0;
  scenario.rates.supervisor_killed = 0;
  // A game that keeps coming back is played here.
  scenario.leaves_launched_to_others = false;
}

}  // namespace

Scenario RandomScenario(Random& random) {
  Scenario scenario;
  scenario.spec = DrawSpec(random);
  scenario.has_fixed_results = OneIn(random, 2);
  for (const std::string& name : scenario.spec.bots()) scenario.bots.push_back(DrawBot(random, scenario, name));
  // One bot that loses all its games in any case changes nothing about the others' results.
  if (scenario.has_fixed_results && OneIn(random, 2)) {
    SimBot& bad = scenario.bots[random() % scenario.bots.size()];
    bad.is_remote = false;
    if (OneIn(random, 4)) {
      bad.is_suspended_at_first = true;
    } else {
      bad.manners = static_cast<Manners>(1 + Below(random, 3));
    }
  }
  scenario.rates = DrawRates(random, scenario.has_fixed_results);
  scenario.runs_max = 1 + Below(random, 4);
  scenario.shares_slots = OneIn(random, 2);
  scenario.has_workers = OneIn(random, 2);
  scenario.leaves_launched_to_others = scenario.has_workers && OneIn(random, 4);
  if (scenario.spec.format() == v1::TournamentSpec::FORMAT_SPRT && OneIn(random, 4)) LeaveItToResults(scenario);
  if (scenario.has_workers && OneIn(random, 2)) scenario.cores = static_cast<std::uint32_t>(1 + Below(random, 3));
  return scenario;
}

}  // namespace flagfall::arena::coordinator::simulation
