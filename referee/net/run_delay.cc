#include "referee/net/run_delay.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>

namespace flagfall {
namespace {

constexpr Micros kBriefSleep(100);

}  // namespace

RunDelay::RunDelay() : file_(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}

RunDelay::~RunDelay() {
  if (file_ >= 0) close(file_);
}

Micros RunDelay::OfSleep(Micros slept) const {
  return slept > kBriefSleep ? std::min(Total() - seen_, slept) : Micros(0);
}

Micros RunDelay::Total() const {
  char text[96];
  const ssize_t size = file_ < 0 ? -1 : pread(file_, text, sizeof(text) - 1, 0);
  if (size <= 0) return Micros(0);
  text[size] = '\0';
  // Nanoseconds on a core, nanoseconds in the run queue, times it got a core.
  std::uint64_t run_queue_nanos = 0;
  if (std::sscanf(text, "%*u %" SCNu64, &run_queue_nanos) != 1) return Micros(0);
  return Micros(run_queue_nanos / 1000);
}

}  // namespace flagfall
