// Runs that share with others how many games are played at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/coordinator/coordinator.h"
#include "tests/coordinator/example_run.h"

namespace flagfall::arena::coordinator {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ExampleRun SharingRun(const v1::TournamentSpec& spec, const std::vector<EnteredBot>& bots = {}) {
  return ExampleRun(spec, bots, /*void_attempts_max=*/2, /*shares_slots=*/true);
}

TEST(CoordinatorSlots, EachGameTakesASlotAndReturnsIt) {
  ExampleRun run = SharingRun(SpecOf(2, 2, 1));
  EXPECT_THAT(run.Begin(), ElementsAre("at 0/2", "ask for a slot")) << "no process is started before there is a slot";
  EXPECT_THAT(run.On(SlotGranted{}),
              ElementsAre("start 0 life 1", "start 1 life 1", "play 1 start 1: 0 life 1 - 1 life 1"));
  EXPECT_THAT(run.On(BotReady{0, 4}), IsEmpty());
  EXPECT_THAT(run.On(BotReady{1, 4}), IsEmpty());
  EXPECT_THAT(run.On(Over(1, v1::RESULT_RED_WINS)),
              ElementsAre("store 1: RESULT_RED_WINS", "ask for a slot", "return a slot"))
      << "in this order, so that it may have the same slot again";
  EXPECT_THAT(run.On(Stored({1})), ElementsAre("announce 7-1 at 1/2")) << "it has asked already";
  EXPECT_THAT(run.On(SlotGranted{}), ElementsAre("play 2 start 1: 1 life 1 - 0 life 1"));
  EXPECT_THAT(run.On(Over(2, v1::RESULT_DRAW)), ElementsAre("store 2: RESULT_DRAW", "return a slot"));
  EXPECT_THAT(run.On(Stored({2}, v1::RESULT_DRAW)), testing::Contains("finished"));
}

TEST(CoordinatorSlots, AsksForNoMoreThanItsBotsCanPlay) {
  ExampleRun run = SharingRun(SpecOf(2, 4, 3));
  EXPECT_THAT(run.Begin(), ElementsAre("at 0/4", "ask for a slot"));
  EXPECT_EQ(run.On(SlotGranted{}).size(), 3u) << "until its hello a bot plays one game";
  EXPECT_THAT(run.On(BotReady{0, 4}), IsEmpty());
  EXPECT_THAT(run.On(BotReady{1, 4}), ElementsAre("ask for a slot", "ask for a slot"))
      << "three at once, as the spec has it";
  EXPECT_THAT(run.On(SlotGranted{}), ElementsAre(HasSubstr("play 2")));
  EXPECT_THAT(run.On(SlotGranted{}), ElementsAre(HasSubstr("play 3")));
}

TEST(CoordinatorSlots, AForfeitTakesNone) {
  ExampleRun run = SharingRun(
      SpecOf(2, 2, 1), {{.name = "bot0", .suspended_reason = "too slow"}, {.name = "bot1", .suspended_reason = ""}});
  EXPECT_THAT(run.Begin(), ElementsAre("at 0/2", HasSubstr("forfeit 1 red"), HasSubstr("forfeit 2 blue")));
}

TEST(CoordinatorSlots, WhatComesTooLateGoesBack) {
  ExampleRun run = SharingRun(SpecOf(2, 2, 1));
  EXPECT_EQ(run.Begin().size(), 2u);
  EXPECT_THAT(run.On(StopRequested{}), ElementsAre("stopped")) << "nobody waits for a slot that is not needed";
  EXPECT_THAT(run.On(SlotGranted{}), IsEmpty());
}

TEST(CoordinatorSlots, AStopReturnsTheSlotsOfGamesThatItEnds) {
  ExampleRun run = SharingRun(SpecOf(2, 4, 2));
  run.Begin();
  run.On(SlotGranted{});
  run.On(BotReady{0, 4});
  EXPECT_THAT(run.On(BotReady{1, 4}), ElementsAre("ask for a slot"));
  EXPECT_THAT(run.On(StopRequested{}), ElementsAre("end game 1 start 1"));
  EXPECT_THAT(run.On(SlotGranted{}), ElementsAre("return a slot"));
  EXPECT_THAT(run.On(Over(1, v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST)), ElementsAre("return a slot", "stopped"));
}

}  // namespace
}  // namespace flagfall::arena::coordinator
