#include "arena/cluster/worker_outliers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace flagfall::arena::cluster {
namespace {

using store::JudgedGames;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

const OutlierTest kThree{.alpha = 1e-4, .workers = 3};

JudgedGames Alike(std::int64_t worker, v1::Result result, std::int64_t games, bool is_time_loss = false) {
  return {.tournament_id = 1,
          .red = "ann",
          .blue = "bob",
          .worker = worker,
          .result = result,
          .is_time_loss = is_time_loss,
          .games = games};
}

// Each of the machines has won and lost as many games with Red, and drawn half as many.
std::vector<JudgedGames> Even(const std::vector<std::int64_t>& workers, std::int64_t games) {
  std::vector<JudgedGames> all;
  for (const std::int64_t worker : workers) {
    all.push_back(Alike(worker, v1::RESULT_RED_WINS, games * 2 / 5));
    all.push_back(Alike(worker, v1::RESULT_BLUE_WINS, games * 2 / 5));
    all.push_back(Alike(worker, v1::RESULT_DRAW, games / 5));
  }
  return all;
}

testing::Matcher<const Outlier&> Is(std::int64_t worker, const std::string& reason) {
  return AllOf(Field(&Outlier::worker, worker), Field(&Outlier::reason, HasSubstr(reason)));
}

TEST(WorkerOutliers, LooksComeWithEachQuarterMore) {
  EXPECT_EQ(LookAt(0), 0);
  EXPECT_EQ(LookAt(19), 0);
  EXPECT_EQ(LookAt(20), 1);
  EXPECT_EQ(LookAt(24), 1);
  EXPECT_EQ(LookAt(25), 2);
  for (int look = 1; look < 60; ++look) {
    EXPECT_EQ(LookAt(GamesOfLook(look)), look);
    EXPECT_EQ(LookAt(GamesOfLook(look) - 1), look - 1);
  }
}

TEST(WorkerOutliers, EqualWorkersAreNone) {
  EXPECT_THAT(FindOutliers({Even({0, 1, 2, 3}, 500), {}}, 1, kThree), IsEmpty());
}

TEST(WorkerOutliers, TooFewGamesAreNoEvidence) {
  std::vector<JudgedGames> games = Even({0, 2}, 500);
  games.push_back(Alike(1, v1::RESULT_VOID, 19));
  EXPECT_THAT(FindOutliers({games, {}}, 1, kThree), IsEmpty());
  games.back().games = 20;
  EXPECT_THAT(FindOutliers({games, {}}, 1, kThree), ElementsAre(Is(1, "games that came to nothing: 20, where")));
}

TEST(WorkerOutliers, WithoutOthersNothingCanBeCompared) {
  EXPECT_THAT(FindOutliers({{Alike(1, v1::RESULT_RED_WINS, 5000)}, {}}, 1, kThree), IsEmpty());
  // Others have played, but not the same.
  std::vector<JudgedGames> games = {Alike(1, v1::RESULT_RED_WINS, 5000), Alike(2, v1::RESULT_BLUE_WINS, 5000)};
  games[1].tournament_id = 2;
  EXPECT_THAT(FindOutliers({games, {}}, 1, kThree), IsEmpty());
  games[1].tournament_id = 1;
  games[1].red = "cid";
  EXPECT_THAT(FindOutliers({games, {}}, 1, kThree), IsEmpty());
}

TEST(WorkerOutliers, LossesOnTime) {
  std::vector<JudgedGames> games = Even({0, 1, 2, 3}, 100);
  for (const std::int64_t worker : {0, 2, 3}) games.push_back(Alike(worker, v1::RESULT_RED_WINS, 1, true));
  games.push_back(Alike(1, v1::RESULT_RED_WINS, 12, true));
  games.push_back(Alike(1, v1::RESULT_BLUE_WINS, 12, true));
  EXPECT_THAT(FindOutliers({games, {}}, 1, kThree),
              ElementsAre(Is(1,
                             "games that were lost on time: 24, where the rate of "
                             "all machines in the same pairings would make 7.8")));
  // Fewer than others are what a faster machine has.
  for (JudgedGames& alike : games) alike.worker = alike.worker == 0 ? 1 : alike.worker == 1 ? 0 : alike.worker;
  EXPECT_THAT(FindOutliers({games, {}}, 1, kThree), IsEmpty());
}

TEST(WorkerOutliers, WhoeverFavoursABot) {
  std::vector<JudgedGames> games = Even({0, 2, 3}, 100);
  games.push_back(Alike(1, v1::RESULT_RED_WINS, 70));
  games.push_back(Alike(1, v1::RESULT_BLUE_WINS, 10));
  games.push_back(Alike(1, v1::RESULT_DRAW, 20));
  EXPECT_THAT(FindOutliers({games, {}}, 1, kThree), ElementsAre(Is(1, "points of ")));
}

TEST(WorkerOutliers, WhoeverPlaysGamesThatOthersRepeatOtherwise) {
  const auto compared = [](std::int64_t first, std::int64_t second, bool is_same, std::int64_t games) {
    return store::ComparedGames{.tournament_id = 1,
                                .red = "ann",
                                .blue = "bob",
                                .first = first,
                                .second = second,
                                .is_same = is_same,
                                .games = games};
  };
  const std::vector<JudgedGames> games = Even({0, 1, 2, 3}, 100);
  std::vector<store::ComparedGames> all = {compared(2, 3, true, 20), compared(1, 2, false, 6),
                                           compared(3, 1, false, 6)};
  EXPECT_THAT(FindOutliers({games, all}, 1, kThree),
              ElementsAre(Is(1,
                             "games that went otherwise when two workers played them: 12, where the rate of all "
                             "machines in the same pairings would make 4.5")));
  // Bots that use chance play no game twice.
  all.front().is_same = false;
  EXPECT_THAT(FindOutliers({games, all}, 1, kThree), IsEmpty());
}

TEST(WorkerOutliers, WhoeverDrawsTooMuch) {
  std::vector<JudgedGames> games = Even({0, 2, 3}, 100);
  games.push_back(Alike(1, v1::RESULT_DRAW, 60));
  EXPECT_THAT(FindOutliers({games, {}}, 1, kThree), ElementsAre(Is(1, "games that were drawn: 60, where")));
}

TEST(WorkerOutliers, AnHonestWorkerIsNotTakenForTheLiarWhomItIsComparedWith) {
  // Most of what worker 1 is compared with is worker 2's.
  std::vector<JudgedGames> games = Even({1, 3}, 150);
  games.push_back(Alike(2, v1::RESULT_RED_WINS, 600));
  EXPECT_THAT(FindOutliers({games, {}}, 1, kThree), ElementsAre(Is(2, "points of ")));
}

TEST(WorkerOutliers, OnlyThoseOfTheWorkersOwnTournamentsAreFound) {
  // In another tournament workers 2 and 3 differ, and that is found when they are looked at.
  std::vector<JudgedGames> games = Even({0, 3}, 500);
  games.push_back(Alike(1, v1::RESULT_RED_WINS, 200));
  for (const auto& [worker, result] : {std::pair(2, v1::RESULT_RED_WINS), std::pair(3, v1::RESULT_BLUE_WINS)}) {
    games.push_back(Alike(worker, result, 200));
    games.back().tournament_id = 2;
  }
  EXPECT_THAT(FindOutliers({games, {}}, 1, kThree), ElementsAre(Is(1, "points of ")));
  EXPECT_THAT(FindOutliers({games, {}}, 2, kThree), ElementsAre(Is(2, "points of "), Is(3, "points of ")));
}

TEST(WorkerOutliers, TwoAloneAreBothDoubted) {
  const std::vector<JudgedGames> games = {Alike(1, v1::RESULT_RED_WINS, 100), Alike(2, v1::RESULT_BLUE_WINS, 70)};
  EXPECT_THAT(FindOutliers({games, {}}, 1, kThree),
              ElementsAre(Is(1, "no third machine has played"), Is(2, "no third machine has played")));
}

TEST(WorkerOutliers, TheServersOwnMachineIsTheMeasure) {
  const std::vector<JudgedGames> games = {Alike(0, v1::RESULT_RED_WINS, 100), Alike(2, v1::RESULT_BLUE_WINS, 70)};
  EXPECT_THAT(FindOutliers({games, {}}, 2, kThree), ElementsAre(Is(2, "points of ")));
}

}  // namespace
}  // namespace flagfall::arena::cluster
