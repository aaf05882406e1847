#ifndef TESTS_SIMULATION_SCENARIO_H_
#define TESTS_SIMULATION_SCENARIO_H_

#include <random>

#include "referee/match/match.h"

namespace flagfall::simulation {

// Everything about a simulated game that is drawn at random before it begins.
struct Scenario {
  MatchSpec spec;
  GameFactory factory;
  // Whether the ruleset is in the catalogue.
  bool is_of_catalogue = false;
  // The host's own delay is at most the first, and with a chance per mille at most the second.
  Micros host_delay_max{};
  int host_is_late = 0;
  Micros host_late_max{};
  // The host says nothing of a decision until its message has left, as hosts did before clocks ran while only the bot
  // kept a message from being sent.
  bool is_of_older_host = false;
};

// Short rulesets more often than long ones.
Scenario RandomScenario(std::mt19937_64& random);

}  // namespace flagfall::simulation

#endif  // TESTS_SIMULATION_SCENARIO_H_
