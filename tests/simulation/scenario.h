#ifndef TESTS_SIMULATION_SCENARIO_H_
#define TESTS_SIMULATION_SCENARIO_H_

#include <random>

#include "referee/match/match.h"

namespace flagfall::simulation {

// Everything about a simulated game that is drawn before it begins.
struct Scenario {
  MatchSpec spec;
  GameFactory factory;
  // Whether the ruleset is one of the catalogue.
  bool is_of_catalogue = false;
  // The host's own delay is anything up to this, and now and then (per mille) up to the other.
  Micros host_delay_max{};
  int host_is_late = 0;
  Micros host_late_max{};
};

// Short rulesets more often than long ones.
Scenario RandomScenario(std::mt19937_64& random);

}  // namespace flagfall::simulation

#endif  // TESTS_SIMULATION_SCENARIO_H_
