#ifndef ARENA_METRICS_BY_REASON_H_
#define ARENA_METRICS_BY_REASON_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arena/metrics/registry.h"

namespace flagfall::arena::metrics {

// What was counted, by reason. Each of `reasons` is always there, so that a graph begins at 0 and an alert finds
// something to look at, and so is "other" at the end: it counts what has a reason that is neither among them nor among
// `left_out`, so that a reason that comes later is not overlooked.
std::vector<Sample> SamplesByReason(const std::map<std::string, std::int64_t>& counted,
                                    const std::vector<std::string>& reasons,
                                    const std::vector<std::string>& left_out = {});

}  // namespace flagfall::arena::metrics

#endif  // ARENA_METRICS_BY_REASON_H_
