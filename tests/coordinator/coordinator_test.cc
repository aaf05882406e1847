// A coordinator by example: what it commands about each event.
#include "arena/coordinator/coordinator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "tests/coordinator/example_run.h"

namespace flagfall::arena::coordinator {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

TEST(Coordinator, PlaysTwoGamesOneAfterTheOther) {
  ExampleRun run(SpecOf(2, 2, 1));
  EXPECT_THAT(run.Begin(),
              ElementsAre("at 0/2", "start 0 life 1", "start 1 life 1", "play 1 start 1: 0 life 1 - 1 life 1"));
  EXPECT_THAT(run.On(BotReady{0, 4}), IsEmpty());
  EXPECT_THAT(run.On(BotReady{1, 4}), IsEmpty());
  EXPECT_THAT(run.On(Over(1, v1::RESULT_RED_WINS)),
              ElementsAre("store 1: RESULT_RED_WINS", "play 2 start 1: 1 life 1 - 0 life 1"));
  EXPECT_THAT(run.On(Stored({1})), ElementsAre("announce 7-1 at 1/2"));
  EXPECT_THAT(run.On(Over(2, v1::RESULT_DRAW)), ElementsAre("store 2: RESULT_DRAW"));
  EXPECT_THAT(run.On(Stored({2}, v1::RESULT_DRAW)),
              ElementsAre("end 0 life 1: it has played all its games", "end 1 life 1: it has played all its games",
                          "announce 7-2 at 2/2", "finished"));
  EXPECT_TRUE(run.coordinator().IsOver());
  EXPECT_THAT(run.On(StopRequested{}), IsEmpty());
}

TEST(Coordinator, GivesABotOneGameUntilItsHelloAsksForMore) {
  ExampleRun run(SpecOf(2, 4, 3));
  EXPECT_EQ(run.Begin().size(), 4U);
  EXPECT_THAT(run.On(BotReady{0, 4}), IsEmpty());
  EXPECT_THAT(run.On(BotReady{1, 2}), ElementsAre(HasSubstr("play 2")));
  EXPECT_THAT(run.On(Over(2, v1::RESULT_DRAW)), ElementsAre(HasSubstr("store 2"), HasSubstr("play 3")));
}

TEST(Coordinator, SecondOfADuplicatePairWaitsForTheFirstOnTheDiskAndHasNewProcesses) {
  v1::TournamentSpec spec = SpecOf(2, 2, 2);
  spec.set_duplicate(true);
  ExampleRun run(spec);
  EXPECT_EQ(run.Begin().size(), 4U);
  EXPECT_THAT(run.On(BotReady{0, 4}), IsEmpty());
  EXPECT_THAT(run.On(BotReady{1, 4}), IsEmpty());
  EXPECT_THAT(run.On(Over(1, v1::RESULT_RED_WINS)), ElementsAre("store 1: RESULT_RED_WINS"));
  EXPECT_THAT(
      run.On(Stored({1})),
      ElementsAre("announce 7-1 at 1/2", "end 1 life 1: the next game is to be played without memory of this one",
                  "start 1 life 2", "end 0 life 1: the next game is to be played without memory of this one",
                  "start 0 life 2", "play 2 start 1: 1 life 2 - 0 life 2"));
}

TEST(Coordinator, VoidGameIsStoredAndPlayedAgainWithAnotherSeed) {
  ExampleRun run(SpecOf(2, 2, 1));
  const std::vector<Command> first = run.coordinator().Begin();
  const std::vector<Command> again = run.coordinator().Handle(Over(1, v1::RESULT_VOID, v1::REASON_HOST_LATE));
  EXPECT_THAT(Lines(again), ElementsAre("store 1: RESULT_VOID", "play 1 start 2: 0 life 1 - 1 life 1"));
  EXPECT_NE(std::get<PlayGame>(first.back()).seed, std::get<PlayGame>(again.back()).seed);
  // An answer about the first start comes too late to mean anything.
  EXPECT_THAT(run.On(Over(1, v1::RESULT_RED_WINS)), IsEmpty());
}

TEST(Coordinator, GameThatIsVoidTooOftenIsLeftToALaterRun) {
  ExampleRun run(SpecOf(2, 1, 1));
  run.Begin();
  run.On(Over(1, v1::RESULT_VOID, v1::REASON_HOST_LATE));
  EXPECT_THAT(run.On(Over(1, v1::RESULT_VOID, v1::REASON_HOST_LATE, 2)), ElementsAre("store 1: RESULT_VOID"));
  EXPECT_THAT(run.On(Stored({1, 1}, v1::RESULT_VOID)),
              ElementsAre("announce 7-1 at 0/1", "announce 7-1 at 0/1",
                          HasSubstr("fail: 1 game left, void 2 times each, the first 7-1: the host was too slow")));
}

TEST(Coordinator, GameThatIsVoidSinceNeitherBotAnswersIsNotTheHostsFault) {
  ExampleRun run(SpecOf(2, 1, 1));
  run.Begin();
  run.On(Over(1, v1::RESULT_VOID, v1::REASON_OUT_OF_TIME));
  run.On(Over(1, v1::RESULT_VOID, v1::REASON_OUT_OF_TIME, 2));
  EXPECT_THAT(
      run.On(Stored({1, 1}, v1::RESULT_VOID)),
      Contains(HasSubstr("fail: 1 game left, void 2 times each, the first 7-1: neither bot had set up in time")));
}

// Stores what is to be stored, an answer late, as long as there is anything; all commands as lines.
std::vector<std::string> StoreForfeits(ExampleRun& run) {
  std::vector<std::string> lines;
  std::deque<std::uint32_t> unstored;
  const auto take = [&](const std::vector<Command>& commands) {
    for (const Command& command : commands) {
      lines.push_back(std::visit(Line(), command));
      if (const auto* forfeit = std::get_if<StoreForfeit>(&command)) unstored.push_back(forfeit->game.number);
    }
  };
  take(run.coordinator().Begin());
  for (; !unstored.empty(); unstored.pop_front()) {
    ResultsStored stored = Stored({unstored.front()});
    stored.results[0].summary.mutable_outcome()->set_reason(v1::REASON_FORFEIT_NO_SHOW);
    take(run.coordinator().Handle(std::move(stored)));
  }
  return lines;
}

TEST(Coordinator, TestAgainstABotThatDoesNotComeEndsAfterTenPairsWithWords) {
  v1::TournamentSpec spec = SpecOf(2, 2, 4);
  spec.set_format(v1::TournamentSpec::FORMAT_SPRT);
  ExampleRun run(spec, {{.name = "bot0", .suspended_reason = ""}, {.name = "bot1", .suspended_reason = "away"}});
  const std::vector<std::string> lines = StoreForfeits(run);
  const auto forfeits =
      std::count_if(lines.begin(), lines.end(), [](const std::string& line) { return line.starts_with("forfeit "); });
  EXPECT_EQ(forfeits, 20);
  ASSERT_GE(lines.size(), 2U);
  EXPECT_EQ(lines.back(), "finished");
  EXPECT_EQ(lines[lines.size() - 2],
            "notice: the match ends without a verdict, after 10 pairs in a row with a game that nobody played");
}

TEST(Coordinator, OtherFormatsAreForfeitedToTheirEnd) {
  ExampleRun run(SpecOf(2, 100, 1),
                 {{.name = "bot0", .suspended_reason = ""}, {.name = "bot1", .suspended_reason = "away"}});
  const std::vector<std::string> lines = StoreForfeits(run);
  EXPECT_THAT(lines, Contains("announce 7-100 at 100/100"));
  EXPECT_EQ(lines.back(), "finished");
}

TEST(Coordinator, ProcessThatDiesIsAFaultAndASecondOneSuspendsTheBot) {
  ExampleRun run(SpecOf(2, 3, 1));
  run.Begin();
  EXPECT_THAT(run.On(BotDisconnected{0, "its hello is wrong"}), IsEmpty());
  const std::string reason =
      "its process exited with code 1 after: its hello is wrong (`flagfall bot log bot0 --tournament 7` shows its "
      "output)";
  EXPECT_THAT(
      run.On(BotExited{0, 1, "exited with code 1"}),
      ElementsAre("end 0 life 1: its process exited with code 1", "notice: bot0: " + reason, "fault of 0: " + reason));
  // The same process cannot die twice.
  EXPECT_THAT(run.On(BotExited{0, 1, "exited with code 1"}), IsEmpty());
  EXPECT_THAT(run.On(Over(1, v1::RESULT_BLUE_WINS, v1::REASON_FORFEIT_NO_SHOW)),
              ElementsAre("store 1: RESULT_BLUE_WINS", "start 0 life 2", "play 2 start 1: 1 life 1 - 0 life 2"));
  EXPECT_THAT(run.On(BotExited{0, 2, "exited with code 1"}),
              ElementsAre(HasSubstr("end 0 life 2"), HasSubstr("notice"), HasSubstr("fault of 0"),
                          "notice: bot0 is suspended after 2 faults; its remaining games are forfeited"));
  EXPECT_THAT(
      run.On(Over(2, v1::RESULT_RED_WINS, v1::REASON_DISCONNECTED)),
      ElementsAre("store 2: RESULT_RED_WINS", HasSubstr("forfeit 3 red: bot0 is suspended: its process exited")));
}

constexpr char kKilled[] = "its supervisor was killed by SIGKILL";

TEST(Coordinator, SupervisorThatDiesIsTheHostsFaultAndTheGameIsVoidAndPlayedAgain) {
  ExampleRun run(SpecOf(2, 1, 1));
  run.Begin();
  EXPECT_THAT(run.On(BotExited{0, 1, kKilled, /*has_lost_supervisor=*/true}),
              ElementsAre("end game 1 start 1: REASON_SUPERVISOR_KILLED, bot0: its supervisor was killed by SIGKILL",
                          "end 0 life 1: its supervisor was killed by SIGKILL",
                          "notice: bot0: its supervisor was killed by SIGKILL, which is no fault of the bot: the games "
                          "that it was in are void and played again"));
  EXPECT_THAT(run.On(Over(1, v1::RESULT_VOID, v1::REASON_SUPERVISOR_KILLED)),
              ElementsAre("store 1: RESULT_VOID", "start 0 life 2", "play 1 start 2: 0 life 2 - 1 life 1"));
  // The process that is gone cannot void the game of the next one.
  EXPECT_THAT(run.On(BotExited{0, 1, kKilled, true}), IsEmpty());
}

// Before its hello it has no game in play that it could save.
TEST(Coordinator, HoldsTheFourthDeathInPlayAgainstABotThatMayKillItsSupervisor) {
  ExampleRun run(SpecOf(2, 1, 1), {}, /*void_attempts_max=*/9);
  run.Begin();
  for (std::uint32_t life = 1; life <= 3; ++life) {
    run.On(BotReady{0, 4});
    EXPECT_THAT(run.On(BotExited{0, life, kKilled, true, /*may_have_killed_it=*/true}),
                Contains(HasSubstr("which is no fault of the bot")));
    run.On(Over(1, v1::RESULT_VOID, v1::REASON_SUPERVISOR_KILLED, life));
  }
  EXPECT_THAT(run.On(BotExited{0, 4, kKilled, true, true}), Contains(HasSubstr("which is no fault of the bot")));
  run.On(Over(1, v1::RESULT_VOID, v1::REASON_SUPERVISOR_KILLED, 4));
  run.On(BotReady{0, 4});
  EXPECT_THAT(
      run.On(BotExited{0, 5, kKilled, true, true}),
      ElementsAre(HasSubstr("end 0 life 5"), HasSubstr("notice: bot0: its supervisor was killed by SIGKILL in play"),
                  HasSubstr("fault of 0")));
}

TEST(Coordinator, EndsEachGameOfTwoBotsThatLoseTheirSupervisorsOnce) {
  ExampleRun run(SpecOf(2, 1, 1));
  run.Begin();
  EXPECT_THAT(run.On(BotExited{0, 1, kKilled, true}),
              ElementsAre(HasSubstr("end game 1"), HasSubstr("end 0 life 1"), HasSubstr("notice: bot0")));
  EXPECT_THAT(run.On(BotExited{1, 1, kKilled, true}),
              ElementsAre(HasSubstr("end 1 life 1"), HasSubstr("notice: bot1")));
}

TEST(Coordinator, LeavesTheGamesOfABotThatLosesItsSupervisorAgainAndAgainToALaterRunAndPlaysTheOthers) {
  ExampleRun run(SpecOf(3, 1, 1));
  EXPECT_THAT(run.Begin(), Contains("play 1 start 1: 1 life 1 - 2 life 1"));
  run.On(BotExited{1, 1, kKilled, true});
  EXPECT_THAT(run.On(Over(1, v1::RESULT_VOID, v1::REASON_SUPERVISOR_KILLED)),
              Contains("play 1 start 2: 1 life 2 - 2 life 1"));
  EXPECT_THAT(
      run.On(BotExited{1, 2, kKilled, true}),
      Contains(
          "notice: bot1: its supervisor was killed by SIGKILL, which is no fault of the bot: the games that it "
          "was in are void; that has happened 2 times in this run, so its remaining games are left to a later one"));
  // The one game without it is played.
  EXPECT_THAT(
      run.On(Over(1, v1::RESULT_VOID, v1::REASON_SUPERVISOR_KILLED, 2)),
      ElementsAre("store 1: RESULT_VOID", "start 0 life 1", MatchesRegex("play [23] start 1: . life 1 - . life 1")));
  run.On(Stored({1, 1}, v1::RESULT_VOID));
  for (const std::uint32_t number : {2U, 3U}) run.On(Over(number, v1::RESULT_RED_WINS));
  std::vector<std::string> end = run.On(Stored({2}));
  ASSERT_FALSE(end.empty());
  EXPECT_EQ(end.back(),
            "fail: 2 games left, the first 7-1: bots' supervisors died (bot1's 2 times, the last: its supervisor was "
            "killed by SIGKILL): see whether the machine ran out of memory (`dmesg`) or who has killed them; then "
            "`tournament resume` plays them");
}

TEST(Coordinator, BotThatDoesNotComeInTimeIsEndedAndHasAFault) {
  ExampleRun run(SpecOf(2, 2, 1));
  run.Begin();
  EXPECT_THAT(
      run.On(Over(1, v1::RESULT_RED_WINS, v1::REASON_FORFEIT_NO_SHOW)),
      ElementsAre("end 1 life 1: did not say hello in time", HasSubstr("notice: bot1: it did not say hello in time"),
                  HasSubstr("fault of 1"), "store 1: RESULT_RED_WINS", "start 1 life 2", HasSubstr("play 2")));
}

TEST(Coordinator, BothThatDoNotComeHaveAFaultAndTheGameIsPlayedAgain) {
  ExampleRun run(SpecOf(2, 2, 1));
  run.Begin();
  EXPECT_THAT(
      run.On(Over(1, v1::RESULT_VOID, v1::REASON_FORFEIT_NO_SHOW)),
      ElementsAre("end 0 life 1: did not say hello in time", HasSubstr("notice"), HasSubstr("fault of 0"),
                  "end 1 life 1: did not say hello in time", HasSubstr("notice"), HasSubstr("fault of 1"),
                  "store 1: RESULT_VOID", "start 0 life 2", "start 1 life 2", "play 1 start 2: 0 life 2 - 1 life 2"));
}

TEST(Coordinator, HelloWithoutTheRulesetIsAFault) {
  ExampleRun run(SpecOf(2, 2, 1));
  run.Begin();
  EXPECT_THAT(
      run.On(BotReady{1, 4, false}),
      ElementsAre("end 1 life 1: its hello does not list the ruleset",
                  HasSubstr("notice: bot1: its hello does not list the ruleset duel"), HasSubstr("fault of 1")));
}

TEST(Coordinator, GameOfTwoSuspendedBotsIsForfeitedByBoth) {
  ExampleRun run(SpecOf(2, 1, 1), {{.name = "a", .suspended_reason = "x"}, {.name = "b", .suspended_reason = "y"}});
  EXPECT_THAT(run.Begin(), ElementsAre("at 0/1", "forfeit 1 red blue: a is suspended: x"));
  EXPECT_THAT(run.On(Stored({1}, v1::RESULT_DRAW)), ElementsAre("announce 7-1 at 1/1", "finished"));
}

TEST(Coordinator, RemoteBotIsNeitherStartedNorEnded) {
  ExampleRun run(SpecOf(2, 1, 1),
                 {{.name = "a", .is_remote = true, .suspended_reason = ""}, {.name = "b", .suspended_reason = ""}});
  EXPECT_THAT(run.Begin(), ElementsAre("at 0/1", "start 1 life 1", "play 1 start 1: 0 life 0 - 1 life 1"));
  EXPECT_THAT(run.On(Over(1, v1::RESULT_BLUE_WINS, v1::REASON_FORFEIT_NO_SHOW)),
              ElementsAre(HasSubstr("notice: a: it did not say hello in time"), HasSubstr("fault of 0"),
                          "store 1: RESULT_BLUE_WINS"));
  EXPECT_THAT(run.On(Stored({1})),
              ElementsAre("end 1 life 1: it has played all its games", "announce 7-1 at 1/1", "finished"));
}

TEST(Coordinator, StopWaitsForTheGamesThatItEndsAndStoresNothingOfThem) {
  ExampleRun run(SpecOf(3, 2, 2));
  EXPECT_THAT(run.Begin(), ElementsAre("at 0/6", "start 1 life 1", "start 2 life 1", HasSubstr("play 1")));
  EXPECT_THAT(run.On(BotReady{1, 2}), ElementsAre("start 0 life 1", HasSubstr("play 3")));
  EXPECT_THAT(run.On(StopRequested{}), ElementsAre("end game 1 start 1", "end game 3 start 1"));
  // One of them has ended by itself meanwhile.
  EXPECT_THAT(run.On(Over(1, v1::RESULT_RED_WINS)), IsEmpty());
  EXPECT_THAT(run.On(Over(3, v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST)), ElementsAre("stopped"));
}

TEST(Coordinator, FailureOfTheHostEndsTheRunWithTheFirstError) {
  ExampleRun run(SpecOf(2, 2, 1));
  run.Begin();
  EXPECT_THAT(run.On(HostFailed{absl::DataLossError("no disk")}), ElementsAre("end game 1 start 1"));
  EXPECT_THAT(run.On(GameNotStarted{{1, 1}, absl::InternalError("no game")}), ElementsAre("fail: no disk"));
}

TEST(Coordinator, RefusedResultLeavesItsGameUndecidedAndTheOthersArePlayed) {
  ExampleRun run(SpecOf(2, 2, 1));
  run.Begin();
  run.On(Over(1, v1::RESULT_RED_WINS));
  EXPECT_THAT(run.On(Stored({1}, v1::RESULT_RED_WINS, absl::InvalidArgumentError("no"))), ElementsAre("notice: no"));
  EXPECT_THAT(run.On(Over(2, v1::RESULT_RED_WINS)), ElementsAre(HasSubstr("store 2")));
  EXPECT_THAT(run.On(Stored({2})), ElementsAre("announce 7-2 at 1/2", "fail: no"));
}

TEST(Coordinator, AnyOtherErrorOfAResultEndsTheRun) {
  ExampleRun run(SpecOf(2, 2, 1));
  run.Begin();
  run.On(Over(1, v1::RESULT_RED_WINS));
  EXPECT_THAT(run.On(Stored({1}, v1::RESULT_RED_WINS, absl::AlreadyExistsError("twice"))),
              ElementsAre("end game 2 start 1"));
  EXPECT_THAT(run.On(Over(2, v1::RESULT_RED_WINS)), ElementsAre("fail: twice"));
}

TEST(Coordinator, DecidedTestEndsItsGamesAndDropsThoseThatAreVoid) {
  v1::TournamentSpec spec = SpecOf(2, 2, 8);
  spec.set_format(v1::TournamentSpec::FORMAT_SPRT);
  spec.set_rounds(1000);
  spec.mutable_sprt()->set_elo0(0);
  spec.mutable_sprt()->set_elo1(200);
  ExampleRun run(spec);
  run.Begin();
  run.On(BotReady{0, 8});
  run.On(BotReady{1, 8});
  // Red wins the first game of each pair and Blue the second, which is the same bot, until that decides the test.
  std::vector<std::string> lines;
  std::uint32_t number = 0;
  do {
    ASSERT_LT(++number, 1000U);
    const v1::Result result = number % 2 == 1 ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS;
    run.On(Over(number, result));
    lines = run.On(Stored({number}, result));
  } while (lines.front().rfind("end game", 0) != 0);
  // Eight more are being played.
  ASSERT_EQ(lines.size(), 9U);
  EXPECT_THAT(lines.back(), HasSubstr("announce"));
  for (std::uint32_t ended = number + 1; ended < number + 8; ++ended) {
    EXPECT_THAT(run.On(Over(ended, v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST)), IsEmpty());
  }
  EXPECT_THAT(run.On(Over(number + 8, v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST)), ElementsAre("finished"));
}

}  // namespace
}  // namespace flagfall::arena::coordinator
