// Measures and freezes bots in control groups while they run.
#include "arena/bots/bot_meter.h"

#include "tests/bots/sandbox_fixture.h"

namespace flagfall::arena::bots {
namespace {

class BotMeterTest : public SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    if (IsSkipped()) return;
    const supervisor::CgroupFolders& folders = Found(mode_)->cgroups;
    if (!folders.HasAny() || !folders.CanFreeze()) GTEST_SKIP() << "no writable control groups on this machine";
  }

  // Starts a bot that computes without end.
  std::unique_ptr<BotProcess> StartBusy(bool is_frozen_off_turn) {
    BotLaunch launch = Shell("echo ready; while :; do :; done");
    launch.is_frozen_off_turn = is_frozen_off_turn;
    auto process = Start(launch);
    EXPECT_TRUE(Says("ready"));
    return process;
  }

  // Waits until the bot uses more processor time; false when it does not in time.
  static bool Runs(BotMeter& meter) {
    const auto before = meter.Read().cpu;
    return WaitFor([&] { return meter.Read().cpu > before; });
  }

  // Waits until the bot uses no processor time for a while; false when it does not in time.
  static bool Rests(BotMeter& meter) {
    return WaitFor([&] {
      const auto before = meter.Read().cpu;
      ::usleep(20'000);
      return meter.Read().cpu == before;
    });
  }
};

TEST_F(BotMeterTest, ReadsWhatABotUsesWhileItRuns) {
  const auto process = StartBusy(false);
  ASSERT_NE(process->meter(), nullptr);
  BotMeter& meter = *process->meter();
  EXPECT_TRUE(Runs(meter));
  EXPECT_GT(meter.Read().memory_bytes_peak, 0U);
  EXPECT_EQ(meter.Read().processes, 1U);
  EXPECT_EQ(meter.Read().off_turn_cpu.count(), 0);
}

TEST_F(BotMeterTest, TellsWhatWasUsedOffTurn) {
  const auto process = StartBusy(false);
  BotMeter& meter = *process->meter();
  meter.EndTurn();
  EXPECT_TRUE(WaitFor([&] { return meter.Read().off_turn_cpu.count() > 0; }));
  meter.BeginTurn();
  const auto off_turn = meter.Read().off_turn_cpu;
  EXPECT_GT(off_turn.count(), 0);
  EXPECT_TRUE(Runs(meter));
  EXPECT_EQ(meter.Read().off_turn_cpu, off_turn);
  EXPECT_LT(off_turn, meter.Read().cpu);
}

TEST_F(BotMeterTest, FreezesOffTurnAndThawsForATurnAndForAMoment) {
  const auto process = StartBusy(true);
  BotMeter& meter = *process->meter();
  meter.EndTurn();
  EXPECT_TRUE(Rests(meter));
  meter.ThawForAMoment();
  EXPECT_TRUE(Runs(meter));
  meter.EndTurn();
  EXPECT_TRUE(Rests(meter));
  meter.BeginTurn();
  EXPECT_TRUE(Runs(meter));
}

TEST_F(BotMeterTest, AFrozenBotIsStoppedLikeAnyOther) {
  // Its supervisor sees to it, and tells of it. On a machine that is too busy for that within kSupervisorMax the bot is
  // ended without, so one of several times has to do.
  bool has_told = false;
  for (int time = 0; time < 5 && !has_told; ++time) {
    const auto process = StartBusy(true);
    process->meter()->EndTurn();
    EXPECT_TRUE(Rests(*process->meter()));
    process->Stop();
    has_told = process->Use().has_value();
    EXPECT_THAT(Left(), testing::IsEmpty());
  }
  EXPECT_TRUE(has_told);
}

TEST_F(BotMeterTest, OutlivesItsBot) {
  auto process = StartBusy(false);
  const std::shared_ptr<BotMeter> meter = process->meter();
  EXPECT_TRUE(Runs(*meter));
  meter->EndTurn();
  process.reset();
  meter->BeginTurn();
  EXPECT_EQ(meter->Read().processes, 0U);
  EXPECT_GE(meter->Read().off_turn_cpu.count(), 0) << "the group that is gone reads less than it did";
}

}  // namespace
}  // namespace flagfall::arena::bots
