#ifndef TESTS_POWER_CUTS_SEEDS_H_
#define TESTS_POWER_CUTS_SEEDS_H_

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/power_cuts/shrink.h"

// What the tests that play one world for each seed have in common: `./dev simulate` tells them by the environment which
// seeds and which faults they shall play.
namespace flagfall::power_cuts {

// How many seeds a test plays that is not told otherwise. With sanitizers each takes more than ten times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::uint64_t kSeeds = 10;
#else
inline constexpr std::uint64_t kSeeds = 200;
#endif

// The numbers of faults in FLAGFALL_SIMULATION_FAULTS, for a seed that has `faults` of them; all without it. Fails the
// test, and returns none, where they are not such numbers.
std::vector<std::size_t> ChosenIndices(std::size_t faults);

template <typename Fault>
std::vector<Fault> ChosenOf(const std::vector<Fault>& faults) {
  return FaultsAt(faults, ChosenIndices(faults.size()));
}

// Processor time of the process since `begin`, in seconds.
double SecondsSince(std::clock_t begin);

// Says how far a long run is, each time another twentieth of its seeds has been played. The runs of `./dev test` are
// short, and say nothing.
class Progress {
 public:
  // What is played ("ledgers"), and how many of them.
  Progress(absl::string_view what, std::uint64_t seeds);

  // `seed` has been played, and nothing is wrong with it or those before; `so_far` is what the run can show by then.
  void Played(std::uint64_t seed, const std::function<std::string()>& so_far);

 private:
  const std::string what_;
  const std::uint64_t seeds_;
  const std::clock_t begin_ = std::clock();
};

}  // namespace flagfall::power_cuts

#endif  // TESTS_POWER_CUTS_SEEDS_H_
