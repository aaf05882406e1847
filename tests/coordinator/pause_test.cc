// Runs that are paused: no game begins any more, and those that are being played are played to their end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/coordinator/coordinator.h"
#include "tests/coordinator/example_run.h"

namespace flagfall::arena::coordinator {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

ExampleRun RunWithSlots(const v1::TournamentSpec& spec) {
  return ExampleRun(spec, {}, /*void_attempts_max=*/2, /*shares_slots=*/true);
}

TEST(CoordinatorPause, EndsWhenTheGameThatIsPlayedIsStored) {
  ExampleRun run(SpecOf(2, 4, 1));
  run.Begin();
  run.On(BotReady{0, 4});
  run.On(BotReady{1, 4});
  EXPECT_THAT(run.On(PauseRequested{}), IsEmpty()) << "the game is neither ended nor followed by another";
  EXPECT_THAT(run.On(Over(1, v1::RESULT_RED_WINS)), ElementsAre("store 1: RESULT_RED_WINS"));
  EXPECT_THAT(run.On(Stored({1})), ElementsAre("announce 7-1 at 1/4", "paused"));
}

TEST(CoordinatorPause, LeavesAVoidGameToTheNextRun) {
  ExampleRun run(SpecOf(2, 4, 1));
  run.Begin();
  run.On(PauseRequested{});
  EXPECT_THAT(run.On(Over(1, v1::RESULT_VOID, v1::REASON_HOST_LATE)), ElementsAre("store 1: RESULT_VOID"));
  EXPECT_THAT(run.On(Stored({1}, v1::RESULT_VOID)), ElementsAre("announce 7-1 at 0/4", "paused"));
}

TEST(CoordinatorPause, FinishesARunWhoseLastGameWasBeingPlayed) {
  ExampleRun run(SpecOf(2, 1, 1));
  run.Begin();
  run.On(PauseRequested{});
  run.On(Over(1, v1::RESULT_RED_WINS));
  EXPECT_THAT(run.On(Stored({1})), Contains("finished"));
}

TEST(CoordinatorPause, WaitsForNoSlot) {
  ExampleRun run = RunWithSlots(SpecOf(2, 2, 1));
  run.Begin();
  EXPECT_THAT(run.On(PauseRequested{}), ElementsAre("paused"));
  EXPECT_THAT(run.On(SlotGranted{}), IsEmpty());
}

TEST(CoordinatorPause, ReturnsASlotThatComesTooLate) {
  ExampleRun run = RunWithSlots(SpecOf(2, 4, 2));
  run.Begin();
  run.On(SlotGranted{});
  run.On(BotReady{0, 4});
  EXPECT_THAT(run.On(BotReady{1, 4}), ElementsAre("ask for a slot"));
  EXPECT_THAT(run.On(PauseRequested{}), IsEmpty());
  EXPECT_THAT(run.On(SlotGranted{}), ElementsAre("return a slot"));
  EXPECT_THAT(run.On(Over(1, v1::RESULT_RED_WINS)), ElementsAre("store 1: RESULT_RED_WINS", "return a slot"));
  EXPECT_THAT(run.On(Stored({1})), ElementsAre("announce 7-1 at 1/4", "paused"));
}

TEST(CoordinatorPause, IsCutShortByAStop) {
  ExampleRun run(SpecOf(2, 4, 1));
  run.Begin();
  run.On(PauseRequested{});
  EXPECT_THAT(run.On(StopRequested{}), ElementsAre("end game 1 start 1"));
  EXPECT_THAT(run.On(Over(1, v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST)), ElementsAre("stopped"));
}

}  // namespace
}  // namespace flagfall::arena::coordinator
