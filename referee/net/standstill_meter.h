#ifndef REFEREE_NET_STANDSTILL_METER_H_
#define REFEREE_NET_STANDSTILL_METER_H_

#include <functional>

#include "referee/base/micros.h"
#include "referee/net/thread_times.h"

namespace flagfall {

// Notices when a thread stood still: neither ran, nor waited for a core, nor slept because it wanted to. So it is when
// its process is stopped (SIGSTOP, Ctrl-Z, a debugger), its control group frozen, or its virtual machine halted, and
// then whoever else is stopped along with it stands still too. A machine that is suspended is not noticed, and need not
// be: its steady clock stands as well.
//
// Nothing that somebody sends makes a thread stand still. What costs it time runs on a core, and what takes its core
// from it leaves it in the run queue; the kernel counts both.
//
// While the thread is awake, a standstill is what is missing between two looks at the clock, to the microsecond. While
// it sleeps, only its end can be seen, by a wake-up that comes too late; then the whole sleep counts, since the
// thread would have woken at the first message in it. Example, with a sleep of at most 20 ms:
//
//     sleeps at 0 | stopped at 15 ms ...... a message comes at 900 ms ...... goes on at 3015 ms | wakes, at 20 expected
//                                                                  stood still: 3015 ms, of which 15 are in doubt
//
// To be made and used on one thread.
class StandstillMeter {
 public:
  // `exactly` as ThreadTimesReader::Read.
  using ReadTimes = std::function<ThreadTimes(bool exactly)>;
  struct Sleep {
    // How long the woken thread stood in the run queue.
    Micros in_queue{};
    // For how long the thread stood still; then at least limits::kStandstill.
    Micros stood_still{};
  };

  // Of a thread that is awake at `now`.
  StandstillMeter(ReadTimes read_times, Micros now);

  // The thread is awake. Returns for how long it has stood still since the last call, of any of these; 0 when that is
  // below limits::kStandstill.
  Micros Awake(Micros now);
  // The thread is about to sleep.
  void Sleeps(Micros now);
  // It has woken, and was to wake at `until` at the latest, not before it went to sleep.
  Sleep Wakes(Micros now, Micros until);

 private:
  const ReadTimes read_times_;
  // The last call.
  Micros seen_at_;
  // When the thread's times were last read, and what they were.
  Micros read_at_;
  ThreadTimes read_;
};

}  // namespace flagfall

#endif  // REFEREE_NET_STANDSTILL_METER_H_
