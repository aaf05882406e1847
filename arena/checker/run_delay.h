#ifndef ARENA_CHECKER_RUN_DELAY_H_
#define ARENA_CHECKER_RUN_DELAY_H_

#include <sys/types.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/micros.h"

namespace flagfall::arena::checker {

// Measures for how long others kept a bot from running: the time for which its threads were ready to run and had no
// processor (the kernel's run delay, proc/PID/task/TID/schedstat), but never more than the processor time that all
// others on the machine used meanwhile. Threads of the bot that wait for each other are thereby the bot's own affair.
//
// The kernel counts for the threads that live, so the meter looks again and again and adds up what it saw; what a
// thread waited after the last look before it ended is lost. Where the kernel does not count, all is 0. Used by one
// thread; all times are given by the caller and must not go backwards.
class RunDelayMeter {
 public:
  // `find_processes` returns the bot's living processes; it may be slow, and once it has found one it is asked once a
  // second. `proc` is the folder in which the kernel shows processes.
  explicit RunDelayMeter(std::function<std::vector<pid_t>()> find_processes, std::string proc = "/proc");

  // Forgets all that was seen. To be called when the bot's process was started, and between steps.
  void Restart(Micros now);
  // Takes a look, unless the last one has only just been taken.
  void Look(Micros now);
  // Takes a look and returns for how long others kept the bot's threads from running between `from`, or Restart if that
  // was later, and `now`. At most `now` - `from`.
  Micros HeldSince(Micros from, Micros now);

 private:
  // All sums are since the meter was made.
  struct Seen {
    Micros at{};
    // What the bot's threads waited, and what they ran.
    Micros waited{};
    Micros ran{};
    // The processor time that was used on the machine, by everybody.
    Micros busy{};
  };
  struct ThreadTimes {
    Micros ran{};
    Micros waited{};
  };
  // A process and one of its threads; a thread's number alone may be used again.
  using Thread = std::pair<pid_t, pid_t>;

  void TakeLook(Micros now);
  void AddThreadsOf(pid_t process, std::map<Thread, ThreadTimes>& found);

  const std::function<std::vector<pid_t>()> find_processes_;
  const std::string proc_;
  std::vector<pid_t> processes_;
  Micros next_search_{};
  std::map<Thread, ThreadTimes> threads_;
  // What was seen since Restart, oldest first.
  std::vector<Seen> seen_;
  Seen sum_;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_RUN_DELAY_H_
