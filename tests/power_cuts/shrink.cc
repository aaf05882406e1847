#include "tests/power_cuts/shrink.h"

#include <algorithm>
#include <numeric>

namespace flagfall::power_cuts {

std::vector<Fault> FaultsAt(const std::vector<Fault>& faults, const std::vector<std::size_t>& indices) {
  std::vector<Fault> found;
  for (const std::size_t index : indices) found.push_back(faults.at(index));
  return found;
}

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
