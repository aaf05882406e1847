// Games that waited for a bot whose process or stream has gone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/coordinator/example_run.h"

namespace flagfall::arena::coordinator {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// One stall, one set of losses: those that it played when its stream ended.
TEST(Coordinator, GamesThatNeverBeganWithAProcessThatHasGoneArePlayedWithTheNext) {
  ExampleRun run(SpecOf(2, 6, 4));
  run.Begin();
  run.On(BotReady{0, 4});
  run.On(BotReady{1, 4});
  EXPECT_THAT(run.On(BotDisconnected{1, "it reads too slowly", /*was_there=*/true}), IsEmpty());
  for (std::uint32_t number = 1; number <= 3; ++number) {
    EXPECT_THAT(run.On(Over(number, v1::RESULT_RED_WINS, v1::REASON_SLOW_READER)),
                ElementsAre(HasSubstr(absl::StrCat("store ", number))))
        << "nothing is begun with a bot whose stream has ended";
  }
  EXPECT_THAT(run.On(Over(4, v1::RESULT_RED_WINS, v1::REASON_SLOW_READER)),
              ElementsAre("store 4: RESULT_RED_WINS", "play 5 start 1: 0 life 1 - 1 life 1"))
      << "but one, by which its absence is noticed";
  EXPECT_THAT(run.On(BotExited{1, 1, "exited with code 1"}),
              ElementsAre(HasSubstr("end 1 life 1"), HasSubstr("notice"), HasSubstr("fault of 1")));
  EXPECT_THAT(run.On(Over(5, v1::RESULT_RED_WINS, v1::REASON_FORFEIT_NO_SHOW)),
              ElementsAre("start 1 life 2", "play 5 start 2: 0 life 1 - 1 life 2"))
      << "it is not forfeited";
  EXPECT_THAT(run.On(BotReady{1, 4}), ElementsAre("play 6 start 1: 1 life 2 - 0 life 1"));
}

TEST(Coordinator, ABotThatComesBackHasAllItsGamesAgain) {
  ExampleRun run(SpecOf(2, 6, 4));
  run.Begin();
  run.On(BotReady{0, 4});
  run.On(BotReady{1, 4});
  run.On(BotDisconnected{1, "its stream has ended", /*was_there=*/true});
  EXPECT_THAT(run.On(Over(1, v1::RESULT_RED_WINS)), ElementsAre("store 1: RESULT_RED_WINS"));
  EXPECT_THAT(run.On(BotReady{1, 4}), ElementsAre(HasSubstr("play 5 start 1")));
}

TEST(Coordinator, GameThatIsCutOffTooOftenIsForfeited) {
  v1::TournamentSpec spec = SpecOf(2, 1, 1);
  spec.set_faults_max(100);
  ExampleRun run(spec);
  run.Begin();
  for (std::uint32_t life = 1; life <= 3; ++life) {
    run.On(BotReady{1, 1});
    EXPECT_THAT(run.On(Over(1, v1::RESULT_RED_WINS, v1::REASON_FORFEIT_NO_SHOW, life)).back(),
                HasSubstr(life == 3 ? "store 1" : absl::StrCat("play 1 start ", life + 1)));
  }
}

TEST(Coordinator, GamesOfABotWhoseProcessesGoAreForfeitedWhenItIsSuspended) {
  ExampleRun run(SpecOf(2, 1, 1));
  run.Begin();
  for (std::uint32_t life = 1; life <= 2; ++life) {
    run.On(BotReady{1, 1});
    EXPECT_THAT(run.On(Over(1, v1::RESULT_RED_WINS, v1::REASON_FORFEIT_NO_SHOW, life)).back(),
                HasSubstr(life == 2 ? "forfeit 1 blue: bot1 is suspended" : "play 1 start 2"));
  }
}

}  // namespace
}  // namespace flagfall::arena::coordinator
