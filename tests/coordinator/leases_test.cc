// Games that other machines play.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "arena/coordinator/coordinator.h"
#include "arena/tournament/given_games.h"
#include "tests/coordinator/example_run.h"

namespace flagfall::arena::coordinator {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LeaseAsked Ask(std::uint64_t lease, std::uint32_t pairs_max, std::uint32_t games_at_once) {
  return {.lease = lease, .pairs_max = pairs_max, .games_at_once = games_at_once};
}

v1::TournamentSpec ThreeAtOnce(std::uint32_t games, bool is_duplicate) {
  v1::TournamentSpec spec = SpecOf(2, games, 3);
  spec.set_duplicate(is_duplicate);
  return spec;
}

// Plays game 1 here, and may have two more at once.
class RunOfThree : public ExampleRun {
 public:
  explicit RunOfThree(std::uint32_t games = 8, bool is_duplicate = false)
      : ExampleRun(ThreeAtOnce(games, is_duplicate)) {
    Begin();
  }
};

TEST(CoordinatorLeases, HaveWholePairsAndTheirResultsCount) {
  RunOfThree run;
  EXPECT_THAT(run.On(Ask(1, 2, 2)), ElementsAre("grant 1, 2 at once: 2/1 3/1 4/1"))
      << "game 1 is being played here, and 4 is the second of 3";
  EXPECT_THAT(run.On(Over(3, v1::RESULT_DRAW)), ElementsAre("store 3: RESULT_DRAW"));
  EXPECT_THAT(run.On(Stored({3}, v1::RESULT_DRAW)), ElementsAre("announce 7-3 at 1/8"));
}

TEST(CoordinatorLeases, CountAmongGamesAtOnce) {
  RunOfThree run;
  EXPECT_THAT(run.On(Ask(1, 2, 4)), ElementsAre("grant 1, 2 at once: 2/1 3/1 4/1")) << "one is played here";
  EXPECT_THAT(run.On(Ask(2, 2, 1)), ElementsAre("grant 2, 0 at once:"));
  run.On(BotReady{0, 4});
  EXPECT_THAT(run.On(BotReady{1, 4}), IsEmpty()) << "there is no room for a second game here either";
  run.On(Over(2, v1::RESULT_DRAW));
  EXPECT_THAT(run.On(Over(3, v1::RESULT_DRAW)), Contains(HasSubstr("play 5")))
      << "the lease has one game left, and so plays one at once";
}

TEST(CoordinatorLeases, ThisMachineKeepsToItsCoresBesideOthers) {
  ExampleRun run(SpecOf(2, 12, 4), {}, RunStart{.cores = 2});
  run.Begin();
  run.On(BotReady{0, 8});
  run.On(BotReady{1, 8});
  EXPECT_THAT(run.On(Ask(1, 4, 2)), ElementsAre("grant 1, 0 at once:")) << "four are played here";
  EXPECT_THAT(run.On(Over(1, v1::RESULT_DRAW)), ElementsAre("store 1: RESULT_DRAW"))
      << "and no fifth, since three are enough";
  EXPECT_THAT(run.On(Ask(2, 1, 2)), ElementsAre("grant 2, 1 at once: 5/1 6/1"));
  run.On(Over(2, v1::RESULT_DRAW));
  EXPECT_THAT(run.On(Over(3, v1::RESULT_DRAW)), Contains(HasSubstr("play 7"))) << "two cores, of which one is free";
}

TEST(CoordinatorLeases, ThisMachineAsksForNoMoreSlotsThanItHasCoresBesideOthers) {
  ExampleRun run(SpecOf(2, 12, 8), {}, RunStart{.shares_slots = true, .cores = 2});
  run.Begin();
  run.On(SlotGranted{});
  run.On(Ask(1, 1, 1));
  run.On(BotReady{0, 8});
  EXPECT_THAT(run.On(BotReady{1, 8}), ElementsAre("ask for a slot"))
      << "one game is played here, and with one more it has its two";
}

TEST(CoordinatorLeases, WhatComesBackIsPlayedAgainAndTheOldResultIsRefused) {
  RunOfThree run;
  run.On(Ask(1, 2, 2));
  run.On(GameReturned{{3, 1}});
  run.On(GameReturned{{4, 1}});
  run.On(GameReturned{{2, 1}});
  EXPECT_THAT(run.On(Over(3, v1::RESULT_DRAW)), IsEmpty()) << "of the start that came back";
  EXPECT_THAT(run.On(Ask(2, 2, 2)), ElementsAre("grant 2, 2 at once: 2/2 3/2 4/2"));
  EXPECT_THAT(run.On(Over(3, v1::RESULT_DRAW)), IsEmpty());
  EXPECT_THAT(run.On(Over(3, v1::RESULT_DRAW, v1::REASON_FLAG_CAPTURED, 2)), ElementsAre("store 3: RESULT_DRAW"));
}

TEST(CoordinatorLeases, AGameThatMachinesAreLostWithIsPlayedHere) {
  RunOfThree run(2);
  EXPECT_THAT(run.On(Ask(1, 1, 1)), ElementsAre("grant 1, 1 at once: 2/1"));
  run.On(GameReturned{{2, 1}, /*is_lost=*/true});
  EXPECT_THAT(run.On(Ask(2, 1, 1)), ElementsAre("grant 2, 1 at once: 2/2"));
  run.On(GameReturned{{2, 2}, /*is_lost=*/true});
  EXPECT_THAT(run.On(Ask(3, 1, 1)), ElementsAre("grant 3, 1 at once:")) << "two times are the most here";
  run.On(BotReady{0, 4});
  EXPECT_THAT(run.On(BotReady{1, 4}), ElementsAre(HasSubstr("play 2 start 3")));
}

TEST(CoordinatorLeases, WhatMachinesGiveBackGoesToOthersHoweverOften) {
  RunOfThree run(2);
  for (std::uint32_t start = 1; start <= 9; ++start) {
    EXPECT_THAT(run.On(Ask(start, 1, 1)), ElementsAre(absl::StrCat("grant ", start, ", 1 at once: 2/", start)));
    run.On(GameReturned{{2, start}});
  }
}

TEST(CoordinatorLeases, AVoidGameIsPlayedAgain) {
  RunOfThree run;
  run.On(Ask(1, 2, 2));
  EXPECT_THAT(run.On(Over(3, v1::RESULT_VOID, v1::REASON_HOST_LATE)), ElementsAre("store 3: RESULT_VOID"));
  EXPECT_THAT(run.On(Ask(2, 1, 1)), ElementsAre("grant 2, 0 at once:"));
  run.On(Over(2, v1::RESULT_DRAW));
  EXPECT_THAT(run.On(Ask(3, 1, 1)), ElementsAre("grant 3, 1 at once: 3/2"));
}

TEST(CoordinatorLeases, TheSecondOfADuplicatePairGoesWhereItsFirstGoes) {
  RunOfThree run(4, /*is_duplicate=*/true);
  EXPECT_THAT(run.On(Ask(1, 4, 4)), ElementsAre("grant 1, 2 at once: 3/1 4/1")) << "game 1 is being played here";
  EXPECT_THAT(run.On(Over(4, v1::RESULT_DRAW)), IsEmpty()) << "the first of its pair is not on the disk";
  EXPECT_THAT(run.On(Over(3, v1::RESULT_DRAW)), ElementsAre("store 3: RESULT_DRAW"));
}

TEST(CoordinatorLeases, HaveNoGamesOfRemoteOrSuspendedBots) {
  ExampleRun remote(SpecOf(2, 4, 3), {{.name = "bot0", .is_remote = true, .suspended_reason = ""},
                                      {.name = "bot1", .suspended_reason = ""}});
  remote.Begin();
  EXPECT_THAT(remote.On(Ask(1, 4, 2)), ElementsAre("grant 1, 2 at once:"));
  ExampleRun suspended(SpecOf(3, 2, 6), {{.name = "bot0", .suspended_reason = "slow"},
                                         {.name = "bot1", .suspended_reason = ""},
                                         {.name = "bot2", .suspended_reason = ""}});
  suspended.Begin();
  EXPECT_THAT(suspended.On(Ask(1, 4, 2)), ElementsAre("grant 1, 2 at once: 2/1"))
      << "1 is played here, and 3 to 6 are bot0's";
}

TEST(CoordinatorLeases, AFaultElsewhereCounts) {
  RunOfThree run;
  EXPECT_THAT(run.On(BotFailedElsewhere{1, "its process exited with code 1", "node3"}),
              ElementsAre("notice: bot1: its process exited with code 1 (tournament 7; output on node3)",
                          "fault of 1: its process exited with code 1 (tournament 7; output on node3)"));
}

TEST(CoordinatorLeases, GamesThatAnEarlierRunLeasedAreTakenUpAgain) {
  RunOfThree run;
  LeaseAsked asked = Ask(9, 100, 2);
  asked.only = {1, 5, 6};
  EXPECT_THAT(run.On(asked), ElementsAre("grant 9, 2 at once: 5/1 6/1")) << "game 1 has been begun here";
}

TEST(CoordinatorLeases, GamesThatAnEarlierRunLeasedAreTakenUpAgainHoweverFarBackTheyAre) {
  RunOfThree run(5000);
  LeaseAsked asked = Ask(9, 100, 2);
  asked.only = {7, 3001, 3002, 4999, 70'000};
  EXPECT_THAT(run.On(asked), ElementsAre("grant 9, 2 at once: 7/1 3001/1 3002/1 4999/1"));
  EXPECT_THAT(run.On(Ask(10, 1, 1)), ElementsAre("grant 10, 0 at once:")) << "there is no more room";
}

TEST(CoordinatorLeases, AStopEndsThem) {
  RunOfThree run;
  run.On(Ask(1, 1, 1));
  EXPECT_THAT(run.On(StopRequested{}), ElementsAre("end game 1 start 1", "end game 2 start 1 of lease 1"));
  EXPECT_THAT(run.On(Ask(2, 1, 1)), ElementsAre("grant 2, 1 at once:")) << "none is given by a run that ends";
  run.On(GameReturned{{2, 1}});
  EXPECT_THAT(run.On(Over(1, v1::RESULT_VOID)), ElementsAre("stopped"));
}

// A run that plays none of its launched bots' games itself.
class RunForOthers : public ExampleRun {
 public:
  explicit RunForOthers(const std::vector<EnteredBot>& bots = {}, int void_attempts_max = 2)
      : ExampleRun(ThreeAtOnce(2, false), bots,
                   {.void_attempts_max = void_attempts_max, .leaves_launched_to_others = true}) {}
};

TEST(CoordinatorLeases, ARunThatLeavesItsBotsToOthersWaitsForThem) {
  RunForOthers run;
  EXPECT_THAT(run.Begin(), ElementsAre("at 0/2"));
  EXPECT_THAT(run.On(Ask(1, 2, 2)), ElementsAre("grant 1, 2 at once: 1/1 2/1"));
  EXPECT_THAT(run.On(GameReturned{{2, 1}}), IsEmpty()) << "it waits for the next machine";
  run.On(Over(1, v1::RESULT_DRAW));
  EXPECT_THAT(run.On(Stored({1}, v1::RESULT_DRAW)), ElementsAre("announce 7-1 at 1/2"));
  EXPECT_THAT(run.On(Ask(2, 1, 1)), ElementsAre("grant 2, 1 at once: 2/2"));
}

TEST(CoordinatorLeases, ARunThatLeavesItsBotsToOthersPlaysThoseOfRemoteBots) {
  RunForOthers run(
      {{.name = "bot0", .is_remote = true, .suspended_reason = ""}, {.name = "bot1", .suspended_reason = ""}});
  EXPECT_THAT(run.Begin(), Contains(HasSubstr("play 1")));
}

TEST(CoordinatorLeases, AGameThatNoOtherMachinePlaysIsLeftOver) {
  RunForOthers run;
  run.Begin();
  for (std::uint32_t start = 1; start <= 2; ++start) {
    run.On(Ask(start, 1, 1));
    run.On(GameReturned{{1, start}, /*is_lost=*/true});
    run.On(GameReturned{{2, start}, /*is_lost=*/true});
  }
  EXPECT_TRUE(run.coordinator().IsOver());
}

TEST(CoordinatorLeases, ARunThatLeavesItsBotsToOthersStillForfeitsForSuspendedOnes) {
  RunForOthers run({{.name = "bot0", .suspended_reason = ""}, {.name = "bot1", .suspended_reason = "it is broken"}});
  EXPECT_THAT(run.Begin(), Contains(HasSubstr("forfeit 1")));
}

// The other side: the games of a lease, on the machine that has it.
class RunOfALease : public ExampleRun {
 public:
  explicit RunOfALease(std::uint32_t faults_max = 2) : ExampleRun(Spec(faults_max), {}, Lease()) { Begin(); }

 private:
  static v1::TournamentSpec Spec(std::uint32_t faults_max) {
    v1::TournamentSpec spec = SpecOf(2, 100, 1);
    spec.set_faults_max(faults_max);
    return spec;
  }
  static RunStart Lease() {
    RunStart start{.void_attempts_max = 2, .is_lease = true};
    const std::vector<tournament::ScheduledGame> games = {
        {.number = 41, .round = 1, .red = 0, .blue = 1},
        {.number = 42, .round = 1, .red = 1, .blue = 0, .first_of_pair = 41}};
    start.games = std::make_unique<tournament::GivenGames>(games);
    return start;
  }
};

TEST(CoordinatorOfALease, PlaysItsGamesAndIsFinished) {
  RunOfALease run;
  EXPECT_THAT(run.On(Over(41, v1::RESULT_DRAW)), Contains(HasSubstr("play 42")));
  run.On(Stored({41}, v1::RESULT_DRAW));
  run.On(Over(42, v1::RESULT_DRAW));
  EXPECT_THAT(run.On(Stored({42}, v1::RESULT_DRAW)), Contains("finished"));
}

TEST(CoordinatorOfALease, DoesNotPlayAVoidGameAgainNorTheSecondOfItsPair) {
  RunOfALease run;
  EXPECT_THAT(run.On(Over(41, v1::RESULT_VOID)), ElementsAre("store 41: RESULT_VOID"));
  EXPECT_THAT(run.On(Stored({41}, v1::RESULT_VOID)), Contains("finished"));
}

// As where a scheduler has sent SIGTERM to all processes of the worker's job.
TEST(CoordinatorOfALease, GivesBackWhatAStoppedWorkersBotsHaveNotPlayed) {
  RunOfALease run;
  run.On(PauseRequested{});
  EXPECT_THAT(run.On(BotExited{0, 1, "its supervisor got SIGTERM", /*has_lost_supervisor=*/true}),
              Contains(HasSubstr("end game 41")));
  EXPECT_THAT(run.On(Over(41, v1::RESULT_VOID, v1::REASON_SUPERVISOR_KILLED)), ElementsAre("finished"))
      << "and nothing is stored";
}

TEST(CoordinatorOfALease, ForfeitsNothingForABotThatIsSuspendedHere) {
  RunOfALease run(/*faults_max=*/1);
  const std::vector<std::string> lines = run.On(BotExited{0, 1, "exited with code 1"});
  EXPECT_THAT(lines, Contains(HasSubstr("fault of 0: its process exited with code 1")));
  EXPECT_THAT(lines, testing::Not(Contains(HasSubstr("tournament 7"))));
  run.On(Over(41, v1::RESULT_BLUE_WINS));
  EXPECT_THAT(run.On(Stored({41}, v1::RESULT_BLUE_WINS)), Contains("finished")) << "game 42 goes back";
}

// All games are left to other machines.
class RunOfBotsForOthers : public ExampleRun {
 public:
  explicit RunOfBotsForOthers(int bots, std::uint32_t games = 2)
      : ExampleRun(SpecOf(bots, games, 4), {}, RunStart{.leaves_launched_to_others = true}) {
    Begin();
  }
};

TEST(CoordinatorLeases, HaveNoGamesOfBotsThatTheMachineCannotPlay) {
  RunOfBotsForOthers run(3);
  LeaseAsked ask = Ask(1, 8, 4);
  ask.without = {0};
  EXPECT_THAT(run.On(ask), ElementsAre(HasSubstr("grant 1, 4 at once: "))) << "the games of bots 1 and 2";
  EXPECT_THAT(run.On(Ask(2, 8, 4)), ElementsAre(HasSubstr("grant 2, 2 at once: "))) << "and all others";
}

TEST(CoordinatorLeases, GamesThatAMachineCannotPlayKeepItFromNoOtherHoweverManyTheyAre) {
  // Bot 0 meets the others, in thousands of games; only then 1 and 2 meet.
  v1::TournamentSpec spec = SpecOf(3, 2000, 4);
  ExampleRun run(spec, {}, RunStart{.leaves_launched_to_others = true});
  run.Begin();
  for (int without = 0; without < 3; ++without) {
    LeaseAsked ask = Ask(1 + static_cast<std::uint64_t>(without), 1, 1);
    ask.without = {without};
    EXPECT_THAT(run.On(ask), ElementsAre(HasSubstr(" at once: "))) << "without bot " << without;
  }
}

MachinesSeen Seen(std::set<std::set<int>> cannot_play, std::string why) {
  return {.cannot_play = std::move(cannot_play), .why = std::move(why)};
}

TEST(CoordinatorLeases, GamesThatNoMachineCanPlayAreToldOnce) {
  RunOfBotsForOthers run(3);
  EXPECT_THAT(run.On(Seen({{}, {0}}, "")), IsEmpty()) << "one can play everything";
  EXPECT_THAT(run.On(Seen({{0}}, "bot0 is too large")), ElementsAre("waiting 4: bot0 is too large"));
  EXPECT_THAT(run.On(Seen({{0}}, "bot0 is too large")), IsEmpty());
  EXPECT_THAT(run.On(Seen({{}}, "")), ElementsAre("waiting 0: "));
  EXPECT_THAT(run.On(Seen({{}}, "")), IsEmpty());
}

TEST(CoordinatorLeases, WhereNoMachineCanPlayBothBotsTheirGamesWait) {
  RunOfBotsForOthers run(3);
  EXPECT_THAT(run.On(Seen({{0}, {1}}, "why")), testing::Contains("waiting 2: why"));
  EXPECT_THAT(run.On(Seen({}, "no worker asks for games")), testing::Contains("waiting 6: no worker asks for games"));
}

TEST(CoordinatorLeases, ARunThatPlaysItsGamesItselfWaitsForNoMachine) {
  ExampleRun run(SpecOf(2, 8, 1), {}, RunStart{.cores = 1});
  run.Begin();
  EXPECT_THAT(run.On(Seen({}, "no worker asks for games")), IsEmpty());
}

}  // namespace
}  // namespace flagfall::arena::coordinator
