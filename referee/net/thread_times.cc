#include "referee/net/thread_times.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace flagfall {
namespace {

Micros OnCoreExactly() {
  timespec ran{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ran);
  return std::chrono::duration_cast<Micros>(std::chrono::seconds(ran.tv_sec) + std::chrono::nanoseconds(ran.tv_nsec));
}

}  // namespace

ThreadTimesReader::ThreadTimesReader() : file_(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}

ThreadTimes ThreadTimesReader::Read(bool exactly) const {
  char text[96];
  const ssize_t size = !file_.is_valid() ? -1 : ::pread(file_.get(), text, sizeof(text), 0);
  // Nanoseconds on a core, nanoseconds in the run queue, times it got a core. Read by hand, since it is read for most
  // plies and sscanf takes as long as the system call.
  std::uint64_t on_core_nanos = 0;
  std::uint64_t in_queue_nanos = 0;
  const char* const end = text + std::max<ssize_t>(size, 0);
  const auto first = std::from_chars(text, end, on_core_nanos);
  const bool has_first = first.ec == std::errc() && first.ptr != end;
  const bool has_both = has_first && std::from_chars(first.ptr + 1, end, in_queue_nanos).ec == std::errc();
  return {.on_core = has_both && !exactly ? Micros(on_core_nanos / 1000) : OnCoreExactly(),
          .in_queue = Micros(in_queue_nanos / 1000)};
}

}  // namespace flagfall
