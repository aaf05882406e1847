// Whole hosts, each from one seed.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/whole_host/world.h"

namespace flagfall::whole_host {
namespace {

TEST(WholeHost, Seeds) {
  Tally tally;
  const char* const first = std::getenv("FLAGFALL_SIMULATION_SEED");
  const std::uint64_t begin = first == nullptr ? 1 : std::strtoull(first, nullptr, 10);
  const std::uint64_t end = first == nullptr ? 40 : begin;
  for (std::uint64_t seed = begin; seed <= end; ++seed) {
    const Plan plan = DrawPlan(seed);
    World world(plan, tally);
    const std::string failure = world.Play();
    EXPECT_EQ(failure, "") << "seed " << seed;
    if (first != nullptr) {
      for (const Fault& fault : plan.faults) std::printf("%s\n", Text(fault).c_str());
    }
  }
  std::printf("%lu worlds, %lu events, %lu games, %lu acknowledged, %lu crashes, %lu handed in, %lu submissions\n",
              tally.worlds, tally.events, tally.games, tally.acknowledged, tally.crashes, tally.handed_in,
              tally.submissions);
  for (const auto& [kind, count] : tally.faults) std::printf("%-45s %6lu\n", Name(kind), count);
  for (const auto& [reason, count] : tally.reasons) {
    std::printf("%-45s %6lu\n", v1::Reason_Name(reason).c_str(), count);
  }
}

}  // namespace
}  // namespace flagfall::whole_host
