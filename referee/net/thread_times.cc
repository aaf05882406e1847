#include "referee/net/thread_times.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>

namespace flagfall {
namespace {

Micros OnCoreExactly() {
  timespec ran{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ran);
  return std::chrono::duration_cast<Micros>(std::chrono::seconds(ran.tv_sec) + std::chrono::nanoseconds(ran.tv_nsec));
}

}  // namespace

ThreadTimesReader::ThreadTimesReader() : file_(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}

ThreadTimesReader::~ThreadTimesReader() {
  if (file_ >= 0) close(file_);
}

ThreadTimes ThreadTimesReader::Read(bool exactly) const {
  char text[96];
  const ssize_t size = file_ < 0 ? -1 : pread(file_, text, sizeof(text) - 1, 0);
  std::uint64_t on_core_nanos = 0;
  std::uint64_t in_queue_nanos = 0;
  if (size > 0) {
    text[size] = '\0';
    // Nanoseconds on a core, nanoseconds in the run queue, times it got a core.
    if (std::sscanf(text, "%" SCNu64 " %" SCNu64, &on_core_nanos, &in_queue_nanos) == 2 && !exactly) {
      return {.on_core = Micros(on_core_nanos / 1000), .in_queue = Micros(in_queue_nanos / 1000)};
    }
  }
  return {.on_core = OnCoreExactly(), .in_queue = Micros(in_queue_nanos / 1000)};
}

}  // namespace flagfall
