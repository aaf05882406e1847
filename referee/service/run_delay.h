#ifndef REFEREE_SERVICE_RUN_DELAY_H_
#define REFEREE_SERVICE_RUN_DELAY_H_

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

  // Since the thread began. Costs half a microsecond.
  Micros Total() const;

 private:
  int file_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_RUN_DELAY_H_
