// A run of a bot that is tuned: its processes have the options of the games that they play.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/coordinator/example_run.h"

namespace flagfall::arena::coordinator {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(TunedBot, HasAProcessForEachOfItsValues) {
  v1::TournamentSpec spec = SpecOf(1, 2, 3);
  spec.set_format(v1::TournamentSpec::FORMAT_TUNE);
  spec.set_rounds(3);
  v1::TunedOption& option = *spec.mutable_tuning()->add_options();
  option.set_name("depth");
  option.set_type(v1::TunedOption::TYPE_INTEGER);
  option.set_high(100);
  spec.mutable_tuning()->set_iterations_at_once(2);
  std::vector<EnteredBot> bots;
  for (const char* const name : {"bot0", "bot0#2", "bot0#3", "bot0#4"}) {
    bots.push_back({.name = name, .suspended_reason = ""});
  }
  ExampleRun run(spec, bots);
  // Games 1 and 2 are the first iteration, of players 0 and 1; 5 and 6 are the third, of the same with other values.
  EXPECT_THAT(run.Begin(), ElementsAre("at 0/6", "start 0 life 1", "start 1 life 1", HasSubstr("play 1 start 1: "),
                                       "start 3 life 1", "start 2 life 1", HasSubstr("play 3 start 1: ")));
  run.On(BotReady{0, 8});
  EXPECT_THAT(run.On(BotReady{1, 8}), ElementsAre(HasSubstr("play 2 start 1: ")));
  EXPECT_THAT(run.On(Over(1, v1::RESULT_DRAW)), ElementsAre("store 1: RESULT_DRAW")) << "the second game is on";
  const std::vector<std::string> lines = run.On(Over(2, v1::RESULT_DRAW));
  const std::string other = ": the next game is to be played with other values of options";
  EXPECT_THAT(lines, ElementsAre("store 2: RESULT_DRAW", HasSubstr("life 1" + other), HasSubstr("life 2"),
                                 HasSubstr("life 1" + other), HasSubstr("life 2"), HasSubstr("play 5 start 1: "),
                                 HasSubstr("play 6 start 1: ")));
}

}  // namespace
}  // namespace flagfall::arena::coordinator
