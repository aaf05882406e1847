#ifndef TESTS_POWER_CUTS_SHRINK_H_
#define TESTS_POWER_CUTS_SHRINK_H_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace flagfall::power_cuts {

// Those with the indices.
template <typename Fault>
std::vector<Fault> FaultsAt(const std::vector<Fault>& faults, const std::vector<std::size_t>& indices) {
  std::vector<Fault> found;
  for (const std::size_t index : indices) found.push_back(faults.at(index));
  return found;
}

// Returns those of the faults, by their indices, without any of which nothing fails any more: it leaves out more and
// more of them as long as `fails` is true of the rest. Something else may fail in the end than with all of them.
template <typename Fault>
std::vector<std::size_t> Shrink(const std::vector<Fault>& faults,
                                const std::function<bool(const std::vector<Fault>&)>& fails) {
  std::vector<std::size_t> left(faults.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (std::size_t chunk = std::max<std::size_t>(1, left.size() / 2);;) {
    bool has_shrunk = false;
    // From the end: what comes after the failure is never needed.
    for (std::size_t end = left.size(); end > 0; end -= std::min(end, chunk)) {
      const std::size_t begin = end - std::min(end, chunk);
      std::vector<std::size_t> fewer = left;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin), fewer.begin() + static_cast<std::ptrdiff_t>(end));
      if (!fails(FaultsAt(faults, fewer))) continue;
      left = std::move(fewer);
      has_shrunk = true;
      // The chunk is gone: the next one ends where it began.
    }
    if (chunk == 1 && !has_shrunk) return left;
    chunk = std::max<std::size_t>(1, chunk / 2);
  }
}

}  // namespace flagfall::power_cuts

#endif  // TESTS_POWER_CUTS_SHRINK_H_
