// A loop whose thread stands still, and one whose whole process is stopped.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>

#include "referee/base/check.h"
#include "referee/net/net_limits.h"
#include "tests/net/loop_source.h"

namespace flagfall {
namespace {

// A handler that neither runs nor waits for a core, as if the process had been stopped in it.
TEST(StoppedLoop, AStandstillWithinATurnIsToldAndDelaysNobody_2_2) {
  constexpr Micros kStood = std::chrono::milliseconds(300);
  EventLoop loop;
  Micros told{};
  Micros delay(-1);
  loop.WatchStandstills([] { return true; }, [&](Micros, Micros stood) { told += stood; });
  Source second(loop, [&] {
    delay = loop.PickupDelay();
    EXPECT_GE(told, kStood) << "it is told before anything else is handled";
    loop.Stop();
  });
  Micros took{};
  Source first(loop, [&] {
    second.Raise();
    const Micros began = SteadyNow();
    ::poll(nullptr, 0, kStood / std::chrono::milliseconds(1));
    took = SteadyNow() - began;
  });
  first.Raise();
  const Micros began = SteadyNow();
  loop.Run();
  const Micros all = SteadyNow() - began;
  EXPECT_GE(told, kStood);
  EXPECT_LE(told, all);
  EXPECT_EQ(loop.StoodStill(), told);
  EXPECT_LE(delay, all - told);
}

TEST(StoppedLoop, ATurnThatOnlyTakesLongIsNoStandstill_2_2) {
  EventLoop loop;
  Source busy(loop, [&] {
    KeepBusy(std::chrono::milliseconds(100));
    loop.Stop();
  });
  busy.Raise();
  loop.Run();
  loop.Now();
  EXPECT_EQ(loop.StoodStill(), Micros(0));
}

// What the loop of a process noticed of the time for which it was stopped.
struct Stopped {
  Micros told;
  Micros delay;
  Micros deadline_moved;
};

// Stops a process that plays for `stopped`, sends it a message meanwhile, and lets it go on.
Stopped StopAProcess(Micros stopped) {
  int to_child[2];
  int from_child[2];
  FLAGFALL_CHECK(::pipe(to_child) == 0 && ::pipe(from_child) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    EventLoop loop;
    Stopped seen{};
    const Micros due = SteadyNow() + stopped / 2;
    Timer deadline(loop.timers(), [&](Micros now) {
      seen.deadline_moved = now - due;
      ::write(from_child[1], &seen, sizeof seen);
      loop.Stop();
    });
    deadline.Set(due);
    struct Message final : Watched {
      void OnEvents(std::uint32_t /*events*/) override {
        char byte = 0;
        ::read(socket, &byte, 1);
        seen->delay = std::max(seen->delay, loop->PickupDelay());
      }
      EventLoop* loop = nullptr;
      Stopped* seen = nullptr;
      int socket = -1;
    } message;
    message.loop = &loop;
    message.seen = &seen;
    message.socket = to_child[0];
    loop.Watch(to_child[0], EPOLLIN, message);
    loop.WatchStandstills([] { return true; }, [&](Micros, Micros stood) { seen.told += stood; });
    Source ready(loop, [&] { ::write(from_child[1], "r", 1); });
    ready.Raise();
    loop.Run();
    ::_exit(0);
  }
  char byte = 0;
  Stopped seen{};
  FLAGFALL_CHECK(::read(from_child[0], &byte, 1) == 1);
  int status = 0;
  ::kill(child, SIGSTOP);
  ::waitpid(child, &status, WUNTRACED);
  ::write(to_child[1], "m", 1);
  ::poll(nullptr, 0, static_cast<int>(stopped / std::chrono::milliseconds(1)));
  ::kill(child, SIGCONT);
  FLAGFALL_CHECK(::read(from_child[0], &seen, sizeof seen) == sizeof seen);
  ::waitpid(child, &status, 0);
  return seen;
}

TEST(StoppedLoop, AProcessThatIsStoppedStandsStillAndItsTimersWithIt_2_2) {
  constexpr Micros kStopped = std::chrono::milliseconds(600);
  const Stopped seen = StopAProcess(kStopped);
  EXPECT_GE(seen.told, kStopped - 2 * limits::kHeartbeat);
  EXPECT_GE(seen.deadline_moved, kStopped - 2 * limits::kHeartbeat) << "its timers stood too";
  EXPECT_LT(seen.delay, kStopped / 2) << "the time is given back once, and not as a delay besides";
}

}  // namespace
}  // namespace flagfall
