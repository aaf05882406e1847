#ifndef ARENA_METRICS_PROCESS_FIGURES_H_
#define ARENA_METRICS_PROCESS_FIGURES_H_

#include <cstdint>
#include <optional>
#include <string>

namespace flagfall::arena::metrics {

// What this process has used and holds, without the processes that it has started.
struct ProcessFigures {
  double cpu_seconds = 0;
  std::uint64_t resident_bytes = 0;
  std::uint64_t open_descriptors = 0;
  std::uint64_t descriptors_max = 0;
};

// Figures that the system does not tell are 0.
ProcessFigures OwnFigures();

// What a process like this one may still write on the disk of that folder; absent when that cannot be told.
std::optional<std::uint64_t> FreeBytesOf(const std::string& folder);

}  // namespace flagfall::arena::metrics

#endif  // ARENA_METRICS_PROCESS_FIGURES_H_
