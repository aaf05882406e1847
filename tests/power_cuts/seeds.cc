#include "tests/power_cuts/seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace flagfall::power_cuts {

std::vector<std::size_t> ChosenIndices(std::size_t faults) {
  const char* const list = std::getenv("FLAGFALL_SIMULATION_FAULTS");
  if (list == nullptr || absl::string_view(list) == "all") {
    std::vector<std::size_t> all(faults);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }
  std::vector<std::size_t> indices;
  for (const absl::string_view text : absl::StrSplit(list, ',')) {
    if (text == "none") continue;
    const bool is_fault = absl::SimpleAtoi(text, &indices.emplace_back()) && indices.back() < faults;
    EXPECT_TRUE(is_fault) << "FLAGFALL_SIMULATION_FAULTS=" << list << ": give numbers below " << faults
                          << " with commas, 'none' or 'all'";
    if (!is_fault) return {};
  }
  return indices;
}

double SecondsSince(std::clock_t begin) { return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC; }

Progress::Progress(absl::string_view what, std::uint64_t seeds) : what_(what), seeds_(seeds) {}

void Progress::Played(std::uint64_t seed, const std::function<std::string()>& so_far) {
  if (seeds_ <= kSeeds || seed % std::max<std::uint64_t>(1, seeds_ / 20) != 0) return;
  std::printf("%lu of %lu %s: %s, %.0f s of processor time\n", seed, seeds_, what_.c_str(), so_far().c_str(),
              SecondsSince(begin_));
  std::fflush(stdout);
}

}  // namespace flagfall::power_cuts
