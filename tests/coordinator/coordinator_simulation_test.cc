// Whole tournaments with simulated bots, referees and ledgers, each from one seed: bots die, come late or never, the
// host fails, runs are stopped or killed and go on from what the ledger holds. After each event the coordinator's
// commands are held against the rules (run_checker.h).
//
// To see one tournament again:
//   FLAGFALL_SIMULATION_SEED=123 coordinator_simulation_test --gtest_filter='*OneTournament*'
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "absl/strings/str_cat.h"
#include "tests/coordinator/sim_run.h"
#include "tests/coordinator/sim_schedule.h"
#include "tests/support/number_from.h"

namespace flagfall::arena::coordinator::simulation {
namespace {

constexpr std::uint64_t kAllTournaments = 40'000;
// Sanitizers make a tournament more than ten times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kTournaments = kAllTournaments / 20;
#else
constexpr std::uint64_t kTournaments = kAllTournaments;
#endif
constexpr int kCalmRunsMax = 3;

// A tournament that was played to its end, in as many runs as it took.
struct Played {
  std::string failure;
  SimLedger ledger;
};

void Readmit(const Scenario& scenario, SimLedger& ledger, std::mt19937_64& random, Tally& tally) {
  for (SimLedger::BotRow& bot : ledger.bots()) {
    if (bot.suspended_reason.empty() || static_cast<int>(random() % 1000) >= scenario.rates.readmission) continue;
    ++tally.faults["suspended bot readmitted"];
    bot = {};
  }
}

Played Play(const Scenario& scenario, std::uint64_t order_seed, Tally& tally) {
  Played played{.failure = "", .ledger = {static_cast<int>(scenario.bots.size()), scenario.spec.faults_max()}};
  std::mt19937_64 random(order_seed);
  for (std::size_t bot = 0; bot < scenario.bots.size(); ++bot) {
    if (scenario.bots[bot].is_suspended_at_first) played.ledger.bots()[bot].suspended_reason = "it was so before";
  }
  const FaultRates calm;
  for (int run = 0; run < scenario.runs_max + kCalmRunsMax; ++run) {
    if (run > 0) ++tally.faults["resumed from the ledger"];
    SimRun sim(scenario, run < scenario.runs_max ? scenario.rates : calm, played.ledger, random, tally);
    played.failure = sim.Play();
    if (!played.failure.empty()) {
      absl::StrAppend(&played.failure, " (run ", run + 1, ")");
      return played;
    }
    if (sim.end() == SimRun::End::kFinished) return played;
    if (run + 1 < scenario.runs_max) Readmit(scenario, played.ledger, random, tally);
  }
  played.failure = "it does not come to its end, though nothing goes wrong any more";
  return played;
}

// Whether both have the same results. A game that ran when a test was decided may or may not have come to its end.
std::string Compare(const Scenario& scenario, const SimLedger& one, const SimLedger& other) {
  const bool may_differ = scenario.spec.format() == v1::TournamentSpec::FORMAT_SPRT ||
                          scenario.spec.format() == v1::TournamentSpec::FORMAT_TUNE;
  if (!may_differ && one.games().size() != other.games().size()) return "in another order there are other games";
  for (const auto& [number, result] : one.games()) {
    const auto found = other.games().find(number);
    if (found == other.games().end() && may_differ) continue;
    if (found == other.games().end() || found->second.game != result.game ||
        found->second.outcome.result() != result.outcome.result()) {
      return absl::StrCat("in another order game ", number, " is another one");
    }
  }
  return "";
}

// The most games in a row, by number, that nobody played.
int UnplayedInARow(const SimLedger& ledger) {
  int most = 0;
  int in_a_row = 0;
  for (const auto& [number, result] : ledger.games()) {
    in_a_row = IsUnplayed(result) ? in_a_row + 1 : 0;
    most = std::max(most, in_a_row);
  }
  return most;
}

// A bot that does not come keeps a test going for ten pairs, and for the games that are on when they are stored.
std::string CheckForfeits(const Scenario& scenario, const SimLedger& ledger) {
  if (scenario.spec.format() != v1::TournamentSpec::FORMAT_SPRT || ledger.has_refused()) return "";
  const int most = UnplayedInARow(ledger);
  const int allowed = 2 * 10 + static_cast<int>(scenario.spec.concurrency());
  return most <= allowed ? ""
                         : absl::StrCat(most, " games in a row that nobody played, where ", allowed, " tell enough");
}

std::string PlayTournament(std::uint64_t seed, Tally& tally) {
  std::mt19937_64 random(seed);
  const Scenario scenario = RandomScenario(random);
  ++tally.formats[scenario.spec.format()];
  Played played = Play(scenario, random(), tally);
  if (played.failure.empty()) played.failure = CheckForfeits(scenario, played.ledger);
  if (!played.failure.empty() || !scenario.has_fixed_results) return played.failure;
  const Played again = Play(scenario, random(), tally);
  return again.failure.empty() ? Compare(scenario, played.ledger, again.ledger) : again.failure;
}

TEST(CoordinatorSimulation, FortyThousandTournaments) {
  Tally tally;
  int failures = 0;
  const std::clock_t begin = std::clock();
  for (std::uint64_t seed = 1; seed <= kTournaments && failures < 3; ++seed) {
    const std::string failure = PlayTournament(seed, tally);
    if (failure.empty()) continue;
    ++failures;
    ADD_FAILURE() << "tournament " << seed << ": " << failure << "\nto see it again: FLAGFALL_SIMULATION_SEED=" << seed
                  << " coordinator_simulation_test --gtest_filter='*OneTournament*'";
  }
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  for (const auto& [format, count] : tally.formats) {
    std::printf("%-34s %9lu\n", v1::TournamentSpec::Format_Name(format).c_str(), count);
    EXPECT_GE(count, kTournaments / 12) << v1::TournamentSpec::Format_Name(format);
  }
  // Every fault there is must have come up often, lest the test pass by never getting anywhere.
  for (const char* const fault : {"bot not startable",
                                  "bot came too late",
                                  "bot never came",
                                  "game not startable",
                                  "game void by the host",
                                  "hello refused",
                                  "ledger failed",
                                  "process died before its hello",
                                  "process died while it was there",
                                  "remote bot left",
                                  "result refused",
                                  "resumed from the ledger",
                                  "run killed",
                                  "stop asked for",
                                  "supervisor killed",
                                  "suspended bot readmitted",
                                  "wrong ruleset",
                                  "worker lost",
                                  "leased game void",
                                  "bot failed elsewhere",
                                  "lease taken up again"}) {
    EXPECT_GE(tally.faults[fault], kTournaments / 100) << fault;
  }
  for (const auto& [fault, count] : tally.faults) std::printf("%-34s %9lu\n", fault.c_str(), count);
  EXPECT_GE(tally.suspensions, kTournaments / 10);
  std::printf("%-34s %9lu\n", "bot suspended", tally.suspensions);
  EXPECT_GE(tally.leased_games, kTournaments);
  std::printf("%lu tournaments, %lu runs, %lu games, %lu under leases, %lu events, %.1f s of processor time\n",
              kTournaments, tally.runs, tally.games, tally.leased_games, tally.events, took);
}

TEST(CoordinatorSimulation, OneTournament) {
  if (std::getenv("FLAGFALL_SIMULATION_SEED") == nullptr)
    GTEST_SKIP() << "for looking at one tournament: set FLAGFALL_SIMULATION_SEED";
  Tally tally;
  EXPECT_EQ(PlayTournament(NumberFrom("FLAGFALL_SIMULATION_SEED", 0), tally), "");
}

}  // namespace
}  // namespace flagfall::arena::coordinator::simulation
