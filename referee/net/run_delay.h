#ifndef REFEREE_NET_RUN_DELAY_H_
#define REFEREE_NET_RUN_DELAY_H_

#include "referee/base/micros.h"

namespace flagfall {

// How long the calling thread has stood in the kernel's run queue: ready, but without a core. Zero where the kernel
// does not count it. To be made and used on one thread.
class RunDelay {
 public:
  RunDelay();
  ~RunDelay();
  RunDelay(const RunDelay&) = delete;
  RunDelay& operator=(const RunDelay&) = delete;

  // The thread is about to sleep. What it waited for a core while it was awake is no part of that.
  void Sleeps() { seen_ = Total(); }
  // Of that sleep, which took so long and has ended now. Zero for one that was too short to be worth asking the kernel.
  Micros OfSleep(Micros slept) const;

 private:
  // Since the thread began. Costs half a microsecond.
  Micros Total() const;

  int file_;
  // When the thread last went to sleep.
  Micros seen_{};
};

}  // namespace flagfall

#endif  // REFEREE_NET_RUN_DELAY_H_
