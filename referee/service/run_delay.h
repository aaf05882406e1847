#ifndef REFEREE_SERVICE_RUN_DELAY_H_
#define REFEREE_SERVICE_RUN_DELAY_H_

#include <optional>

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

  // Of a sleep that took so long and has ended now. Zero for one that was too short to be worth asking the kernel, and
  // for the one after it.
  Micros OfSleep(Micros slept);

 private:
  // Since the thread began. Costs half a microsecond.
  Micros Total() const;

  int file_;
  // The total when the last sleep ended, if that was long enough to ask.
  std::optional<Micros> seen_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_RUN_DELAY_H_
