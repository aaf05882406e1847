#include "tests/simulation/scenario.h"

#include <iterator>
#include <string>

#include "referee/base/check.h"
#include "referee/match/time_control.h"
#include "referee/rules/catalogue.h"
#include "tests/support/counting_game.h"
#include "tests/support/drawn_options.h"

namespace flagfall::simulation {
namespace {

constexpr const char* kTimeControls[] = {
    "1+0.1 setup=1",     "0.3+0.05 setup=0.5", "2 setup=1 margin=0",  "5/0.5 setup=1",
    "st=0.05 setup=0.3", "st=0.02 margin=200", "3/0.2+0.01 margin=5", "20+1",
    "0.000001+0.1",
};

// Games with large armies take long.
bool IsLong(const std::string& id) { return id == "classic" || id == "battle" || id == "bluffing"; }

void DrawRuleset(std::mt19937_64& random, Scenario& scenario) {
  if (random() % 4 == 0) {
    scenario.spec.ruleset.set_id("counting");
    scenario.factory = NewCountingGame;
    return;
  }
  scenario.is_of_catalogue = true;
  scenario.factory = NewGame;
  const bool may_be_long = random() % 8 == 0;
  do {
    scenario.spec.ruleset.set_id(Catalogue()[random() % Catalogue().size()]->info().id);
  } while (IsLong(scenario.spec.ruleset.id()) && !may_be_long);
  if (random() % 4 != 0) return;
  scenario.spec.ruleset = DrawOptions((*FindRuleset(scenario.spec.ruleset.id()))->info(),
                                      [&random](std::uint64_t max) { return random() % (max + 1); });
}

void DrawPolicy(std::mt19937_64& random, Scenario& scenario) {
  v1::MatchPolicy& policy = scenario.spec.policy;
  const bool is_long = IsLong(scenario.spec.ruleset.id());
  if (is_long || random() % 2 == 0) policy.set_max_plies(5 + random() % (is_long ? 60 : 150));
  if (!is_long && policy.max_plies() == 0) policy.set_max_plies(1000);
  if (random() % 3 == 0) policy.set_max_plies_without_capture(5 + random() % 60);
  if (random() % 2 == 0) policy.set_illegal_retries(random() % 4);
  policy.set_disconnect_grace_micros(static_cast<std::int64_t>(random() % 2'000'000));
  policy.set_host_delay_max_micros(250'000);
  if (random() % 2 == 0) policy.set_lag_gain_micros(static_cast<std::int64_t>(random() % 50'000));
  policy.set_anonymous(random() % 2 == 0);
}

}  // namespace

Scenario RandomScenario(std::mt19937_64& random) {
  Scenario scenario;
  MatchSpec& spec = scenario.spec;
  spec.game_id = "game-" + std::to_string(random() % 1000);
  spec.seed.resize(32);
  for (char& byte : spec.seed) byte = static_cast<char>(random());
  spec.red.set_name("ada");
  spec.blue.set_name("bob");
  const auto control = ParseTimeControl(kTimeControls[random() % std::size(kTimeControls)]);
  FLAGFALL_CHECK(control.ok());
  spec.time_control = *control;
  spec.start_time = Micros(static_cast<std::int64_t>(random() % 2'000'000'000'000'000));
  DrawRuleset(random, scenario);
  DrawPolicy(random, scenario);
  scenario.host_delay_max = Micros(random() % 2 == 0 ? 1 : 300);
  if (random() % 8 == 0) {
    scenario.host_is_late = 1 + static_cast<int>(random() % 400);
    scenario.host_late_max = Micros(600'000);
  }
  scenario.is_of_older_host = random() % 10 == 0;
  return scenario;
}

}  // namespace flagfall::simulation
