// Whole hosts, each from one seed, in which everything goes wrong that a plan has drawn.
//
// To see one host again, with those of its faults that matter:
//   FLAGFALL_SIMULATION_SEED=123 FLAGFALL_SIMULATION_FAULTS=2,5 whole_host_test --gtest_filter='*OneHost*'
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/power_cuts/seeds.h"
#include "tests/power_cuts/shrink.h"
#include "tests/support/number_from.h"
#include "tests/whole_host/world.h"

namespace flagfall::whole_host {
namespace {

using power_cuts::kSeeds;

std::string Play(const Plan& plan) {
  Tally ignored;
  return World(plan, ignored).Play();
}

// Says what failed, with which faults, and how to see it again.
std::string Report(const Plan& plan, const std::string& failure) {
  Plan shrunk = plan;
  const std::vector<std::size_t> indices =
      power_cuts::Shrink<Fault>(plan.faults, [&shrunk](const std::vector<Fault>& faults) {
        shrunk.faults = faults;
        return !Play(shrunk).empty();
      });
  shrunk.faults = power_cuts::FaultsAt(plan.faults, indices);
  std::string report = absl::StrCat("host ", plan.seed, ": ", failure, "\nof its ", plan.faults.size(),
                                    " faults these are enough: ", Play(shrunk));
  for (const Fault& fault : shrunk.faults) absl::StrAppend(&report, "\n  ", Text(fault));
  const std::string list = indices.empty() ? "none" : absl::StrJoin(indices, ",");
  absl::StrAppend(&report, "\nto see it again: ./dev simulate hosts --seed ", plan.seed, " --faults ", list);
  return report;
}

void Print(const Tally& tally, double seconds) {
  for (const auto& [kind, count] : tally.faults) std::printf("%-45s %9lu\n", Name(kind), count);
  for (const auto& [reason, count] : tally.reasons) {
    std::printf("%-45s %9lu\n", v1::Reason_Name(reason).c_str(), count);
  }
  std::printf(
      "%lu hosts, %lu events, %lu games, %lu results acknowledged, %lu of them handed in by workers, %lu crashes, "
      "%lu submissions, %.1f s of processor time\n",
      tally.worlds, tally.events, tally.games, tally.acknowledged, tally.handed_in, tally.crashes, tally.submissions,
      seconds);
}

TEST(WholeHost, HoldsWhateverGoesWrong) {
  const std::uint64_t seeds = NumberFrom("FLAGFALL_SIMULATION_SEEDS", kSeeds);
  const std::uint64_t failures_max = NumberFrom("FLAGFALL_SIMULATION_FAILURES", 3);
  Tally tally;
  std::uint64_t failures = 0;
  const std::clock_t begin = std::clock();
  power_cuts::Progress progress("hosts", seeds);
  for (std::uint64_t seed = 1; seed <= seeds && failures < failures_max; ++seed) {
    const Plan plan = DrawPlan(seed);
    const std::string failure = World(plan, tally).Play();
    if (failure.empty()) {
      progress.Played(
          seed, [&] { return absl::StrCat(tally.crashes, " crashes, ", tally.acknowledged, " results acknowledged"); });
      continue;
    }
    ++failures;
    ADD_FAILURE() << Report(plan, failure);
  }
  Print(tally, power_cuts::SecondsSince(begin));
  if (failures > 0) return;
  // Each fault must have come up, so that the test cannot pass without testing anything.
  for (int kind = 0; kind < kFaultKinds; ++kind) {
    EXPECT_GE(tally.faults[static_cast<FaultKind>(kind)], seeds / 20) << Name(static_cast<FaultKind>(kind));
  }
  EXPECT_GE(tally.crashes, seeds / 10);
  EXPECT_GE(tally.acknowledged, seeds * 5);
  EXPECT_GE(tally.handed_in, seeds / 2);
  EXPECT_GE(tally.submissions, seeds / 4);
}

TEST(WholeHost, FollowsFromItsSeed) {
  for (const std::uint64_t seed : {3U, 4U, 12U, 13U, 29U}) {
    Tally ignored;
    const Plan plan = DrawPlan(seed);
    const auto fingerprint = [&plan, &ignored] {
      World world(plan, ignored);
      EXPECT_EQ(world.Play(), "");
      return world.fingerprint();
    };
    const std::uint64_t first = fingerprint();
    EXPECT_EQ(fingerprint(), first) << "host " << seed;
  }
}

TEST(WholeHost, OneHost) {
  if (std::getenv("FLAGFALL_SIMULATION_SEED") == nullptr) {
    GTEST_SKIP() << "for looking at one host: set FLAGFALL_SIMULATION_SEED";
  }
  Plan plan = DrawPlan(NumberFrom("FLAGFALL_SIMULATION_SEED", 0));
  plan.faults = power_cuts::ChosenOf(plan.faults);
  for (const Fault& fault : plan.faults) std::printf("%s\n", Text(fault).c_str());
  Tally tally;
  World world(plan, tally);
  EXPECT_EQ(world.Play(/*prints_events=*/true), "");
  Print(tally, 0);
  std::printf("fingerprint %016lx\n", world.fingerprint());
}

}  // namespace
}  // namespace flagfall::whole_host
