#ifndef REFEREE_NET_THREAD_TIMES_H_
#define REFEREE_NET_THREAD_TIMES_H_

#include "referee/base/descriptor.h"
#include "referee/base/micros.h"

namespace flagfall {

// What the kernel has counted for a thread since it began.
struct ThreadTimes {
  Micros on_core{};
  // In the run queue: ready, but without a core. Zero where the kernel does not count it.
  Micros in_queue{};
};

// Reads the times of the thread that has made it, on which alone it may be used.
class ThreadTimesReader {
 public:
  ThreadTimesReader();

  // Costs half a microsecond, and `on_core` may then lack what the thread ran since the scheduler's last tick, some
  // milliseconds; `exactly` costs a system call more.
  ThreadTimes Read(bool exactly) const;

 private:
  const Descriptor file_;
};

}  // namespace flagfall

#endif  // REFEREE_NET_THREAD_TIMES_H_
