#include "arena/runner/stop_signals.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <future>

namespace flagfall::arena::runner {
namespace {

void ExpectAsksToStop(int signal) {
  const StopSignals signals;
  std::promise<void> asked;
  const std::stop_callback on_stop(signals.Token(), [&asked] { asked.set_value(); });
  EXPECT_FALSE(signals.Token().stop_requested());
  ::kill(::getpid(), signal);
  asked.get_future().wait();
  EXPECT_TRUE(signals.Token().stop_requested());
}

TEST(StopSignals, InterruptAsksToStop) { ExpectAsksToStop(SIGINT); }

TEST(StopSignals, TerminateAsksToStop) { ExpectAsksToStop(SIGTERM); }

TEST(StopSignals, EndsWithoutASignal) {
  const StopSignals signals;
  EXPECT_FALSE(signals.Token().stop_requested());
}

TEST(StopSignalsDeathTest, TheSecondEndsTheProcess) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(
      {
        const StopSignals signals;
        std::promise<void> asked;
        const std::stop_callback on_stop(signals.Token(), [&asked] { asked.set_value(); });
        ::kill(::getpid(), SIGINT);
        asked.get_future().wait();
        ::kill(::getpid(), SIGINT);
        for (;;) ::pause();
      },
      testing::ExitedWithCode(130), "");
}

}  // namespace
}  // namespace flagfall::arena::runner
