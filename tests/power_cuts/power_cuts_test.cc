// Ledgers whose disks lose power at any write, fail, fill up and refuse to sync, while a host works with them; each
// from one seed. Whatever was acknowledged must be there afterwards, exactly once.
//
// To see one ledger again, with those of its faults that matter:
//   FLAGFALL_SIMULATION_SEED=123 FLAGFALL_SIMULATION_FAULTS=4,17 power_cuts_test --gtest_filter='*OneLedger*'
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/power_cuts/life.h"
#include "tests/power_cuts/seeds.h"
#include "tests/power_cuts/shrink.h"
#include "tests/support/number_from.h"

namespace flagfall::power_cuts {
namespace {

// A planted fault must show in so many ledgers.
constexpr std::uint64_t kSeedsForPlanted = 60;

std::string Play(const LifeSpec& spec) {
  Tally ignored;
  return Life(spec, ignored).Play();
}

// The faults of a life that failed, as few as make it fail.
std::vector<std::size_t> ShrinkLife(const LifeSpec& spec) {
  return Shrink<Fault>(spec.faults, [&](const std::vector<Fault>& faults) {
    LifeSpec fewer = spec;
    fewer.faults = faults;
    return !Play(fewer).empty();
  });
}

// Says what failed, with which faults, and how to see it again.
std::string Report(const LifeSpec& spec, const std::string& failure) {
  const std::vector<std::size_t> indices = ShrinkLife(spec);
  LifeSpec shrunk = spec;
  shrunk.faults = FaultsAt(spec.faults, indices);
  std::string report = absl::StrCat("ledger ", spec.seed, ": ", failure, "\nof its ", spec.faults.size(),
                                    " faults these are enough: ", Play(shrunk));
  for (const Fault& fault : shrunk.faults) absl::StrAppend(&report, "\n  ", Text(fault));
  const std::string list = indices.empty() ? "none" : absl::StrJoin(indices, ",");
  absl::StrAppend(&report, "\nto see it again: ./dev simulate --seed ", spec.seed, " --faults ", list);
  return report;
}

void Print(const Tally& tally, double seconds) {
  for (const auto& [kind, count] : tally.faults) std::printf("%-34s %9lu\n", Name(kind), count);
  std::printf("%-34s %9lu\n%-34s %9lu\n%-34s %9lu\n%-34s %9lu\n", "broken off, and kept", tally.kept,
              "broken off, and lost", tally.lost, "refused by the ledger", tally.refused, "openings that failed",
              tally.not_opened);
  std::printf(
      "%lu ledgers, %lu actions, %lu changes of the disk, %lu results acknowledged, %lu restarts in good order, "
      "%.1f s of processor time\n",
      tally.lives, tally.actions, tally.operations, tally.acknowledged, tally.clean_restarts, seconds);
}

// Of the 6,000 ledgers those that have failed. In 1359, 2058 and 2141 two syncs of the log failed in a row, and the
// next start's reported success; in 546 the power went while a start wrote the log anew, which took a finished frame
// along. In 3299 a write was refused and found lost by a start; the next one, over its remains in the log, was broken
// off and made them whole, so that it came back.
TEST(PowerCuts, LedgersThatHaveFailedDoNotFailAgain) {
  for (const std::uint64_t seed : {546U, 1359U, 2058U, 2141U, 3299U}) {
    EXPECT_EQ(Play({.seed = seed, .faults = DrawFaults(seed, kActionsOfLife)}), "") << "ledger " << seed;
  }
}

TEST(PowerCuts, NothingThatWasAcknowledgedIsLost) {
  const std::uint64_t seeds = NumberFrom("FLAGFALL_SIMULATION_SEEDS", kSeeds);
  Tally tally;
  int failures = 0;
  const std::clock_t begin = std::clock();
  Progress progress("ledgers", seeds);
  for (std::uint64_t seed = 1; seed <= seeds && failures < 3; ++seed) {
    const LifeSpec spec{.seed = seed, .faults = DrawFaults(seed, kActionsOfLife)};
    const std::string failure = Life(spec, tally).Play();
    if (failure.empty()) {
      progress.Played(seed, [&] {
        return absl::StrCat(tally.Ends(), " cuts and kills, ", tally.acknowledged, " results acknowledged");
      });
      continue;
    }
    ++failures;
    ADD_FAILURE() << Report(spec, failure);
  }
  Print(tally, SecondsSince(begin));
  if (failures > 0) return;
  // Each fault must have come up, and cuts must have come before and after the moment in which something is kept.
  for (int kind = 0; kind < kFaultKinds; ++kind) {
    EXPECT_GE(tally.faults[static_cast<FaultKind>(kind)], seeds / 4) << Name(static_cast<FaultKind>(kind));
  }
  EXPECT_GE(tally.Ends(), seeds * 15);
  EXPECT_GE(tally.kept, seeds * 3 / 4);
  EXPECT_GE(tally.lost, seeds);
  EXPECT_GE(tally.refused, seeds / 4);
  EXPECT_GE(tally.acknowledged, seeds * 10);
}

TEST(PowerCuts, EveryPlantedFaultIsFound) {
  std::printf("%-36s %6s %7s %7s  %s\n", "planted", "seed", "s", "faults", "found as");
  for (int planted = 1; planted < kPlantedFaults; ++planted) {
    const std::clock_t begin = std::clock();
    std::string failure;
    LifeSpec spec{.planted = static_cast<Planted>(planted)};
    while (failure.empty() && spec.seed < kSeedsForPlanted) {
      ++spec.seed;
      spec.faults = DrawFaults(spec.seed, kActionsOfLife);
      failure = Play(spec);
    }
    const double seconds = SecondsSince(begin);
    EXPECT_NE(failure, "") << Name(spec.planted) << " was not found";
    if (failure.empty()) continue;
    std::printf("%-36s %6lu %7.2f %3zu of %-3zu %s\n", Name(spec.planted), spec.seed, seconds, ShrinkLife(spec).size(),
                spec.faults.size(), failure.substr(0, 110).c_str());
  }
}

TEST(PowerCuts, OneLedger) {
  if (std::getenv("FLAGFALL_SIMULATION_SEED") == nullptr) {
    GTEST_SKIP() << "for looking at one ledger: set FLAGFALL_SIMULATION_SEED";
  }
  LifeSpec spec{.seed = NumberFrom("FLAGFALL_SIMULATION_SEED", 0)};
  spec.faults = ChosenOf(DrawFaults(spec.seed, kActionsOfLife));
  for (const Fault& fault : spec.faults) std::printf("%s\n", Text(fault).c_str());
  EXPECT_EQ(Play(spec), "");
}

}  // namespace
}  // namespace flagfall::power_cuts
