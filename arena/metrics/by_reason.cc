#include "arena/metrics/by_reason.h"

#include "absl/algorithm/container.h"

namespace flagfall::arena::metrics {

std::vector<Sample> SamplesByReason(const std::map<std::string, std::int64_t>& counted,
                                    const std::vector<std::string>& reasons, const std::vector<std::string>& left_out) {
  std::vector<Sample> samples;
  for (const std::string& reason : reasons) {
    const auto found = counted.find(reason);
    samples.push_back({.of = reason, .value = found == counted.end() ? 0 : static_cast<double>(found->second)});
  }
  std::int64_t others = 0;
  for (const auto& [reason, count] : counted) {
    if (!absl::c_linear_search(reasons, reason) && !absl::c_linear_search(left_out, reason)) others += count;
  }
  samples.push_back({.of = "other", .value = static_cast<double>(others)});
  return samples;
}

}  // namespace flagfall::arena::metrics
